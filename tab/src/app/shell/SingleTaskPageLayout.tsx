import { ProductLogo } from '../../ui/display/ProductLogo.tsx';
import { Outlet } from '../../ui/router/Outlet.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './SingleTaskPageLayout.module.css';

/** Layout that shows one card on a plain background, for sign-in, setup and every other page with a single task. */
export const CardLayout = () => {
  const t = useTranslate();
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductLogo size={32} />
          {t('product')}
        </div>
        <Outlet />
      </div>
    </main>
  );
};
