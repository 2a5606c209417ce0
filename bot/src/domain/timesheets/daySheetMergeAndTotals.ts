import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { PlanLine } from '../answers/planLinesAndGoals.ts';

export interface SheetTask {
  readonly id: string;
  /** The meeting of the task; null if the task belongs to no meeting. */
  readonly meetingId: MeetingId | null;
  readonly task: string;
  readonly minutes: number;
  readonly source: 'ANSWER' | 'PERSON';
  /** Id of the answer line from which the task was created (`lineIdOf`); null if a person added the task. */
  readonly lineId: string | null;
  /** True if a person edited the task. After that, an edit of the answer no longer changes the task. */
  readonly editedByPerson: boolean;
}

export interface DaySheet {
  readonly tasks: readonly SheetTask[];
  /**
   * Two kinds of keys. A task id: the task was moved to the date in the value, although its id still contains the day
   * of its creation. A key from `lineMark`: the task of an answer line was moved to that date, deleted, or given
   * another meeting, so an edit of the answer must not create the task again.
   */
  readonly moved: Readonly<Record<string, LocalDate>>;
}

export const emptySheet: DaySheet = { tasks: [], moved: {} };

/**
 * Returns the id of a line. It contains the date of the answer, because a day's sheet may contain lines of an answer to
 * the next run as well as of the day's own answer.
 */
export const lineIdOf = (date: LocalDate, line: Pick<PlanLine, 'id'>): string => `${date}|${line.id}`;

/**
 * Returns the key in `moved` for the answer line of a task; null for a task that a person added. The key contains the
 * meeting, because two meetings may have the same line on one day.
 */
export const lineMark = ({ meetingId, lineId }: Pick<SheetTask, 'meetingId' | 'lineId'>): string | null =>
  lineId === null ? null : `${meetingId ?? ''}|${lineId}`;

interface AnswerOf {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

const isFrom = (task: SheetTask, { meetingId, date }: AnswerOf): boolean =>
  task.source === 'ANSWER' && task.meetingId === meetingId && (task.lineId?.startsWith(`${date}|`) ?? false);

/**
 * Returns the sheet after an answer was given or edited. Replaces only the tasks that came from this answer and that no
 * person edited; a line with the same text keeps the id of its task. A line whose task a person edited, moved or
 * deleted creates no second task. Lines beyond `limits.tasksPerDay` are left out.
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

/** Returns the total minutes and the minutes by meeting id. The key `-` is for tasks without a meeting. */
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

/** Returns minutes as whole hours and remaining minutes, and as hours rounded to two decimals. */
export const hoursAndMinutes = (
  minutes: number,
): { readonly hours: number; readonly minutes: number; readonly totalHours: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: minutes % 60,
  totalHours: totalHours(0, minutes),
});

export const totalHours = (hours: number, minutes: number): number => Math.round((hours + minutes / 60) * 100) / 100;
