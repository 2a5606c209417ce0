import { useWords } from '../text/words.ts';
import type { WebKey } from '../text/words.ts';
import css from './Wait.module.css';

interface WaitProps {
  readonly says?: WebKey;
}

/** A spinner with a word. Fluent's own spinner would add 3 kB to the first screen. */
export const Wait = ({ says = 'common.loading' }: WaitProps) => {
  const words = useWords();
  return (
    <div className={css.wait} role="status">
      <span className={css.ring} aria-hidden="true" />
      {words(says, { product: words('product') })}
    </div>
  );
};
