import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { isCanonicalNumber } from '#contracts/meetings/questionTypes/canonicalNumber.ts';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { answerSummaryTexts, namedCounts } from '#contracts/reports/answerSummaryTexts.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { rollupStateTexts } from '#contracts/rollup/rollupStateTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { localTimeAt, msOf } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import type { GroupHead, QuestionHead, RollupGroupModel } from '../../../domain/rollup/rollupGroupModelAndOrder.ts';
import type { RollupLine } from '../../../domain/rollup/rollupRowTypes.ts';
import { formatDate, formatDay, valueReader } from '../../../domain/wording/formatDatesListsAndDurations.ts';
import { runSliced } from '../../core/slicedWork.ts';
import type { Pause } from '../../core/slicedWork.ts';
import { formatRollupFigures } from './formatRollupFigures.ts';
import type { FileAnswer, FileEntry, FileGroup, FileItem } from './rollupFileModel.ts';

// Turns the groups of a roll-up into the content of a file, with the texts that the page shows.

export interface FileReader {
  readonly t: Translate;
  /** Zone of the reader, in which the times of answers are written. */
  readonly zone: ZoneId;
  readonly teamNames: ReadonlyMap<TeamId, string>;
}

const nameOf = (name: string, { t }: Pick<FileReader, 't'>): string => (name === '' ? t('rollup.former') : name);

// The texts are checked as strictly as new answers are. A date that does not exist, or a number with hundreds of digits,
// would become NaN or Infinity in a workbook, and spreadsheet programs refuse the whole file.
const dateValue = (answer: string): LocalDate | null => {
  const date = localDate.safeParse(answer);
  return date.success && Number(answer.slice(0, 4)) >= limits.answerYearMin ? date.data : null;
};
const numberValue = (answer: string): number | null => (isCanonicalNumber(answer) ? Number(answer) : null);
const noValue = (): null => null;

/**
 * Functions that read the text of an answer as a number or a date, by type of the question. They return null for the
 * other types, and for a text of another form, which an answer to an older version of the question may have.
 */
const typedValues: Readonly<Record<QuestionType, (answer: string) => FileAnswer['value']>> = {
  TEXT: noValue,
  OPTIONS: noValue,
  SCALE: numberValue,
  NUMBER: numberValue,
  MULTIPLE: noValue,
  DATE: dateValue,
};

const answerOf = (answer: ReportMember['answers'][number], { t }: FileReader): FileAnswer => ({
  question: answer.question,
  text: displayValue(answer.format, answer.answer, valueReader(t)),
  value: typedValues[answer.format.type](answer.answer),
  isBlocking: answer.isBlocking,
});

/**
 * Returns the open goals of an entry, as the page shows them. If the roll-up is grouped by question, only the timesheet
 * question has them, because otherwise every question of the report would repeat them.
 */
export const openGoalsOf = ({ of: { run }, member }: RollupLine, by: RollupGrouping): readonly string[] => {
  const [answer] = member.answers;
  const isPlan = run.questions.some(({ id, isTimesheetQuestion }) => isTimesheetQuestion && id === answer?.questionId);
  return by !== 'QUESTION' || isPlan ? member.goalsOpen : [];
};

const titleOf = (by: RollupGrouping, { of: { run }, member }: RollupLine, reader: FileReader): string => {
  const [person, date] = [nameOf(member.name, reader), formatDate(reader.t, run.date)];
  switch (by) {
    case 'PERSON':
      return reader.t('rollup.entryTitle', { report: run.meetingName, date });
    case 'DAY':
      return `${person} · ${run.meetingName}`;
    case 'QUESTION':
      return `${person} · ${date}`;
  }
};

const entryOf = (line: RollupLine, by: RollupGrouping, reader: FileReader): FileEntry => {
  const { of, member } = line;
  const { teamId, run } = of;
  const { t, zone, teamNames } = reader;
  return {
    ...{ title: titleOf(by, line, reader), teamId, team: teamNames.get(teamId) ?? '', date: run.date },
    ...{ meeting: run.meetingName, memberId: member.memberId, person: nameOf(member.name, reader) },
    ...rollupStateTexts({ ...member, run: run.state }, t),
    answeredAt: member.answeredAt === null ? null : localTimeAt(msOf(member.answeredAt), zone),
    ...{ goalsTicked: member.goalsTicked, goalsOffered: member.goalsOffered, goalsOpen: openGoalsOf(line, by) },
    answers: member.answers.map((answer) => answerOf(answer, reader)),
  };
};

const countsOf = (head: QuestionHead, t: Translate): string => {
  const reader = valueReader(t);
  const number = new Intl.NumberFormat(reader.locale);
  return namedCounts(head, reader)
    .map(({ name, count }) => `${name}: ${number.format(count)}`)
    .join(' · ');
};

type Named = Pick<FileGroup, 'by' | 'title' | 'date' | 'question' | 'notes'>;

const namedGroup = (head: GroupHead, reader: FileReader): Named => {
  const { t } = reader;
  switch (head.by) {
    case 'PERSON': {
      const notes = head.hasLeft ? [t('rollup.hasLeftMark')] : [];
      return { by: head.by, title: nameOf(head.name, reader), date: null, question: null, notes };
    }
    case 'DAY':
      return { by: head.by, title: formatDay(t, head.date), date: head.date, question: null, notes: [] };
    case 'QUESTION': {
      const { answers, average, dates = null } = head;
      const counts = countsOf(head, t);
      const summaryReader = { ...valueReader(t), dateText: (date: LocalDate) => formatDate(t, date) };
      const values = answerSummaryTexts(head, summaryReader).join(' · ');
      return {
        ...{ by: head.by, title: head.question, date: null },
        question: { meeting: head.of.run.meetingName, answers, average, dates, counts },
        notes: [head.of.run.meetingName, values, ...(counts === '' ? [] : [counts])],
      };
    }
  }
};

const groupOf = async ({ head, figures }: RollupGroupModel, reader: FileReader, pause: Pause): Promise<FileGroup> => {
  const computed = await runSliced(figures(), pause);
  return { ...namedGroup(head, reader), facts: formatRollupFigures(computed, reader.t), figures: computed };
};

interface ItemChoice {
  readonly groups: readonly RollupGroupModel[];
  readonly parts: 'GROUPS' | 'ENTRIES' | 'ALL';
}

const entriesAtOnce = 50;

/**
 * Yields the content in batches, because an await for each entry would be slow. With `parts` ALL, each group is
 * followed by its entries.
 */
export const fileItems = async function* (
  { groups, parts }: ItemChoice,
  reader: FileReader,
  pause: Pause,
): AsyncGenerator<readonly FileItem[]> {
  for (const group of groups) {
    if (parts !== 'ENTRIES') yield [{ kind: 'GROUP', group: await groupOf(group, reader, pause) }];
    if (parts === 'GROUPS') continue;
    for (let index = 0; index < group.lines.length; index += entriesAtOnce) {
      const lines = group.lines.slice(index, index + entriesAtOnce);
      yield lines.map((line) => ({ kind: 'ENTRY', entry: entryOf(line, group.head.by, reader) }));
      await pause();
    }
  }
};
