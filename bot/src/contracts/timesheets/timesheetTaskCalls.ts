import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits, ui } from '../core/limitsAndProductConstants.ts';
import { reportDate } from '../reports/dailyReport.ts';
import { text } from '../core/textAndEmailSchemas.ts';

/** Origin of a task. ANSWER: a line of an answer. PERSON: a person added it. */
export const taskSources = ['ANSWER', 'PERSON'] as const;

/**
 * Id of a task: the day of its creation (yyyyMMdd) and a ULID. The id stays the same if the task moves to another day.
 */
export const taskId = z.string().regex(/^\d{8}-[0-9A-HJKMNP-TV-Z]{26}$/, 'invalid.id');

/**
 * Version of a task or week. A client that sends a change also sends the version that it has read, so that the change
 * never overwrites another change that its author has not seen.
 */
export const version = z.string().max(64, 'invalid.text');

/** One task. `hours` is 0 to 23 and `minutes` 0 to 59. `totalHours` = hours + minutes/60, rounded to two decimals. */
export const task = z.object({
  id: taskId,
  /** Id of the meeting; null = the task belongs to no meeting. */
  meetingId: meetingId.nullable(),
  /** Name of the meeting, even if the meeting was deleted; null without a meeting. */
  meetingName: z.string().nullable(),
  task: z.string(),
  user: z.string(),
  memberId,
  date: localDate,
  hours: z.int(),
  minutes: z.int(),
  totalHours: z.number(),
  source: z.enum(taskSources),
  version,
  /** True if the task belongs to the reader and its week is not approved. */
  canEdit: z.boolean(),
});
export type Task = z.output<typeof task>;

/** Exact sum of minutes. `totalHours` is this sum rounded to two decimals, not a sum of rounded values. */
export const sums = { rows: z.int(), minutes: z.int(), totalHours: z.number() };

export const timesheetTotals = z.object({
  ...sums,
  /** Members with tasks, sorted by name. */
  byMember: z.array(z.object({ memberId, user: z.string(), ...sums })),
  byDay: z.array(z.object({ date: localDate, ...sums })),
});
export type TimesheetTotals = z.output<typeof timesheetTotals>;

/**
 * Filter of tasks. `startDate` and `endDate` are inclusive; both left out = the reader's last 30 days. `users` are
 * member ids; left out or empty = all members. `meetingIds` and `meetingId` left out or empty = all meetings. Unknown
 * members or meetings are NOT_FOUND.
 */
export const filterFields = {
  teamId,
  startDate: reportDate.optional(),
  endDate: reportDate.optional(),
  users: z.array(memberId, 'invalid.list').max(limits.filterUsers, 'invalid.tooMany').default([]),
  meetingIds: z.array(meetingId, 'invalid.list').max(limits.filterMeetings, 'invalid.tooMany').default([]),
  meetingId: z
    .literal('')
    .transform(() => null)
    .or(meetingId.nullable())
    .optional(),
};

/**
 * Returns a page of tasks: newest day first, within a day by member. Totals cover all pages. New tasks can shift page
 * numbers; to repeat or skip none, send the `next` of the previous page as `after`.
 */
export const getTimesheet = endpoint({
  method: 'POST',
  path: '/api/timesheet/get',
  access: 'timesheet.read',
  input: z.object({
    ...filterFields,
    pageNumber: z.int('invalid.number').min(1, 'invalid.number').max(1_000_000, 'invalid.number').default(1),
    count: z.int('invalid.number').min(1, 'invalid.number').max(100, 'invalid.number').default(ui.timesheetPageSize),
    after: z.string('invalid.text').max(100, 'invalid.text').optional(),
    /**
     * Requests the page that contains this task, so that a screen can show a task that was just saved. If the filter
     * excludes the task, the first page is returned.
     */
    row: taskId.optional(),
  }),
  output: z.object({
    items: z.array(task),
    pageNumber: z.int(),
    count: z.int(),
    pageCount: z.int(),
    totalItems: z.int(),
    /** Cursor that a client sends as `after` to get the next page; null on the last page. */
    next: z.string().nullable(),
    totals: timesheetTotals,
    startDate: localDate,
    endDate: localDate,
    /** Today's date in the reader's zone. No task may have a later date. */
    today: localDate,
  }),
});

const taskText = text({
  max: limits.taskLength,
  multiLine: true,
  required: 'timesheet.taskMissing',
  tooLong: 'timesheet.taskTooLong',
});
/**
 * True if a date is inside the supported range. Earlier dates have no timesheets, and close to the ends of the calendar
 * there are no full weeks.
 */
const isInTime = (date: string): boolean => date >= '1970-01-05' && date < '9000-01-01';
export const sheetDate = localDate.refine(isInTime, 'invalid.date');
const taskDate = z
  .string('timesheet.dateMissing')
  .min(1, { error: 'timesheet.dateMissing', abort: true })
  .pipe(sheetDate);
const upTo = (max: number, message: 'timesheet.hoursRange' | 'timesheet.minutesRange') =>
  z.int(message).min(0, message).max(max, message);

/**
 * Adds a task, or changes the caller's own task `id`. `teamId` is needed for a task without a meeting. Repeated calls
 * with the same `draftId` (a ULID) add only one task. The call refuses an outdated `version` (TASK_CHANGED, `data` as
 * `taskConflict`), locked weeks, future dates and more than 100 tasks a day.
 */
export const saveTask = endpoint({
  method: 'POST',
  path: '/api/timesheet/save',
  isNew: true,
  access: 'timesheet.write',
  input: z
    .object({
      id: taskId.nullable().optional(),
      draftId: z
        .string('invalid.id')
        .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'invalid.id')
        .optional(),
      meetingId: meetingId.nullable().optional(),
      teamId: teamId.optional(),
      task: taskText,
      date: taskDate,
      hours: upTo(limits.taskHours, 'timesheet.hoursRange'),
      minutes: upTo(limits.taskMinutes, 'timesheet.minutesRange'),
      /** `totalHours` is accepted but ignored, because the server computes the total from `hours` and `minutes`. */
      totalHours: z.unknown().optional(),
      version: version.optional(),
    })
    .refine((input) => input.meetingId != null || input.teamId !== undefined, {
      error: 'invalid.id',
      path: ['meetingId'],
    }),
  output: task,
});

/** `data` of TASK_CHANGED: the task that is stored now; null = the task was deleted. */
export const taskConflict = z.object({ task: task.nullable() });

/**
 * Deletes a task of the caller. For a task without a meeting, `meetingId` is `-` and `teamId` is required. The call is
 * refused for the same reasons as `saveTask`.
 */
export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/timesheet/delete/{meetingId}/{id}',
  access: 'timesheet.write',
  input: z
    .object({
      meetingId: z.union([z.literal('-'), meetingId], 'invalid.id'),
      id: taskId,
      teamId: teamId.optional(),
      version: version.optional(),
    })
    .refine((input) => input.meetingId !== '-' || input.teamId !== undefined, {
      error: 'invalid.id',
      path: ['teamId'],
    }),
  output: z.object({ id: taskId }),
});

/**
 * Copies to `date` (left out: today) the tasks of the caller's last earlier day with tasks, at most 31 days back. Tasks
 * that `date` already has are not copied. `from` is null if there is no such day. `isPreview`: the items are returned
 * but not stored, so their ids do not exist in the store.
 */
export const copyLastDay = endpoint({
  method: 'POST',
  path: '/api/timesheet/copy',
  isNew: true,
  access: 'timesheet.write',
  input: z.object({ teamId, date: sheetDate.optional(), isPreview: z.boolean('invalid.choice').optional() }),
  output: z.object({ from: localDate.nullable(), items: z.array(task) }),
});
