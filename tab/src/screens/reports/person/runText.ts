import type { PersonRun } from '#contracts/reports/personReport.ts';
import type { WebWords } from '../../../ui/text/words.ts';

/** Returns a member's state in one run, in words: "Answered · late · changed later". */
export const runText = (run: PersonRun, words: WebWords): string =>
  [
    words(`personPage.state${run.state}`),
    ...(run.isLate ? [words('personPage.late')] : []),
    ...(run.isAhead ? [words('personPage.ahead')] : []),
    ...(run.editedAt === null ? [] : [words('personPage.edited')]),
    ...(run.run === 'PLANNED' || run.run === 'NOT_RUN' || run.run === 'CANCELLED' || run.run === 'MISSED'
      ? [words(`personPage.run${run.run}`)]
      : []),
  ].join(' · ');
