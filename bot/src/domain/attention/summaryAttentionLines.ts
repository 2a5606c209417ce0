import type { AttentionLine } from '#contracts/reports/needsAttention.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import type { SummaryBlocker, SummaryModel } from '../reports/dailyReport.ts';

// Selects the attention lines for the card and the email of a run's summary. Blocker lines are left out, because the summary lists all open
// blockers separately.

type Lines = Pick<SummaryModel, 'lines'>;

/** Returns the lines that are not about a blocker, most urgent first. */
export const otherLines = ({ lines = [] }: Lines): readonly AttentionLine[] =>
  lines.filter(({ kind }) => kind !== 'BLOCKER');

/**
 * Returns the age of a blocker as text. For a blocker in the attention list, the text also contains that someone works on it, or the needed
 * member for whom it waits.
 */
export const ageText = (
  t: Translate,
  { lines = [] }: Lines,
  { memberId, age }: Pick<SummaryBlocker, 'memberId' | 'age'>,
): string => {
  const line = lines.find((item) => item.kind === 'BLOCKER' && item.memberId === memberId);
  if (line?.kind !== 'BLOCKER') return t('summary.age', { days: age });
  if (line.state === 'ACKNOWLEDGED') return t('summary.ageTaken', { days: age });
  return line.needed === null
    ? t('summary.age', { days: age })
    : t('summary.ageWaits', { days: age, needed: line.needed });
};

/** Returns the text for a blocker that was resolved after the answer, such as "resolved, lasted 3 working days". */
export const durationText = (t: Translate, days: number): string =>
  t('summary.resolved', { lasted: t('common.blockerLasted', { days }) });
