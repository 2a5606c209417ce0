import { durationText, minutesOfDuration } from '#contracts/core/parseAndFormatDuration.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { saveTask, Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { WebKey } from '../../../ui/text/translate.ts';
import { addDays, readDate } from '../../../ui/text/calculateAndFormatDates.ts';
import type { DateReader } from '../../../ui/text/calculateAndFormatDates.ts';
import { parseTypedDate } from '../../../ui/forms/parseTypedDate.ts';
import { hoursOf, minutesOf } from '../week/weekSumsAndHourConversion.ts';

export interface TaskDraft {
  readonly task: string;
  readonly meetingId: string;
  /** The typed date, which may be invalid. */
  readonly date: string;
  /** The typed duration, which may be invalid. */
  readonly time: string;
}

export type TaskField = keyof TaskDraft;
export type TaskFaults = Partial<Record<TaskField, WebKey>>;

/** The row that is being edited. `task` is the stored row when the edit began; null = a new row. */
export interface Edit {
  readonly task: Task | null;
  /** Idempotency key of a new row, so that a repeated save stores only one row. */
  readonly draftId: string;
  readonly draft: TaskDraft;
  /**
   * The date with which a new row was first sent. If the reply was lost, the server may have stored the row on this
   * date.
   */
  readonly sentDate?: string | undefined;
}

const timeText = (minutes: number): string => (minutes === 0 ? '0' : durationText(minutes));

export const draftOf = (task: Task): TaskDraft => ({
  ...{ task: task.task, meetingId: task.meetingId ?? '', date: task.date, time: timeText(minutesOf(task)) },
});

/** Returns the decimal hours of the draft; undefined while the typed text is not a duration. */
export const draftHours = ({ time }: TaskDraft): number | undefined => {
  const minutes = minutesOfDuration(time);
  return minutes === undefined ? undefined : hoursOf(minutes);
};

/** Returns the draft with its date in the form yyyy-MM-dd. A text that is not a date stays as it is. */
export const withReadDate = (draft: TaskDraft, reader: DateReader): TaskDraft => ({
  ...draft,
  date: parseTypedDate(draft.date, reader) ?? draft.date,
});

const dateFault = (date: string, today: string): WebKey | undefined => {
  if (readDate(date) === undefined) return 'timesheet.dateMissing';
  return date > today ? 'timesheet.dateAhead' : undefined;
};

const taskFault = (typed: string): WebKey | undefined => {
  const task = typed.trim();
  if (task === '') return 'timesheet.taskMissing';
  return task.length > limits.taskLength ? 'timesheet.taskTooLong' : undefined;
};

export const faultsOf = (draft: TaskDraft, today: string): TaskFaults => {
  const matches: readonly (readonly [TaskField, WebKey | undefined])[] = [
    ['task', taskFault(draft.task)],
    ['date', dateFault(draft.date, today)],
    ['time', minutesOfDuration(draft.time) === undefined ? 'timesheet.timeUnread' : undefined],
  ];
  return Object.fromEntries(matches.filter(([, fault]) => fault !== undefined));
};

/** True if saving would change nothing. Saving a new row always changes something. */
export const isUnchanged = ({ task, draft }: Edit): boolean => {
  if (task === null) return false;
  return (
    draft.task.trim() === task.task &&
    (draft.meetingId === '' ? null : draft.meetingId) === task.meetingId &&
    draft.date === task.date &&
    minutesOfDuration(draft.time) === minutesOf(task)
  );
};

/** A reason to ask for confirmation before a draft without faults is saved. */
export type Doubt =
  | { readonly key: 'timesheet.askZero' }
  | { readonly key: 'timesheet.askLongDay'; readonly minutes: number }
  | { readonly key: 'timesheet.askOld' };

/** True if saving adds time to the day of the draft. Only then can the day become too long. */
export const addsTime = ({ task, draft }: Omit<Edit, 'draftId'>): boolean =>
  task === null || draft.date !== task.date || (minutesOfDuration(draft.time) ?? 0) > minutesOf(task);

/**
 * Returns the doubts about a draft: its time has become zero, added time makes the day longer than 24 hours, or its
 * date has become an old one (more than `limits.usualTaskDays` ago). Values that were so before cause no doubt.
 * `otherMinutes` is the sum of the day's other rows.
 */
export const doubtsOf = (
  { task, draft }: Omit<Edit, 'draftId'>,
  today: LocalDate,
  otherMinutes: number,
): readonly Doubt[] => {
  const minutes = minutesOfDuration(draft.time) ?? 0;
  const doubts: Doubt[] = [];
  if (minutes === 0 && (task === null || minutesOf(task) > 0)) doubts.push({ key: 'timesheet.askZero' });
  const dayMinutes = otherMinutes + minutes;
  if (dayMinutes > limits.dayMinutes && addsTime({ task, draft }))
    doubts.push({ key: 'timesheet.askLongDay', minutes: dayMinutes });
  const isOld = draft.date < addDays(today, -limits.usualTaskDays);
  if (isOld && draft.date !== task?.date) doubts.push({ key: 'timesheet.askOld' });
  return doubts;
};

export const saveInput = ({ task, draftId, draft }: Edit, teamId: string): InputOf<typeof saveTask> => {
  const minutes = minutesOfDuration(draft.time) ?? 0;
  return {
    ...(task === null ? { draftId } : { id: task.id, version: task.version }),
    ...{
      meetingId: draft.meetingId === '' ? null : draft.meetingId,
      teamId,
      task: draft.task.trim(),
      date: draft.date,
    },
    ...{ hours: Math.floor(minutes / 60), minutes: minutes % 60, totalHours: hoursOf(minutes) },
  };
};

/**
 * Returns the new row with the date with which it was first sent; undefined if that is its present date or the row is
 * stored. The server recognises a repeated new row only on the same date, so the row is first saved there and then
 * moved.
 */
export const earlierDraft = (edit: Edit): Edit | undefined => {
  const { task, draft, sentDate = draft.date } = edit;
  return task !== null || sentDate === draft.date ? undefined : { ...edit, draft: { ...draft, date: sentDate } };
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns a random id for a draft. 256, the number of values of a byte, is a multiple of the 32 letters, so all letters
 * are equally likely.
 */
export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

export const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const emails = Array.from(line);
  return emails.length <= 60 ? line : `${emails.slice(0, 59).join('')}…`;
};
