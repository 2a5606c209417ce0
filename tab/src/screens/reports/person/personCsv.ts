import { csvOf } from '#contracts/csv.ts';
import type { PersonReport } from '#contracts/personReport.ts';
import { dateIn, timeOf } from '../../../ui/dates.ts';
import type { Reader } from '../../../ui/reader.ts';
import type { WebWords } from '../../../ui/words.ts';
import { runText } from './runText.ts';

/** One line an answer, oldest first; a run without answers has a line of its own, so that the counts can be checked. */
export const personCsv = (report: PersonReport, reader: Reader, words: WebWords): string => {
  const { zone } = reader;
  const at = (instant: string | null): string =>
    instant === null ? '' : `${dateIn(Date.parse(instant), zone)} ${timeOf(Date.parse(instant), zone, 'en-GB')}`;
  const head = (['csvDate', 'csvReport', 'csvState', 'csvAnswered', 'csvQuestion', 'csvAnswer'] as const).map((key) =>
    words(`personPage.${key}`, { zone }),
  );
  const lines = report.days.toReversed().flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const answers = run.answers.length === 0 ? [{ question: '', answer: '' }] : run.answers;
      return answers.map(({ question, answer }) => [
        run.date,
        run.meetingName,
        runText(run, words),
        at(run.answeredAt),
        question,
        answer,
      ]);
    }),
  );
  return csvOf([head, ...lines]);
};
