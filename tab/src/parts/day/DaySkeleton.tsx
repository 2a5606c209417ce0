import { useTranslate } from '../../ui/text/translate.ts';
import css from './DaySkeleton.module.css';
import cardCss from './ReportCard.module.css';

/**
 * Shows a placeholder that is as large as the card of a report, so that the page does not move when the card appears.
 */
export const DaySkeleton = () => (
  <div role="status" aria-label={useTranslate()('common.loading')} className={cardCss.card}>
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
