import { useWords } from '../../../ui/words.ts';
import css from './ListSkeleton.module.css';
import listCss from './ListScreen.module.css';

/** The list before it is known, of the same geometry. */
export const ListSkeleton = () => (
  <div role="status" aria-label={useWords()('common.loading')} className={listCss.cards}>
    <div className={css.card} />
    <div className={css.card} />
    <div className={css.card} />
  </div>
);
