import type { PersonRun } from '#contracts/reports/personReport.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';

/** Returns a member's state in one run as text, such as "Answered · late · changed later". */
export const memberStateText = (run: PersonRun, t: WebTranslate): string =>
  [
    t(`personPage.state${run.state}`),
    ...(run.blockerLasted === undefined ? [] : [t('common.blockerLasted', { days: run.blockerLasted })]),
    ...(run.skipReason === undefined || run.skipReason === '' ? [] : [run.skipReason]),
    ...(run.isLate ? [t('personPage.late')] : []),
    ...(run.isAhead ? [t('personPage.ahead')] : []),
    ...(run.editedAt === null ? [] : [t('personPage.edited')]),
    ...(run.run === 'PLANNED' || run.run === 'NOT_RUN' || run.run === 'CANCELLED' || run.run === 'MISSED'
      ? [t(`personPage.run${run.run}`)]
      : []),
  ].join(' · ');
