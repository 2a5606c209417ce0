import { useWords } from './words.ts';
import type { WebKey } from './words.ts';
import css from './Wait.module.css';

interface WaitProps {
  readonly says?: WebKey;
}

/** Something is on its way: a turning ring and a word. Fluent's own spinner would cost the first screen 3 kB. */
export const Wait = ({ says = 'common.loading' }: WaitProps) => {
  const words = useWords();
  return (
    <div className={css.wait} role="status">
      <span className={css.ring} aria-hidden="true" />
      {words(says, { product: words('product') })}
    </div>
  );
};
