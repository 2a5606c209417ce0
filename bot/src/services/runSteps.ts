import type { OrgId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence } from '#contracts/occurrence.ts';
import { meetingCloseAt } from '../domain/settling.ts';
import { addDays, msOf, toInstant } from '../domain/time.ts';
import type { OpenedRun } from './occurrences.ts';
import { broadcastMessage, memberMessages } from './outboxRows.ts';
import type { OutboxRow, RunRef } from './outboxRows.ts';
import { plannedRun, promptDue, zonesOf } from './planning.ts';
import type { DueRow } from './planning.ts';

// What follows an opening (design/architecture.md, the run engine, steps 2 and 3), as rows to be written in any order.
// The due row that led here is deleted last, so that a crash anywhere is a replay.

export interface NextRows {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  /** Its summary is due at once: everybody had answered ahead. */
  readonly isSummaryDue: boolean;
}

/** One set of instants is meant for everybody, several each for their zone. */
const zoneOf = (occurrence: Occurrence, set: Instants): string | null =>
  occurrence.instants.length === 1 ? null : set.zone;

/** What one set of instants leaves to do after the opening of the run. */
export const dueOfSet = (run: RunRef, occurrence: Occurrence, set: Instants, rev: number): DueRow[] => {
  const zone = zoneOf(occurrence, set);
  const row = (kind: DueRow['kind'], at: DueRow['at'] | null): DueRow[] =>
    at === null ? [] : [{ ...run, at, kind, zone, rev, failures: 0, parkedReason: null, source: null }];
  return [
    ...(set.opensAt === occurrence.opensAt ? [] : row('prompt', set.opensAt)),
    ...row('r1', set.firstReminderAt),
    ...row('r2', set.secondReminderAt),
    ...row('close', set.closesAt),
  ];
};

/** The close in the meeting's own zone, for the summary, when nobody lives there. */
const meetingClose = (run: RunRef, occurrence: Occurrence, rev: number): DueRow[] => {
  const { timezone: zone, instants, opensAt } = occurrence;
  const at = meetingCloseAt(occurrence);
  if (instants.some((set) => set.zone === zone) || at <= msOf(opensAt)) return [];
  return [{ ...run, at: toInstant(at), kind: 'close', zone, rev, failures: 0, parkedReason: null, source: null }];
};

const dueOf = (run: RunRef, occurrence: Occurrence, rev: number): DueRow[] => [
  ...occurrence.instants.flatMap((set) => dueOfSet(run, occurrence, set, rev)),
  ...meetingClose(run, occurrence, rev),
];

/** The next run of the meeting, judged from the one that opened at `fromMs`. */
export const followingRun = (
  orgId: OrgId,
  meeting: Meeting,
  opened: Pick<OpenedRun, 'occurrence' | 'people'>,
  fromMs: number,
): DueRow[] => {
  const { date } = opened.occurrence;
  const counted = { ...meeting, firstRun: meeting.firstRun ?? date };
  const next = plannedRun(counted, zonesOf(meeting, opened.people), fromMs, addDays(date, 1));
  return next === undefined ? [] : [promptDue(orgId, meeting, next)];
};

/** Messages and due rows of a run that opened from this very row: on a replay again, less what was delivered. */
export const rowsOfOpening = (orgId: OrgId, meeting: Meeting, opened: OpenedRun): NextRows => {
  const { occurrence, rows } = opened;
  const run: RunRef = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: occurrence.date };
  const following = followingRun(orgId, meeting, opened, msOf(occurrence.opensAt));
  if (occurrence.state !== 'OPEN')
    return { outbox: [], due: following, isSummaryDue: occurrence.reason === 'ALL_ANSWERED' };
  const at = occurrence.opensAt;
  return {
    outbox: [
      ...memberMessages(run, occurrence, rows, { kind: 'prompt', at }),
      ...broadcastMessage(run, occurrence, rows),
    ],
    due: [...dueOf(run, occurrence, meeting.rev), ...following],
    isSummaryDue: false,
  };
};
