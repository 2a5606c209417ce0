import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';

/** Returns the text for a blocker that was resolved after the answer, such as "resolved, lasted 3 working days". */
export const resolvedBlockerText = (t: Translate, workingDays: number): string =>
  t('summary.resolved', { lasted: t('common.blockerLasted', { days: workingDays }) });
