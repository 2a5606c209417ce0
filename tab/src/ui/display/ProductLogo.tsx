import css from './ProductLogo.module.css';

/**
 * Draws the logo of the product: a list with two people, one of them ticked. Hidden from screen readers, because the
 * name of the product is beside it.
 */
export const ProductLogo = ({ size }: { readonly size: number }) => (
  <svg className={css.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect className={css.ground} width="32" height="32" rx="8" />
    <circle className={css.solid} cx="10" cy="11" r="3" />
    <circle className={css.line} cx="10" cy="21" r="3" />
    <path className={css.line} d="m17 11 3 3 5-6M17 21h8" />
  </svg>
);
