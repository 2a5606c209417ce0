import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, orgId, teamId } from '../core/ids.ts';
import { limits, ui } from '../core/limits.ts';
import { reportDate } from '../reports/report.ts';
import { text } from '../core/textField.ts';

/** A week of one member: APPROVED blocks every write, also those from answers (docs/product-rules.md, Timesheets). */
export const weekStates = ['OPEN', 'SUBMITTED', 'APPROVED', 'SENT_BACK'] as const;
export type WeekState = (typeof weekStates)[number];

/** ANSWER: a line of an answer made it. */
export const taskSources = ['ANSWER', 'PERSON'] as const;

/** yyyyMMdd of the day it was made in, and a ULID. It stays when the task moves to another day. */
export const taskId = z.string().regex(/^\d{8}-[0-9A-HJKMNP-TV-Z]{26}$/, 'invalid.id');

/**
 * Version of a row or a week at reading. The client sends it back with a change, so that a change never overwrites one that its
 * author has not seen.
 */
const version = z.string().max(64, 'invalid.text');

/** One row. Hours are 0 to 23, minutes 0 to 59; totalHours = hours + minutes/60 with two decimals. */
export const task = z.object({
  id: taskId,
  /** Null = of no meeting. */
  meetingId: meetingId.nullable(),
  /** Null without a meeting; also the name of one that was deleted. */
  meetingName: z.string().nullable(),
  task: z.string(),
  /** Name of the member. */
  user: z.string(),
  memberId,
  date: localDate,
  hours: z.int(),
  minutes: z.int(),
  totalHours: z.number(),
  source: z.enum(taskSources),
  version,
  /** The reader's own, and the week is not approved. */
  canEdit: z.boolean(),
});
export type Task = z.output<typeof task>;

/** Sums of minutes, exact; totalHours is the sum with two decimals, not the sum of rounded ones. */
const sums = { rows: z.int(), minutes: z.int(), totalHours: z.number() };

export const timesheetTotals = z.object({
  ...sums,
  /** By name; those with rows only. */
  byMember: z.array(z.object({ memberId, user: z.string(), ...sums })),
  /** Newest first; those with rows only. */
  byDay: z.array(z.object({ date: localDate, ...sums })),
});
export type TimesheetTotals = z.output<typeof timesheetTotals>;

/**
 * Rows to return. startDate and endDate are both included; both left out = the reader's last 30 days. `users` are member ids;
 * left out or empty = all members. Left out or empty `meetingIds` or `meetingId` = all meetings. A member or meeting that the
 * team does not have is NOT_FOUND.
 */
const filterFields = {
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
 * A page of rows, newest day first, within a day by member, within a member in the order of the day. Totals cover all pages.
 * Added rows push others to later pages, so `after` (the `next` of the page before) begins right behind that page's last row: no
 * row is repeated or left out.
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
    /** Asks for the page that has this row, so that a saved row can be shown. The first page if the filter does not show the row. */
    row: taskId.optional(),
  }),
  output: z.object({
    items: z.array(task),
    pageNumber: z.int(),
    count: z.int(),
    pageCount: z.int(),
    totalItems: z.int(),
    /** For `after`; null on the last page. */
    next: z.string().nullable(),
    totals: timesheetTotals,
    /** The effective first and last day of the reply. */
    startDate: localDate,
    endDate: localDate,
    /** The reader's own date: no task is after it. */
    today: localDate,
  }),
});

const taskText = text({
  max: limits.taskLength,
  multiLine: true,
  required: 'timesheet.taskMissing',
  tooLong: 'timesheet.taskTooLong',
});
/** No timesheets exist before that date, and near the ends of the calendar there are no full weeks. */
const isInTime = (date: string): boolean => date >= '1970-01-05' && date < '9000-01-01';
const sheetDate = localDate.refine(isInTime, 'invalid.date');
const taskDate = z
  .string('timesheet.dateMissing')
  .min(1, { error: 'timesheet.dateMissing', abort: true })
  .pipe(sheetDate);
const upTo = (max: number, message: 'timesheet.hoursRange' | 'timesheet.minutesRange') =>
  z.int(message).min(0, message).max(max, message);

/**
 * Adds a row, or changes the caller's own row `id`. Only a row without a meeting needs `teamId`. A ULID as `draftId` makes
 * repeated Adds one row. With `version`, a row changed since its reading is refused (TASK_CHANGED, `data` as `taskConflict`).
 * Also refused: WEEK_LOCKED, future dates, more than 100 rows a day.
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
      /** Ignored, because it follows from the two fields before. */
      totalHours: z.unknown().optional(),
      version: version.optional(),
    })
    .refine((input) => input.meetingId != null || input.teamId !== undefined, {
      error: 'invalid.id',
      path: ['meetingId'],
    }),
  output: task,
});

/** `data` of TASK_CHANGED: the row as it is stored now; null = it was deleted. */
export const taskConflict = z.object({ task: task.nullable() });

/** Deletes an own row. `meetingId` `-` = of no meeting, and then `teamId` is needed. Refusals as of `saveTask`. */
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
 * Copies the caller's last day with rows before `date` (left out: today) to it, at most 31 days back; a row of the same text and meeting
 * that is there already is not copied again. `from` null = there was no such day. With `isPreview` nothing is stored: the items are what
 * would be copied, and their ids lead nowhere.
 */
export const copyLastDay = endpoint({
  method: 'POST',
  path: '/api/timesheet/copy',
  isNew: true,
  access: 'timesheet.write',
  input: z.object({ teamId, date: sheetDate.optional(), isPreview: z.boolean('invalid.choice').optional() }),
  output: z.object({ from: localDate.nullable(), items: z.array(task) }),
});

export const exportFormats = ['XLSX', 'CSV', 'PDF'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Selects the rows of a download. XLSX and PDF: one person after the other by name, oldest day first. CSV is written as it is
 * read, so its rows are in the order of the screen: newest day first, within a day by member.
 */
export const downloadFilter = z.object({
  ...filterFields,
  format: z.enum(exportFormats, 'invalid.choice').default('XLSX'),
});
export type DownloadFilter = z.output<typeof downloadFilter>;

/** A token for `?token=` of the download, good for 60 seconds and for this filter only. TOO_LARGE: more rows than the format takes. */
export const downloadToken = endpoint({
  method: 'POST',
  path: '/api/timesheet/downloadtoken',
  access: 'timesheet.read',
  input: z.object({ filter: downloadFilter }),
  output: z.object({
    token: z.string(),
    /** The path's part, as JSON, percent-encoded: `/api/timesheet/download/` + filter + `?token=` + token. */
    filter: z.string(),
    rows: z.int(),
  }),
});

const parseJson = (value: string, context: z.core.$RefinementCtx): unknown => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'timesheet.filterNotJson' });
    return z.NEVER;
  }
};

/** The file itself, no envelope. `filter` is JSON. */
export const downloadTimesheet = endpoint({
  method: 'GET',
  path: '/api/timesheet/download/{filter}',
  access: 'timesheet.read',
  input: z.object({
    filter: z.string().max(16_000, 'invalid.tooLong').transform(parseJson).pipe(downloadFilter),
    token: z.string().max(8192, 'invalid.tooLong').optional(),
  }),
  output: z.unknown(),
});

/** Weeks are named by their Monday. */
const monday = sheetDate.refine((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1, 'timesheet.notMonday');
const weekPath = { teamId, memberId, monday };

/** A week of one member in one team. */
export const week = z.object({
  ...weekPath,
  monday: localDate,
  /** Name of the member. */
  user: z.string(),
  state: z.enum(weekStates),
  /** Note of the person who sent it back or reopened it. */
  note: z.string().nullable(),
  /** Name of the person who approved it, sent it back or reopened it; null = no decision yet. */
  decidedBy: z.string().nullable(),
  /** Last change of the state or of a row; null = nothing there yet. */
  changedAt: instant.nullable(),
  version,
  ...sums,
  /** Monday to Sunday. */
  days: z.array(z.object({ date: localDate, ...sums })),
  /** Actions that the reader may do now. */
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    approve: z.boolean(),
    sendBack: z.boolean(),
    reopen: z.boolean(),
  }),
});
export type Week = z.output<typeof week>;

/** A week with its rows, oldest day first. */
export const getWeek = endpoint({
  method: 'GET',
  path: '/api/timesheet/week/get/{teamId}/{memberId}/{monday}',
  access: 'timesheet.read',
  input: z.object(weekPath),
  output: week.extend({ items: z.array(task), today: localDate }),
});

/** Weeks of the team that wait for approval, oldest first: of the last 53 weeks, at most 200. */
export const waitingWeeks = endpoint({
  method: 'GET',
  path: '/api/timesheet/week/waiting/{teamId}',
  access: 'timesheet.approve',
  input: z.object({ teamId }),
  output: z.object({ items: z.array(week) }),
});

/** The signed data of a card that asks for a week's approval. `sig` = HMAC-SHA-256 over the other parts, base64url. */
export const weekCardData = z.object({
  v: z.literal(1),
  O: orgId,
  T: teamId,
  memberId,
  monday: localDate,
  /** Version of the rows that the card shows. */
  version: z.string().max(64),
  sig: z.string().min(40).max(50),
});
export type WeekCardData = z.output<typeof weekCardData>;

/** Actions of the card's buttons. */
export const weekVerbs = ['approveWeek', 'returnWeek'] as const;
export type WeekVerb = (typeof weekVerbs)[number];
/** Name of the card's input. */
export const weekNoteInput = 'note';

const note = text({ max: limits.messageLength, multiLine: true, required: 'timesheet.noteMissing' });

/** The owner: OPEN or SENT_BACK → SUBMITTED. Rows can still be changed; the admins of the team are asked in the chat. */
export const submitWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/submit/{teamId}/{memberId}/{monday}',
  access: 'timesheet.write',
  input: z.object(weekPath),
  output: week,
});
/** An admin of the team: SUBMITTED → APPROVED. With the `version` that was read, a week whose rows changed since is refused (WEEK_CHANGED). */
export const approveWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/approve/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, version: version.optional() }),
  output: week,
});
/** SUBMITTED → SENT_BACK. */
export const returnWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/return/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, note }),
  output: week,
});
/** APPROVED → OPEN. */
export const reopenWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/reopen/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, note }),
  output: week,
});
