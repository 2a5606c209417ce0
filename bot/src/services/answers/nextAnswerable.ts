import { AppError } from '#contracts/core/errors.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import { doesOrgAllow } from '#contracts/core/orgPause.ts';
import type { SnapshotMember } from '#contracts/meetings/occurrence.ts';
import { dateOfRev } from '../../domain/core/hashing.ts';
import { isAsked } from '../../domain/runs/owing.ts';
import type { PlannedRun } from '../../domain/runs/schedule.ts';
import { addDays, localDateAt, msOf, toInstant } from '../../domain/core/time.ts';
import type { Records } from '../../store/kind.ts';
import { answer as answerKind, occurrence as occurrenceKind } from '../../store/kinds/run.ts';
import { teamPartition } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/port.ts';
import { awayOn, isNear, ownZone } from '../runs/upcomingRun.ts';
import { isTaken, targetOf } from './answerTarget.ts';
import type { Target, TargetDeps } from './answerTarget.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import { pauseOf } from '../tenancy/billingStatus.ts';
import { plannedRun } from '../runs/planning.ts';
import type { RunCache } from '../runs/runCache.ts';

// Finds the run of a meeting that a member means: one of the newest existing runs, or the next planned one.

type Who = Omit<MemberRun, 'date'>;

/** A run that a member may answer before its opening in the member's zone. */
export interface Ahead {
  readonly date: LocalDate;
  readonly opensAt: Instant;
}

/** With one opening per zone, the run of tomorrow may exist while the run of today has yet to open for some members. */
const newestRuns = 2;

/** The newest existing runs, newest first. */
const newestOf = async (deps: { readonly runs: RunCache }, records: Records<OrgId>, who: Who): Promise<Target[]> => {
  const prefix = `R|${who.meetingId}|`;
  const partition = teamPartition(records.scope, who.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: newestRuns, keysOnly: true });
  const found = await Promise.all(
    page.rows.map(async ({ rk }): Promise<Target[]> => {
      const run = { ...who, date: dateOfRev(rk.slice(prefix.length)) };
      const stored = await deps.runs.occurrence(records, run);
      return stored === undefined ? [] : [targetOf(run, stored.value)];
    }),
  );
  return found.flat();
};

const hasOpened = (target: Target, now: number): boolean => now >= msOf(target.instants.opensAt);

const whoOf = ({ orgId, teamId, meetingId, memberId }: Who): Who => ({ orgId, teamId, meetingId, memberId });

/** The next run of a meeting for a member, answerable now or later. */
export type Coming =
  | ({ readonly kind: 'ANSWERABLE' } & Ahead)
  | ({ readonly kind: 'TOO_EARLY' } & Ahead)
  /** A holiday or vacation of the member is on that date. */
  | ({ readonly kind: 'AWAY'; readonly away: NonNullable<SnapshotMember['away']> } & Ahead)
  | { readonly kind: 'NONE' };

/**
 * Returns true if the run exists, because it has opened in another zone, accepts the member's answer and has yet to
 * open for the member.
 */
const isComing = (target: Target, now: number): boolean =>
  target.member !== undefined && isAsked(target.member) && isTaken(target, now) && !hasOpened(target, now);

/** NEAR returns only a run that may be answered now, and reads nothing for a later one. */
type Wanted = 'NEXT' | 'NEAR';

/**
 * The next run that has not opened for this member. The member's own zone is enough: of two runs, the one that opens
 * first in any zone opens first in all zones.
 */
const nextOwn = async (
  records: Records<OrgId>,
  who: Who,
  meeting: Meeting,
  zone: ZoneId,
  now: number,
  wanted: Wanted,
): Promise<PlannedRun | undefined> => {
  const next = plannedRun(meeting, [zone], now);
  // A replacement for a later run is later still.
  if (next === undefined || (wanted === 'NEAR' && !isNear(next.at, now))) return next;
  const run = { date: next.date, ...who };
  const there = await records.get(occurrenceKind, run);
  if (there === undefined || isComing(targetOf(run, there.value), now)) return next;
  // The run was started or cancelled before its opening.
  return plannedRun(meeting, [zone], now, addDays(next.date, 1));
};

/** The member's next run of the meeting. `timezone`: the member's own. */
export const comingFor = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  member: Who & { readonly timezone: ZoneId | null },
  now: number,
  wanted: Wanted = 'NEXT',
): Promise<Coming> => {
  const who = whoOf(member);
  const meeting = (await deps.runs.meeting(records, who))?.value;
  if (meeting?.isEnabled !== true || !meeting.members.includes(who.memberId)) return { kind: 'NONE' };
  const next = await nextOwn(records, who, meeting, ownZone(meeting, member), now, wanted);
  if (next === undefined) return { kind: 'NONE' };
  const { date } = next;
  const isEarly = !isNear(next.at, now);
  if (isEarly && wanted === 'NEAR') return { kind: 'NONE' };
  if (!doesOrgAllow('openRun', await pauseOf(deps, records))) return { kind: 'NONE' };
  const opensAt = toInstant(next.at);
  if (isEarly) return { kind: 'TOO_EARLY', date, opensAt };
  const livedOn = localDateAt(next.at, member.timezone ?? meeting.timezone);
  const away = await awayOn(records, { ...who, date }, livedOn);
  return away === null ? { kind: 'ANSWERABLE', date, opensAt } : { kind: 'AWAY', away, date, opensAt };
};

/** The run to offer beside the card of another run: it can be answered ahead and has no answer yet. */
export const offerBeside = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  target: Target,
  { timezone }: { readonly timezone: ZoneId | null },
  now: number,
): Promise<Ahead | null> => {
  const coming = await comingFor(deps, records, { timezone, ...whoOf(target) }, now, 'NEAR');
  if (coming.kind !== 'ANSWERABLE' || coming.date === target.date) return null;
  const { date, opensAt } = coming;
  const given = await records.get(answerKind, { ...target, date });
  return given === undefined ? { date, opensAt } : null;
};

/**
 * The date that a member means who names none. In this order: the newest run that has opened for the member and takes
 * the answer; a run that takes it before the member's opening; the next planned run; the newest run.
 */
export const dateMeant = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  who: Who & { readonly timezone: ZoneId | null },
  now: number,
): Promise<LocalDate> => {
  const targets = await newestOf(deps, records, whoOf(who));
  const taking = targets.filter((target) => isTaken(target, now));
  const there = taking.find((target) => hasOpened(target, now)) ?? taking.at(-1);
  if (there !== undefined) return there.date;
  const coming = await comingFor(deps, records, who, now);
  if (coming.kind === 'ANSWERABLE' || coming.kind === 'AWAY') return coming.date;
  const [newest] = targets;
  if (newest !== undefined) return newest.date;
  const row = await deps.runs.meeting(records, who);
  if (row === undefined) throw new AppError('NOT_FOUND');
  throw new AppError(row.value.isEnabled ? 'RUN_NOT_OPEN' : 'MEETING_DISABLED');
};
