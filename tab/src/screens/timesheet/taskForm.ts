import type { InputOf } from '#contracts/endpoint.ts';
import { limits } from '#contracts/limits.ts';
import type { saveTask, Task } from '#contracts/timesheet.ts';
import type { WebKey } from '../../ui/words.ts';
import { hoursOf } from './weekGrid.ts';

/** A row as it is typed. */
export interface TaskDraft {
  readonly task: string;
  /** Empty = of no report. */
  readonly meetingId: string;
  /** yyyy-MM-dd, or empty. */
  readonly date: string;
  readonly hours: string;
  readonly minutes: string;
}

export type TaskField = keyof TaskDraft;
export type TaskFaults = Partial<Record<TaskField, WebKey>>;

/** What is being edited: a stored row as it was read, or a new one. */
export interface Edit {
  readonly task: Task | null;
  /** Makes a repeated Add the same row. */
  readonly draftId: string;
  readonly draft: TaskDraft;
}

export const draftOf = ({ task, meetingId, date, hours, minutes }: Task): TaskDraft => ({
  ...{ task, meetingId: meetingId ?? '', date, hours: String(hours), minutes: String(minutes) },
});

/** As a person writes it; an empty field is none. Undefined = not a whole number in bounds. */
const readNumber = (typed: string, max: number): number | undefined => {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,4}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
};

interface Time {
  readonly hours: number | undefined;
  readonly minutes: number | undefined;
}
const timeOf = ({ hours, minutes }: TaskDraft): Time => ({
  hours: readNumber(hours, limits.taskHours),
  minutes: readNumber(minutes, limits.taskMinutes),
});

/** What the row comes to; undefined while a number is none. */
export const draftHours = (draft: TaskDraft): number | undefined => {
  const { hours, minutes } = timeOf(draft);
  return hours === undefined || minutes === undefined ? undefined : hoursOf(hours * 60 + minutes);
};

const dateFault = (date: string, today: string): WebKey | undefined => {
  if (date === '') return 'timesheet.dateMissing';
  return date > today ? 'timesheet.dateAhead' : undefined;
};

const taskFault = (typed: string): WebKey | undefined => {
  const task = typed.trim();
  if (task === '') return 'timesheet.taskMissing';
  return task.length > limits.taskLength ? 'timesheet.taskTooLong' : undefined;
};

/** What is wrong with a draft, by field; the server judges the same once more. */
export const faultsOf = (draft: TaskDraft, today: string): TaskFaults => {
  const { hours, minutes } = timeOf(draft);
  const found: readonly (readonly [TaskField, WebKey | undefined])[] = [
    ['task', taskFault(draft.task)],
    ['date', dateFault(draft.date, today)],
    ['hours', hours === undefined ? 'timesheet.hoursRange' : undefined],
    ['minutes', minutes === undefined ? 'timesheet.minutesRange' : undefined],
  ];
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
};

/** Whether saving would change nothing. */
export const isUnchanged = ({ task, draft }: Edit): boolean => {
  if (task === null) return false;
  const { hours, minutes } = timeOf(draft);
  return (
    draft.task.trim() === task.task &&
    (draft.meetingId === '' ? null : draft.meetingId) === task.meetingId &&
    draft.date === task.date &&
    hours === task.hours &&
    minutes === task.minutes
  );
};

/** The call that saves a draft without faults. */
export const saveInput = ({ task, draftId, draft }: Edit, teamId: string): InputOf<typeof saveTask> => {
  const { hours = 0, minutes = 0 } = timeOf(draft);
  return {
    ...(task === null ? { draftId } : { id: task.id, version: task.version }),
    ...{
      meetingId: draft.meetingId === '' ? null : draft.meetingId,
      teamId,
      task: draft.task.trim(),
      date: draft.date,
    },
    ...{ hours, minutes, totalHours: hoursOf(hours * 60 + minutes) },
  };
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A name of the draft's own; 32 letters and 256 values of a byte go evenly. */
export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

/** The start of a text on one line, for names of buttons and for notices. */
export const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= 60 ? line : `${letters.slice(0, 59).join('')}…`;
};
