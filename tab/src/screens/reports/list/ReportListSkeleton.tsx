import { useTranslate } from '../../../ui/text/translate.ts';
import css from './ReportListSkeleton.module.css';
import listCss from './ReportListScreen.module.css';

/** Shows three empty cards while the list loads, so that the page moves little when the list appears. */
export const ReportListSkeleton = () => (
  <div role="status" aria-label={useTranslate()('common.loading')} className={listCss.cards}>
    <div className={css.card} />
    <div className={css.card} />
    <div className={css.card} />
  </div>
);
