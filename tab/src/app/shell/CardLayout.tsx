import { Outlet } from 'react-router-dom';
import { ProductMark } from '../../ui/display/ProductMark.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './CardLayout.module.css';

/** Layout with one card on a quiet background, for signing in, setup, and every page with a single task. */
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
