import { useWords } from '../../../ui/text/words.ts';
import css from './ListSkeleton.module.css';
import listCss from './ListScreen.module.css';

/** Placeholder of the list with the same geometry. */
export const ListSkeleton = () => (
  <div role="status" aria-label={useWords()('common.loading')} className={listCss.cards}>
    <div className={css.card} />
    <div className={css.card} />
    <div className={css.card} />
  </div>
);
