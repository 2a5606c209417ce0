import { durationText, minutesOfDuration } from '#contracts/core/parseAndFormatDuration.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { saveTask, Task } from '#contracts/timesheets/taskWeekAndDownloadCalls.ts';
import type { WebKey } from '../../../ui/text/translate.ts';
import { addDays, readDate } from '../../../ui/text/calculateAndFormatDates.ts';
import type { DateReader } from '../../../ui/text/calculateAndFormatDates.ts';
import { parseTypedDate } from '../../../ui/forms/parseTypedDate.ts';
import { hoursOf, minutesOf } from '../week/weekSumsAndHourConversion.ts';

export interface TaskDraft {
  readonly task: string;
  readonly meetingId: string;
  /** The date as the reader typed it, which may be invalid. */
  readonly date: string;
  /** The duration as the reader typed it, which may be invalid. */
  readonly time: string;
}

export type TaskField = keyof TaskDraft;
export type TaskFaults = Partial<Record<TaskField, WebKey>>;

/** The edited row. `task` is the stored row as it was read; null = a new row. */
export interface Edit {
  readonly task: Task | null;
  /** Idempotency key of a new row, so that a repeated save stores only one row. */
  readonly draftId: string;
  readonly draft: TaskDraft;
  /** Date with which a new row was first sent. If the reply was lost, the server has stored the row on this date. */
  readonly sentDate?: string | undefined;
}

const timeText = (minutes: number): string => (minutes === 0 ? '0' : durationText(minutes));

export const draftOf = (task: Task): TaskDraft => ({
  ...{ task: task.task, meetingId: task.meetingId ?? '', date: task.date, time: timeText(minutesOf(task)) },
});

/** Returns the hours of the draft; undefined while the text is not a duration. */
export const draftHours = ({ time }: TaskDraft): number | undefined => {
  const minutes = minutesOfDuration(time);
  return minutes === undefined ? undefined : hoursOf(minutes);
};

/** Returns the draft with its date as yyyy-MM-dd. If the typed text is not a date, the text stays. */
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

/** True if saving would change nothing. A new row is always a change. */
export const isUnchanged = ({ task, draft }: Edit): boolean => {
  if (task === null) return false;
  return (
    draft.task.trim() === task.task &&
    (draft.meetingId === '' ? null : draft.meetingId) === task.meetingId &&
    draft.date === task.date &&
    minutesOfDuration(draft.time) === minutesOf(task)
  );
};

/** A reason to ask for confirmation before saving a draft, although the draft has no fault. */
export type Doubt =
  | { readonly key: 'timesheet.askZero' }
  | { readonly key: 'timesheet.askLongDay'; readonly minutes: number }
  | { readonly key: 'timesheet.askOld' };

/** True if saving adds time to the draft's day. If not, the page needs no confirmation for a long day. */
export const addsTime = ({ task, draft }: Omit<Edit, 'draftId'>): boolean =>
  task === null || draft.date !== task.date || (minutesOfDuration(draft.time) ?? 0) > minutesOf(task);

/**
 * Returns the doubts that this change causes: a time newly set to zero, time added to a day that is then longer than 24
 * hours, or a move to an old date. An old date or a zero that stays causes no doubt. `otherMinutes` is the sum of the
 * other rows of the draft's day.
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
 * Returns a new row with the date with which it was sent before; undefined if it was not sent with another date. The server
 * recognises a repeated new row only on its date, so the row must be saved on that date before it moves.
 */
export const earlierDraft = (edit: Edit): Edit | undefined => {
  const { task, draft, sentDate = draft.date } = edit;
  return task !== null || sentDate === draft.date ? undefined : { ...edit, draft: { ...draft, date: sentDate } };
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns a random id for a draft. The 256 values of a byte are a multiple of the 32 letters, so every letter is equally likely.
 */
export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

export const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const emails = Array.from(line);
  return emails.length <= 60 ? line : `${emails.slice(0, 59).join('')}…`;
};
