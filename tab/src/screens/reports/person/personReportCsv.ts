import { csvOf } from '#contracts/core/csvText.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import { dateIn, timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import type { Reader } from '../../../ui/text/readerContextClockAndDates.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import { memberStateText } from './memberStateText.ts';

/**
 * Returns a CSV file with a line for each answer, oldest first. A run without answers also has a line, so that readers
 * can check the counts.
 */
export const personReportCsv = (report: PersonReport, reader: Reader, t: WebTranslate): string => {
  const { zone } = reader;
  const at = (instant: string | null): string =>
    instant === null ? '' : `${dateIn(Date.parse(instant), zone)} ${timeOf(Date.parse(instant), zone, 'en-GB')}`;
  const head = (['csvDate', 'csvReport', 'csvState', 'csvAnswered', 'csvQuestion', 'csvAnswer'] as const).map((key) =>
    t(`personPage.${key}`, { zone }),
  );
  const lines = report.days.toReversed().flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const cells = [run.date, run.meetingName, memberStateText(run, t), at(run.answeredAt)];
      if (run.answers.length === 0) return [[...cells, '', '']];
      return run.answers.map(({ question, answer, format }) => [
        ...cells,
        question,
        displayValue(format, answer, { t, locale: reader.locale }),
      ]);
    }),
  );
  return csvOf([head, ...lines]);
};
