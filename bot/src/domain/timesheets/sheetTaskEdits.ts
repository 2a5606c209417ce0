import { createHash } from 'node:crypto';
import type { LocalDate, MeetingId } from '#contracts/core/ids.ts';
import { lineMark } from './daySheet.ts';
import type { DaySheet, SheetTask } from './daySheet.ts';

// Edits that a person makes to their own day. A row that an answer made belongs to the person after the first edit.

export interface TaskFields {
  readonly meetingId: MeetingId | null;
  readonly task: string;
  readonly minutes: number;
}

/**
 * Returns a version of the visible fields of a row. If the version differs from the one that was read, the row was changed in the
 * meantime.
 */
export const versionOf = (date: LocalDate, { meetingId, task, minutes }: TaskFields): string =>
  createHash('sha256')
    .update(JSON.stringify([date, meetingId, minutes, task]), 'utf8')
    .digest('hex')
    .slice(0, 16);

const dayOfId = (id: string): LocalDate => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}` as LocalDate;

/** Returns the day on which a row was created. The id contains this day even if the row was moved. */
export const createdOn = (task: Pick<SheetTask, 'id'>): LocalDate => dayOfId(task.id);

export const newTaskId = (date: LocalDate, ulid: string): string => `${date.replaceAll('-', '')}-${ulid}`;

const without = (moved: DaySheet['moved'], names: readonly (string | null)[]): DaySheet['moved'] =>
  Object.fromEntries(Object.entries(moved).filter(([name]) => !names.includes(name)));

/** Adds a row to the sheet. If the row had been moved away, the record of the move is removed. */
export const addTask = (sheet: DaySheet, task: SheetTask): DaySheet => ({
  tasks: [...sheet.tasks, task],
  moved: without(sheet.moved, [task.id, lineMark(task)]),
});

/**
 * Returns `moved` with an entry for the answer line behind the row, so that editing the answer does not create the row
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

/** Removes a row that moves to another day, and records the new day. */
export const moveTaskOut = (sheet: DaySheet, task: SheetTask, to: LocalDate): DaySheet => ({
  tasks: withoutTask(sheet, task.id),
  moved: { ...withMark(sheet, task, to), [task.id]: to },
});

/** Returns the row with the person's changes. If the meeting changes, the row is no longer connected with its answer. */
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
