import { createHash } from 'node:crypto';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lineMark } from './daySheetMergeAndTotals.ts';
import type { DaySheet, SheetTask } from './daySheetMergeAndTotals.ts';

// Edits that a person makes to their own timesheet. After the first edit, a task that came from an answer no longer
// follows the answer.

export interface TaskFields {
  readonly meetingId: MeetingId | null;
  readonly task: string;
  readonly minutes: number;
}

/**
 * Returns a hash of the visible fields of a task as its version. If the version differs from the version that a client
 * read, the task was changed after the client read it.
 */
export const versionOf = (date: LocalDate, { meetingId, task, minutes }: TaskFields): string =>
  createHash('sha256')
    .update(JSON.stringify([date, meetingId, minutes, task]), 'utf8')
    .digest('hex')
    .slice(0, 16);

const dayOfId = (id: string): LocalDate => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}` as LocalDate;

/** Returns the day on which a task was created. The id contains this day even after the task was moved. */
export const createdOn = (task: Pick<SheetTask, 'id'>): LocalDate => dayOfId(task.id);

export const newTaskId = (date: LocalDate, ulid: string): string => `${date.replaceAll('-', '')}-${ulid}`;

const without = (moved: DaySheet['moved'], names: readonly (string | null)[]): DaySheet['moved'] =>
  Object.fromEntries(Object.entries(moved).filter(([name]) => !names.includes(name)));

/** Adds a task to the sheet. If the task had been moved away before, the entry about the move is removed. */
export const addTask = (sheet: DaySheet, task: SheetTask): DaySheet => ({
  tasks: [...sheet.tasks, task],
  moved: without(sheet.moved, [task.id, lineMark(task)]),
});

/**
 * Returns `moved` with an entry for the answer line of the task, so that editing the answer does not create the task
 * again.
 */
const withMark = (sheet: DaySheet, task: SheetTask, to: LocalDate): DaySheet['moved'] => {
  const mark = lineMark(task);
  return mark === null ? sheet.moved : { ...sheet.moved, [mark]: to };
};

const withoutTask = (sheet: DaySheet, id: string): SheetTask[] => sheet.tasks.filter((task) => task.id !== id);

export const removeTask = (sheet: DaySheet, date: LocalDate, task: SheetTask): DaySheet => ({
  tasks: withoutTask(sheet, task.id),
  moved: withMark(sheet, task, date),
});

/** Removes a task that moves to another day, and records the new day in `moved`. */
export const moveTaskOut = (sheet: DaySheet, task: SheetTask, to: LocalDate): DaySheet => ({
  tasks: withoutTask(sheet, task.id),
  moved: { ...withMark(sheet, task, to), [task.id]: to },
});

/**
 * Returns the task with the person's changes. If the meeting changes, the task is no longer connected with its answer.
 */
export const changedTask = (task: SheetTask, fields: TaskFields): SheetTask => ({
  ...task,
  ...fields,
  lineId: task.meetingId === fields.meetingId ? task.lineId : null,
  editedByPerson: true,
});

export const replaceTask = (sheet: DaySheet, date: LocalDate, before: SheetTask, after: SheetTask): DaySheet => ({
  tasks: sheet.tasks.map((task) => (task.id === before.id ? after : task)),
  moved: before.lineId === after.lineId ? sheet.moved : withMark(sheet, before, date),
});
