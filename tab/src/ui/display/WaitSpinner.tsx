import { useTranslate } from '../text/translate.ts';
import type { WebKey } from '../text/translate.ts';
import css from './WaitSpinner.module.css';

interface WaitProps {
  readonly label?: WebKey;
}

/** Shows a spinner with a short text. Fluent's own spinner would add 3 kB to the first page. */
export const WaitSpinner = ({ label = 'common.loading' }: WaitProps) => {
  const t = useTranslate();
  return (
    <div className={css.wait} role="status">
      <span className={css.ring} aria-hidden="true" />
      {t(label, { product: t('product') })}
    </div>
  );
};
