import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits, ui } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';
import { blockerActions, blockerStates } from './blockerStatesAndActions.ts';

/** Owner or needed member of a blocker. `hasLeft`: the person is no longer in the team. */
const person = z.object({ memberId, name: z.string(), hasLeft: z.boolean() });

/** The newest blocker of one member in one report, open or resolved. */
export const blockerItem = z.object({
  teamId,
  teamName: z.string(),
  meetingId,
  meetingName: z.string(),
  /** The member who is blocked. */
  owner: person.extend({ thumbnailUrl: z.string().nullable() }),
  /**
   * The member's text. Empty if an earlier version of the product resolved the blocker, because that version deleted
   * the text.
   */
  text: z.string(),
  state: z.enum(blockerStates),
  since: localDate,
  /**
   * Age in working days of the report, without team holidays, from `since` until today or until the blocker was
   * resolved.
   */
  days: z.int(),
  /** Instant at which the blocker ended; null = it is open, or the instant was not recorded. */
  closedAt: instant.nullable(),
  /**
   * The last change by a person or by an answer; null if nothing has changed since the answer that began the blocker.
   * `by`: null if the author is unknown.
   */
  changed: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  /** The member whose help is needed; null = none was named. */
  needed: person.nullable(),
  /** Note with which a needed member handed the blocker back; null without a note. */
  note: z.object({ text: z.string(), by: z.string().nullable() }).nullable(),
  /** The changes that the caller may make and that are possible in the current state. */
  actions: z.array(z.enum(blockerActions)),
});
export type BlockerItem = z.output<typeof blockerItem>;

export const blockerSorts = ['AGE', 'MEMBER', 'REPORT', 'STATE', 'NEEDED'] as const;
export type BlockerSort = (typeof blockerSorts)[number];

/** Filter and order of a list of blockers. A field that is left out does not filter, except `states`. */
export const blockerFilter = z.object({
  /** The team; left out = all teams of the caller in the organisation. */
  teamId: teamId.optional(),
  meetingId: meetingId.optional(),
  /** The member who is blocked. */
  memberId: memberId.optional(),
  neededId: memberId.optional(),
  /** The member who is blocked or needed. */
  personId: memberId.optional(),
  /** States of the blockers to list; left out or empty = all states except RESOLVED. */
  states: z.array(z.enum(blockerStates, 'invalid.choice'), 'invalid.list').max(4, 'invalid.tooMany').optional(),
  /** Shows only blockers of at least this age in working days. */
  minDays: z.int('invalid.number').min(0, 'invalid.number').max(limits.blockerDays, 'invalid.number').optional(),
  sort: z.enum(blockerSorts, 'invalid.choice').default('AGE'),
  /** True = the largest value first; for AGE the oldest blocker first. */
  isDescending: z.boolean('invalid.flag').default(true),
});

/**
 * Returns the last blocker of each member in each report, for one team or for all teams of the caller. `pageNumber`
 * begins at 1. `counts`, `reports` and `people` ignore the filter and describe all blockers of the teams. `people`:
 * everyone who is blocked or needed.
 */
export const getBlockers = endpoint({
  method: 'POST',
  path: '/api/blocker/getlist',
  access: 'report.read',
  input: blockerFilter.extend({
    pageCount: z
      .int('invalid.number')
      .min(1, 'invalid.number')
      .max(ui.blockerPageMax, 'invalid.number')
      .default(ui.blockerPageSize),
    pageNumber: z.int('invalid.number').min(1, 'invalid.number').max(1_000_000, 'invalid.number').default(1),
  }),
  output: z.object({
    items: z.array(blockerItem),
    pageCount: z.int(),
    pageNumber: z.int(),
    totalItems: z.int(),
    counts: z.object({ OPEN: z.int(), ACKNOWLEDGED: z.int(), REOPENED: z.int(), RESOLVED: z.int() }),
    reports: z.array(z.object({ teamId, meetingId, name: z.string() })),
    people: z.array(person),
  }),
});

/**
 * Changes a member's blocker in a report. `isChanged` is false if the blocker already had the requested state. `since`:
 * date on which the blocker that the caller saw began; if the member has another blocker now, the call is refused.
 * `neededId` is for NEED (null = no member is needed), `note` for HAND_BACK.
 */
export const changeBlocker = endpoint({
  method: 'POST',
  path: '/api/blocker/change/{meetingId}/{memberId}',
  access: 'blocker.change',
  input: z.object({
    meetingId,
    memberId,
    action: z.enum(blockerActions, 'invalid.choice'),
    since: localDate.optional(),
    neededId: memberId.nullish(),
    note: text({ max: limits.blockerNote, multiLine: true, tooLong: 'blocker.noteTooLong' }).nullish(),
  }),
  output: z.object({ meetingId, memberId, isChanged: z.boolean(), state: z.enum(blockerStates) }),
});

/**
 * Marks a member's open blocker in the meeting as resolved. `isResolved` is false if the member had no open blocker.
 */
export const resolveBlocker = endpoint({
  method: 'POST',
  path: '/api/meeting/resolveBlocker/{meetingId}/{memberId}',
  access: 'blocker.resolve',
  input: z.object({ meetingId, memberId }),
  output: z.object({ meetingId, memberId, isResolved: z.boolean() }),
});
