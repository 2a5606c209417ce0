import type { Catchup, getCatchup as getCatchupCall } from '#contracts/reports/getCatchup.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { workingDaysBetween } from '../../domain/blockers/workingDaysBetween.ts';
import { lastDateOf } from '../../domain/blockers/blockerDuration.ts';
import { sinceOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import {
  addDays,
  hourMs,
  localDateAt,
  minuteMs,
  msOf,
  toInstant,
} from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { visit as visitKind } from '../../store/kinds/reports/teamVisit.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';

// Returns the events in a team since the reader's last visit: runs that were completed or missed, and blockers that
// began or were resolved.

type CatchupDeps = Pick<Deps, 'store' | 'clock'>;
type Visit = ValueOf<typeof visitKind>;

const dayMs = 24 * hourMs;

/**
 * Returns the visit to store. A request less than `times.visitMinutes` after the last one belongs to the same visit,
 * and so reports the same period.
 */
const nextVisit = (before: Visit | undefined, now: number): Visit => {
  const instant = toInstant(now);
  if (before === undefined) return { at: instant, before: null };
  const isSame = now - msOf(before.at) < times.visitMinutes * minuteMs;
  return { at: instant, before: isSame ? before.before : before.at };
};

/**
 * Stores the reader's visit, at most once a minute. If two requests arrive at once, a conflict is ignored, because one
 * write is enough.
 */
const visitTeam = async (deps: CatchupDeps, { orgId, userId }: Actor, teamId: TeamId): Promise<Visit> => {
  const now = deps.clock.now();
  if (userId === null) return nextVisit(undefined, now);
  const records = outside(deps.store);
  const key = { userId, orgId, teamId };
  const existing = await records.get(visitKind, key);
  const next = nextVisit(existing?.value, now);
  try {
    if (existing === undefined) await records.insert(visitKind, key, next);
    else if (Math.abs(now - msOf(existing.value.at)) >= minuteMs)
      await records.replace(visitKind, key, next, existing.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return next;
};

interface Since {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly from: number;
  readonly now: number;
}

const isSince = ({ from, now }: Since, instant: Instant | null): instant is Instant =>
  instant !== null && msOf(instant) > from && msOf(instant) <= now;

/**
 * Returns the completed and the missed runs of a meeting that may have ended in the period. It begins some days earlier
 * than the period, because a run may end days after its date.
 */
const runsOf = async (since: Since, { id: meetingId }: Meeting) => {
  const { records, teamId, from } = since;
  const first = addDays(localDateAt(from, zoneId.parse('UTC')), -Math.ceil(times.graceHours / 24) - 1);
  // Rows are sorted newest first, so the row with the earliest date has the largest key.
  const range = { from: `R|${meetingId}|`, to: `R|${meetingId}|${reverseDate(first)}}` };
  const days = (await records.list(daySummary, { teamId }, range)).map((row) => row.value);
  const over = days.filter((item) => item.state === 'COMPLETED' || item.state === 'MISSED');
  return Promise.all(
    over.map(async (day) => ({
      day,
      run: (await records.get(runKind, { teamId, meetingId, date: day.date }))?.value,
    })),
  );
};

const named = (meeting: Meeting) => ({ meetingId: meeting.id, meetingName: meeting.name, type: meeting.type });

const runsSince = async (since: Since, meeting: Meeting): Promise<Pick<Catchup, 'completed' | 'missed'>> => {
  const runs = await runsOf(since, meeting);
  return {
    completed: runs.flatMap(({ day, run }) => {
      if (run?.state !== 'COMPLETED' || !isSince(since, run.completedAt) || day.asked + day.answered === 0) return [];
      const { answered, asked, late, goals, blockers } = day;
      const counts = { answered, asked, late, goals, blockers };
      return [{ ...named(meeting), date: run.date, completedAt: run.completedAt, reason: run.reason, ...counts }];
    }),
    missed: runs.flatMap(({ run }) =>
      run?.state === 'MISSED' && isSince(since, run.opensAt)
        ? [{ ...named(meeting), date: run.date, opensAt: run.opensAt, reason: run.reason }]
        : [],
    ),
  };
};

/** Returns the number of working days for which a resolved blocker lasted. */
const daysOf = async (
  { records, teamId }: Since,
  meeting: Meeting,
  resolved: ValueOf<typeof blockerKind>,
): Promise<number> => {
  const from = sinceOf(resolved);
  const to = lastDateOf(resolved, meeting.timezone, from);
  return workingDaysBetween(meeting, from, to, from < to ? await listHolidays(records, teamId, { from, to }) : []);
};

const blockersSince = async (
  since: Since,
  meetings: ReadonlyMap<MeetingId, Meeting>,
): Promise<Pick<Catchup, 'newBlockers' | 'resolvedBlockers'>> => {
  const { records, teamId } = since;
  const rows = await records.list(blockerKind, { teamId }, prefixRange('B|'));
  const names = new Map((await listAllMembers(records, teamId)).map(({ value }) => [value.memberId, value.name]));
  const events = rows.flatMap(({ key: { rk }, value }) => {
    const meeting = meetings.get(rk.split('|')[1] as MeetingId);
    const name = names.get(value.memberId);
    if (meeting === undefined || name === undefined) return [];
    return [{ value, meeting, facts: { ...named(meeting), memberId: value.memberId, name, since: sinceOf(value) } }];
  });
  return {
    newBlockers: events.flatMap(({ value: { isOpen, openedAt, text }, facts }) =>
      isOpen && isSince(since, openedAt) ? [{ ...facts, openedAt, text }] : [],
    ),
    resolvedBlockers: await Promise.all(
      events.flatMap(({ value, meeting, facts }) => {
        const { isOpen, closedAt } = value;
        if (isOpen || !isSince(since, closedAt)) return [];
        return [daysOf(since, meeting, value).then((lasted) => ({ ...facts, closedAt, lasted }))];
      }),
    ),
  };
};

const newestFirst = <T>(items: readonly T[], instant: (item: T) => Instant): T[] =>
  [...items].sort((a, b) => msOf(instant(b)) - msOf(instant(a)));

const readSince = async (since: Since): Promise<Omit<Catchup, 'teamId' | 'lastVisitAt' | 'from'>> => {
  const { records, teamId } = since;
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  const meetings = new Map(rows.map(({ value }) => [value.id, value]));
  const [runs, blockers] = await Promise.all([
    Promise.all([...meetings.values()].map((meeting) => runsSince(since, meeting))),
    blockersSince(since, meetings),
  ]);
  return {
    completed: newestFirst(
      runs.flatMap((run) => run.completed),
      (item) => item.completedAt,
    ),
    missed: newestFirst(
      runs.flatMap((run) => run.missed),
      (item) => item.opensAt,
    ),
    newBlockers: newestFirst(blockers.newBlockers, (newBlocker) => newBlocker.openedAt),
    resolvedBlockers: newestFirst(blockers.resolvedBlockers, (resolvedBlocker) => resolvedBlocker.closedAt),
  };
};

/**
 * Stores the visit and returns the events since the previous visit, at most those of the last `times.catchupDays` days.
 */
export const getCatchup = async (
  deps: CatchupDeps,
  actor: Actor,
  { teamId }: ParsedOf<typeof getCatchupCall>,
): Promise<OutputOf<typeof getCatchupCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const { before: lastVisitAt } = await visitTeam(deps, actor, teamId);
  if (lastVisitAt === null)
    return { teamId, lastVisitAt, from: null, completed: [], missed: [], newBlockers: [], resolvedBlockers: [] };
  const now = deps.clock.now();
  const from = Math.max(msOf(lastVisitAt), now - times.catchupDays * dayMs);
  const changes = await readSince({ records: inOrg(deps.store, actor.orgId), teamId, from, now });
  return { teamId, lastVisitAt, from: toInstant(from), ...changes };
};
