import { Outlet } from 'react-router-dom';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useWords } from '../ui/words.ts';
import css from './CardLayout.module.css';

/** One card on a quiet background: signing in, setup, and everything with a single task. */
export const CardLayout = () => {
  const words = useWords();
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductMark size={32} />
          {words('product')}
        </div>
        <Outlet />
      </div>
    </main>
  );
};
