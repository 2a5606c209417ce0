import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';
import { weekStates } from './weekState.ts';
import { sheetDate, sums, task, version } from './timesheetTaskCalls.ts';

/** The Monday that identifies a week (ISO 8601). */
const monday = sheetDate.refine((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1, 'timesheet.notMonday');
const weekPath = { teamId, memberId, monday };

export const week = z.object({
  ...weekPath,
  monday: localDate,
  user: z.string(),
  state: z.enum(weekStates),
  note: z.string().nullable(),
  /**
   * Name of the person who approved, sent back or reopened the week since it was last submitted; null = no such
   * decision.
   */
  decidedBy: z.string().nullable(),
  /** Instant of the last change of the state or of a task; null = the week was never changed. */
  changedAt: instant.nullable(),
  version,
  ...sums,
  days: z.array(z.object({ date: localDate, ...sums })),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    approve: z.boolean(),
    sendBack: z.boolean(),
    reopen: z.boolean(),
  }),
});
export type Week = z.output<typeof week>;

export const getWeek = endpoint({
  method: 'GET',
  path: '/api/timesheet/week/get/{teamId}/{memberId}/{monday}',
  access: 'timesheet.read',
  input: z.object(weekPath),
  output: week.extend({ items: z.array(task), today: localDate }),
});

/** Returns the weeks of the team that wait for approval, oldest first: at most 200 weeks, not older than 53 weeks. */
export const waitingWeeks = endpoint({
  method: 'GET',
  path: '/api/timesheet/week/waiting/{teamId}',
  access: 'timesheet.approve',
  input: z.object({ teamId }),
  output: z.object({ items: z.array(week) }),
});

/**
 * The signed data of the card that asks an admin to approve a week. `sig`: HMAC-SHA-256 of the other fields, in
 * base64url.
 */
export const weekCardData = z.object({
  v: z.literal(1),
  O: orgId,
  T: teamId,
  memberId,
  monday: localDate,
  /**
   * Version of the tasks that the card shows. If the tasks have another version when an admin decides, the decision is
   * refused.
   */
  version: z.string().max(64),
  sig: z.string().min(40).max(50),
});
export type WeekCardData = z.output<typeof weekCardData>;

/** Values of `verb` in the card's buttons. `returnWeek` sends the week back. */
export const weekVerbs = ['approveWeek', 'returnWeek'] as const;
export type WeekVerb = (typeof weekVerbs)[number];
export const weekNoteInput = 'note';

const note = text({ max: limits.messageLength, multiLine: true, required: 'timesheet.noteMissing' });

/**
 * Submits the caller's own week: OPEN or SENT_BACK → SUBMITTED. The tasks can still be changed. The admins of the team
 * get a message in the chat.
 */
export const submitWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/submit/{teamId}/{memberId}/{monday}',
  access: 'timesheet.write',
  input: z.object(weekPath),
  output: week,
});
/**
 * Approves a week, as an admin of the team: SUBMITTED → APPROVED. If the tasks have changed since the caller read
 * `version`, the call is refused (WEEK_CHANGED).
 */
export const approveWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/approve/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, version: version.optional() }),
  output: week,
});
/** Sends a week back to its owner, with a note: SUBMITTED → SENT_BACK. */
export const returnWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/return/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, note }),
  output: week,
});
/** Moves an approved week back to OPEN. The note is required, because it explains the reason to the owner. */
export const reopenWeek = endpoint({
  method: 'POST',
  path: '/api/timesheet/week/reopen/{teamId}/{memberId}/{monday}',
  access: 'timesheet.approve',
  input: z.object({ ...weekPath, note }),
  output: week,
});
