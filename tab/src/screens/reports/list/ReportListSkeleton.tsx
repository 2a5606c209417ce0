import { useTranslate } from '../../../ui/text/translate.ts';
import css from './ReportListSkeleton.module.css';
import listCss from './ReportListScreen.module.css';

/** Placeholder of the list with the same geometry. */
export const ReportListSkeleton = () => (
  <div role="status" aria-label={useTranslate()('common.loading')} className={listCss.cards}>
    <div className={css.card} />
    <div className={css.card} />
    <div className={css.card} />
  </div>
);
