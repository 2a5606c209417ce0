import { useWords } from '../../ui/words.ts';
import css from './DaySkeleton.module.css';
import cardCss from './ReportCard.module.css';

/** A report's card before its content is known, of the same geometry: nothing jumps when it arrives. */
export const DaySkeleton = () => (
  <div role="status" aria-label={useWords()('common.loading')} className={cardCss.card}>
    <div className={css.head} />
    <div className={css.rings}>
      <span className={css.ring} />
      <span className={css.ring} />
      <span className={css.ring} />
    </div>
    <div className={css.people}>
      <span className={css.person} />
      <span className={css.person} />
      <span className={css.person} />
    </div>
  </div>
);
