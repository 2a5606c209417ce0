import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId } from '../core/ids.ts';
import { limits, ui } from '../core/limits.ts';
import { text } from '../core/textField.ts';
import { blockerActions, blockerStates } from './blockerStates.ts';

/** A person as a blocker names them. `hasLeft`: the person is no longer in the team. */
const person = z.object({ memberId, name: z.string(), hasLeft: z.boolean() });

/** The last blocker of a member in a report. */
export const blockerItem = z.object({
  teamId,
  teamName: z.string(),
  meetingId,
  meetingName: z.string(),
  /** The member who is blocked. */
  owner: person.extend({ thumbnailUrl: z.string().nullable() }),
  /** The member's text; empty for a blocker that ended before texts of ended blockers were kept. */
  text: z.string(),
  state: z.enum(blockerStates),
  since: localDate,
  /** Age in working days of the report without team holidays: up to today, or up to the end of a resolved blocker. */
  days: z.int(),
  /** Instant at which the blocker ended; null = it is open, or the instant was not recorded. */
  closedAt: instant.nullable(),
  /** The last change by a person or an answer; null if nothing has changed since the first answer. */
  changed: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  /** The member who is needed; null = none was named. */
  needed: person.nullable(),
  /** Note of the needed member who handed the blocker back; null without a note. */
  note: z.object({ text: z.string(), by: z.string().nullable() }).nullable(),
  /** The changes that the caller may make and that would have an effect. */
  actions: z.array(z.enum(blockerActions)),
});
export type BlockerItem = z.output<typeof blockerItem>;

export const blockerSorts = ['AGE', 'MEMBER', 'REPORT', 'STATE', 'NEEDED'] as const;
export type BlockerSort = (typeof blockerSorts)[number];

/** The filter and the order of a list of blockers. Left out = no filter. */
export const blockerFilter = z.object({
  /** Left out = all teams of the caller in the organisation. */
  teamId: teamId.optional(),
  meetingId: meetingId.optional(),
  /** The member who is blocked. */
  memberId: memberId.optional(),
  neededId: memberId.optional(),
  /** Left out or empty = all states but RESOLVED. */
  states: z.array(z.enum(blockerStates, 'invalid.choice'), 'invalid.list').max(4, 'invalid.tooMany').optional(),
  /** Shows only blockers of at least this age in working days. */
  minDays: z.int('invalid.number').min(0, 'invalid.number').max(limits.blockerDays, 'invalid.number').optional(),
  sort: z.enum(blockerSorts, 'invalid.choice').default('AGE'),
  /** True = the largest first; for AGE the oldest first. */
  isDescending: z.boolean('invalid.flag').default(true),
});

/**
 * Returns the last blocker of each member in each report: of one team, or of all teams of the caller. `pageNumber`: from 1.
 * `counts` and `reports` describe all blockers of the teams, whatever the filter.
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
  }),
});

/**
 * Changes a member's blocker in a report. `isChanged` is false if the blocker already had the requested state. `since`:
 * the first date of the blocker that the caller saw; if the member has another blocker now, the call is refused.
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
