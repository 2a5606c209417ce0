import { createHash } from 'node:crypto';
import type { LocalDate, MeetingId } from '#contracts/core/ids.ts';
import { lineMark } from './daySheet.ts';
import type { DaySheet, SheetTask } from './daySheet.ts';

// Edits of a person to their own day. A row that came from an answer belongs to the person once they change it.

export interface TaskFields {
  readonly meetingId: MeetingId | null;
  readonly task: string;
  readonly minutes: number;
}

/** Version of the visible fields of a row. If it differs, the row was changed in the meantime. */
export const versionOf = (date: LocalDate, { meetingId, task, minutes }: TaskFields): string =>
  createHash('sha256')
    .update(JSON.stringify([date, meetingId, minutes, task]), 'utf8')
    .digest('hex')
    .slice(0, 16);

const dayOfId = (id: string): LocalDate => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}` as LocalDate;

/** The day a row was made in: its id names it wherever the row is now. */
export const createdOn = (task: Pick<SheetTask, 'id'>): LocalDate => dayOfId(task.id);

export const newTaskId = (date: LocalDate, ulid: string): string => `${date.replaceAll('-', '')}-${ulid}`;

const without = (moved: DaySheet['moved'], names: readonly (string | null)[]): DaySheet['moved'] =>
  Object.fromEntries(Object.entries(moved).filter(([name]) => !names.includes(name)));

/** Adds a row, or takes back one that had been moved away. */
export const addTask = (sheet: DaySheet, task: SheetTask): DaySheet => ({
  tasks: [...sheet.tasks, task],
  moved: without(sheet.moved, [task.id, lineMark(task)]),
});

/**
 * If the row of a line was moved or deleted, or no longer belongs to its answer, the line must not return when the answer is
 * edited.
 */
const withMark = (sheet: DaySheet, task: SheetTask, to: LocalDate): DaySheet['moved'] => {
  const mark = lineMark(task);
  return mark === null ? sheet.moved : { ...sheet.moved, [mark]: to };
};

const withoutTask = (sheet: DaySheet, id: string): SheetTask[] => sheet.tasks.filter((task) => task.id !== id);

/** Deletes a row of the sheet of `date`. */
export const removeTask = (sheet: DaySheet, date: LocalDate, task: SheetTask): DaySheet => ({
  tasks: withoutTask(sheet, task.id),
  moved: withMark(sheet, task, date),
});

/** Removes a row that moves to another day, and records that day. */
export const moveTaskOut = (sheet: DaySheet, task: SheetTask, to: LocalDate): DaySheet => ({
  tasks: withoutTask(sheet, task.id),
  moved: { ...withMark(sheet, task, to), [task.id]: to },
});

/** The row as a person changed it. In another meeting it has nothing to do with its answer any more. */
export const hasTaskChanged = (task: SheetTask, fields: TaskFields): SheetTask => ({
  ...task,
  ...fields,
  lineId: task.meetingId === fields.meetingId ? task.lineId : null,
  editedByPerson: true,
});

/** Puts a changed row in the place of the one it was. */
export const replaceTask = (sheet: DaySheet, date: LocalDate, before: SheetTask, after: SheetTask): DaySheet => ({
  tasks: sheet.tasks.map((task) => (task.id === before.id ? after : task)),
  moved: before.lineId === after.lineId ? sheet.moved : withMark(sheet, before, date),
});
