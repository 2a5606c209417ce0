import { useTranslate } from '../../../ui/text/translate.ts';
import css from './ReportListSkeleton.module.css';
import listCss from './ReportListScreen.module.css';

/** Shows a placeholder with the size of the list, so that nothing moves when the list arrives. */
export const ReportListSkeleton = () => (
  <div role="status" aria-label={useTranslate()('common.loading')} className={listCss.cards}>
    <div className={css.card} />
    <div className={css.card} />
    <div className={css.card} />
  </div>
);
