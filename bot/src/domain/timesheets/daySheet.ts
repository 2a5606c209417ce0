import type { LocalDate, MeetingId } from '#contracts/core/ids.ts';
import { limits } from '#contracts/core/limits.ts';
import type { PlanLine } from '../answers/goals.ts';

export interface SheetTask {
  readonly id: string;
  /** Null = of no meeting. */
  readonly meetingId: MeetingId | null;
  readonly task: string;
  readonly minutes: number;
  readonly source: 'ANSWER' | 'PERSON';
  /** The answer line that made the row (`lineIdOf`); null for a row that a person added. */
  readonly lineId: string | null;
  /** An edited answer leaves it alone. */
  readonly editedByPerson: boolean;
}

/** One member's day. */
export interface DaySheet {
  readonly tasks: readonly SheetTask[];
  /**
   * Task id → the date it was moved to: ids name the day a task was made in. Rows of an answer that a person moved away or deleted
   * leave their line here as well (`lineMark` → new date, or this sheet's own), so that editing the answer does not bring them back.
   */
  readonly moved: Readonly<Record<string, LocalDate>>;
}

export const emptySheet: DaySheet = { tasks: [], moved: {} };

/**
 * The lines of an answer ahead join today's sheet together with those of today's own answer, so a line id contains the answer's
 * date.
 */
export const lineIdOf = (date: LocalDate, line: Pick<PlanLine, 'id'>): string => `${date}|${line.id}`;

/** Names the line of an answer among those that are not here any more: two meetings may have the same line on one day. */
export const lineMark = ({ meetingId, lineId }: Pick<SheetTask, 'meetingId' | 'lineId'>): string | null =>
  lineId === null ? null : `${meetingId ?? ''}|${lineId}`;

interface AnswerOf {
  readonly meetingId: MeetingId;
  /** Date of the occurrence answered, not of the sheet. */
  readonly date: LocalDate;
}

const isFrom = (task: SheetTask, { meetingId, date }: AnswerOf): boolean =>
  task.source === 'ANSWER' && task.meetingId === meetingId && (task.lineId?.startsWith(`${date}|`) ?? false);

/**
 * The sheet after an answer was given or edited. It replaces only rows that this answer made and no person edited. Unchanged
 * lines keep their ids, a line whose row a person edited or moved gets no second row, and the sheet keeps at most 100 tasks.
 */
export const mergeAnswerLines = (
  sheet: DaySheet,
  answer: AnswerOf,
  lines: readonly PlanLine[],
  newTaskId: () => string,
): DaySheet => {
  const tasks: SheetTask[] = [];
  const old = new Map<string | null, SheetTask>();
  const edited = new Set<string | null>();
  for (const task of sheet.tasks) {
    const isOurs = isFrom(task, answer);
    if (isOurs && !task.editedByPerson) old.set(task.lineId, task);
    else tasks.push(task);
    if (isOurs && task.editedByPerson) edited.add(task.lineId);
  }
  for (const line of lines) {
    if (tasks.length >= limits.tasksPerDay) break;
    const lineId = lineIdOf(answer.date, line);
    if (edited.has(lineId) || Object.hasOwn(sheet.moved, `${answer.meetingId}|${lineId}`)) continue;
    const before = old.get(lineId);
    if (before?.task === line.text && before.minutes === line.minutes) {
      tasks.push(before);
      continue;
    }
    tasks.push({
      id: before?.id ?? newTaskId(),
      meetingId: answer.meetingId,
      task: line.text,
      minutes: line.minutes,
      source: 'ANSWER',
      lineId,
      editedByPerson: false,
    });
  }
  return { ...sheet, tasks };
};

/** Minutes in all and by meeting id; `-` gathers tasks of no meeting. */
export const sheetTotals = (
  sheet: Pick<DaySheet, 'tasks'>,
): { readonly minutes: number; readonly byMeeting: Readonly<Record<string, number>> } => {
  const byMeeting: Record<string, number> = {};
  let minutes = 0;
  for (const task of sheet.tasks) {
    const of = task.meetingId ?? '-';
    byMeeting[of] = (byMeeting[of] ?? 0) + task.minutes;
    minutes += task.minutes;
  }
  return { minutes, byMeeting };
};

/** Splits minutes into whole hours and minutes, and gives them as hours with two decimals. */
export const hoursText = (
  minutes: number,
): { readonly hours: number; readonly minutes: number; readonly totalHours: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: minutes % 60,
  totalHours: totalHours(0, minutes),
});

/** Hours with two decimals. */
export const totalHours = (hours: number, minutes: number): number => Math.round((hours + minutes / 60) * 100) / 100;
