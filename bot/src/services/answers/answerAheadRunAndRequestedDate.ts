import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { SnapshotMember } from '#contracts/runs/runSchema.ts';
import { dateOfReverse } from '../../domain/core/reversedDateKeys.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import type { PlannedRun } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { addDays, localDateAt, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { isAwayOn, isNearRun, memberZone } from '../runs/findPlannedRun.ts';
import { isAcceptingAnswers, targetOf } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget, TargetDeps } from './answerTargetAndAcceptance.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import { plannedRun } from '../runs/plannedPromptRows.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';

// Finds the run to which a request of a member refers: one of the newest existing runs of a meeting, or its next planned run.

type Who = Omit<MemberRun, 'date'>;

/** A run that is not open yet, but that the member may already answer. `opensAt` is the time at which it opens for this member. */
export interface AheadAnswer {
  readonly date: LocalDate;
  readonly opensAt: Instant;
}

/**
 * Number of the meeting's newest runs to read: two, because tomorrow's run may exist in one zone before today's run has
 * opened in another zone.
 */
const newestRuns = 2;

const newestOf = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  person: Who,
): Promise<AnswerTarget[]> => {
  const prefix = `R|${person.meetingId}|`;
  const partition = teamPartition(records.scope, person.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: newestRuns, keysOnly: true });
  const matches = await Promise.all(
    page.rows.map(async ({ rk }): Promise<AnswerTarget[]> => {
      const runRef = { ...person, date: dateOfReverse(rk.slice(prefix.length)) };
      const stored = await deps.runs.run(records, runRef);
      return stored === undefined ? [] : [targetOf(runRef, stored.value)];
    }),
  );
  return matches.flat();
};

const hasOpened = (target: AnswerTarget, now: number): boolean => now >= msOf(target.instants.opensAt);

const whoOf = ({ orgId, teamId, meetingId, memberId }: Who): Who => ({ orgId, teamId, meetingId, memberId });

/**
 * The next run of a meeting for a member, and whether the member can answer it now. TOO_EARLY: it opens more than 24
 * hours from now. NONE: there is no run to answer.
 */
export type ComingRun =
  | ({ readonly kind: 'ANSWERABLE' } & AheadAnswer)
  | ({ readonly kind: 'TOO_EARLY' } & AheadAnswer)
  /** The date of the run is a holiday of the team or a vacation of the member. */
  | ({ readonly kind: 'AWAY'; readonly away: NonNullable<SnapshotMember['away']> } & AheadAnswer)
  | { readonly kind: 'NONE' };

/**
 * True if the run exists because it has opened in another zone, has not opened for the member yet, and accepts the
 * member's answer.
 */
const isComing = (target: AnswerTarget, now: number): boolean =>
  target.member !== undefined && isAsked(target.member) && isAcceptingAnswers(target, now) && !hasOpened(target, now);

/** A meeting, and the zone of the member. The zone decides which date is today for the member. */
interface ZonedMeeting {
  readonly meeting: Meeting;
  readonly zone: ZoneId;
}

const isPrompted = (meeting: Meeting | undefined, { memberId }: Who): meeting is Meeting =>
  meeting?.isEnabled === true && meeting.members.includes(memberId);

/**
 * Returns the next planned run that has not opened for this member; undefined if none is planned. Only the member's own
 * zone is searched, because the runs open in the same order in every zone.
 */
const nextOwn = async (
  records: Records<OrgId>,
  person: Who,
  { meeting, zone }: ZonedMeeting,
  now: number,
): Promise<PlannedRun | undefined> => {
  const next = plannedRun(meeting, [zone], now);
  if (next === undefined) return undefined;
  const runRef = { date: next.date, ...person };
  const existing = await records.get(runKind, runRef);
  if (existing === undefined || isComing(targetOf(runRef, existing.value), now)) return next;
  // The run was started or cancelled before its planned opening, so the planned run after it is the next run.
  return plannedRun(meeting, [zone], now, addDays(next.date, 1));
};

/**
 * Returns the member's next run of the meeting. `timezone` is the zone that the member set; null = the zone of the
 * meeting applies.
 */
export const findComingRun = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  member: Who & { readonly timezone: ZoneId | null },
  now: number,
): Promise<ComingRun> => {
  const who = whoOf(member);
  const meeting = (await deps.runs.meeting(records, who))?.value;
  if (!isPrompted(meeting, who)) return { kind: 'NONE' };
  const next = await nextOwn(records, who, { meeting, zone: memberZone(meeting, member) }, now);
  if (next === undefined) return { kind: 'NONE' };
  const { date } = next;
  if (!doesOrgAllow('openRun', await orgPauseOf(deps, records))) return { kind: 'NONE' };
  const opensAt = toInstant(next.at);
  if (!isNearRun(next.at, now)) return { kind: 'TOO_EARLY', date, opensAt };
  const livedOn = localDateAt(next.at, member.timezone ?? meeting.timezone);
  const away = await isAwayOn(records, { ...who, date }, livedOn);
  return away === null ? { kind: 'ANSWERABLE', date, opensAt } : { kind: 'AWAY', away, date, opensAt };
};

interface CardOfRun {
  readonly memberRun: MemberRun;
  readonly timezone: ZoneId | null;
  /** The meeting of the run; undefined if it was deleted. */
  readonly meeting: Meeting | undefined;
}

/**
 * Returns the run to offer beside the card of another run: a run that the member can answer ahead and has not answered.
 * Null if there is none. `fromDate`: the first date to search.
 */
export const offerBesideCard = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  card: CardOfRun,
  { now, fromDate }: { readonly now: number; readonly fromDate?: LocalDate },
): Promise<AheadAnswer | null> => {
  const { memberRun, timezone, meeting } = card;
  if (!isPrompted(meeting, memberRun)) return null;
  const next = plannedRun(meeting, [memberZone(meeting, card)], now, fromDate);
  if (next === undefined || !isNearRun(next.at, now)) return null;
  const { date } = next;
  const run = { ...memberRun, date };
  // All rows are requested in one batch, so that the store can read them with one statement.
  const [existing, answerRow, away, pause] = await Promise.all([
    records.get(runKind, run),
    records.get(answerKind, run),
    isAwayOn(records, run, localDateAt(next.at, timezone ?? meeting.timezone)),
    orgPauseOf(deps, records),
  ]);
  // If the run was started or cancelled before its planned opening, the planned run after it is the next run.
  if (existing !== undefined && !isComing(targetOf(run, existing.value), now))
    return offerBesideCard(deps, records, card, { now, fromDate: addDays(date, 1) });
  const isAnswerable = away === null && doesOrgAllow('openRun', pause);
  return isAnswerable && answerRow === undefined && date !== memberRun.date
    ? { date, opensAt: toInstant(next.at) }
    : null;
};

/**
 * Returns the date of the run that the member means if no date is given: the newest open run that accepts the member's
 * answer, else a run that accepts it before the member's opening, else the next planned run, else the newest run.
 * Throws an AppError if there is none.
 */
export const requestedDate = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  person: Who & { readonly timezone: ZoneId | null },
  now: number,
): Promise<LocalDate> => {
  const targets = await newestOf(deps, records, whoOf(person));
  const taking = targets.filter((target) => isAcceptingAnswers(target, now));
  const existing = taking.find((target) => hasOpened(target, now)) ?? taking.at(-1);
  if (existing !== undefined) return existing.date;
  const coming = await findComingRun(deps, records, person, now);
  if (coming.kind === 'ANSWERABLE' || coming.kind === 'AWAY') return coming.date;
  const [newest] = targets;
  if (newest !== undefined) return newest.date;
  const row = await deps.runs.meeting(records, person);
  if (row === undefined) throw new AppError('NOT_FOUND');
  throw new AppError(row.value.isEnabled ? 'RUN_NOT_OPEN' : 'MEETING_DISABLED');
};
