import { AppError } from '#contracts/errors.ts';
import type { Instant, LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { times } from '#contracts/limits.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import type { Question } from '#contracts/question.ts';
import { runInstants } from '../domain/opening.ts';
import { acceptsAnswer, instantsFor } from '../domain/owing.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../domain/time.ts';
import type { Records } from '../store/kind.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { plannedRun, zonesOf } from './planning.ts';
import type { RunCache } from './runCache.ts';

// What an answer is about: a run as it was frozen, or the next planned one from the meeting as it stands.

export interface MemberRun {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly memberId: MemberId;
}

export interface Target extends MemberRun {
  readonly meetingName: string;
  readonly type: Meeting['type'];
  readonly questions: readonly Question[];
  /** The instants that apply to this member. */
  readonly instants: Instants;
  /** Key of the run's summary row: its opening. */
  readonly opensAt: Instant;
  /** Undefined before the opening. */
  readonly occurrence: Occurrence | undefined;
  /** Undefined: answered ahead, or asked by nobody. */
  readonly member: SnapshotMember | undefined;
}

export const targetOf = (run: MemberRun, occurrence: Occurrence): Target => {
  const member = occurrence.members.find((one) => one.memberId === run.memberId);
  const [first] = occurrence.instants;
  const instants = member === undefined ? first : instantsFor(occurrence, member);
  if (instants === undefined) throw new Error('An occurrence has at least one set of instants.');
  const { meetingName, type, questions, opensAt } = occurrence;
  return { ...run, meetingName, type, questions, instants, opensAt, occurrence, member };
};

/** Only where each zone has its own opening does it matter who else is asked. */
export const zonedPeople = async (records: Records<OrgId>, meeting: Meeting): Promise<TeamMember[]> =>
  meeting.timeBasis === 'MEETING' ? [] : (await allMembers(records, meeting.teamId)).map((one) => one.value);

const aheadMs = times.aheadHours * hourMs;

/** The meeting's next planned run, when it may be answered ahead by this member on this date; refusals as AppError. */
const plannedTarget = async (records: Records<OrgId>, run: MemberRun, now: number): Promise<Target> => {
  const row = await records.get(meetingKind, run);
  if (row === undefined) throw new AppError('NOT_FOUND');
  const meeting = row.value;
  if (!meeting.isEnabled) throw new AppError('MEETING_DISABLED');
  if (!meeting.members.includes(run.memberId)) throw new AppError('NOT_ASKED');
  const people = await zonedPeople(records, meeting);
  const zones = zonesOf(meeting, people);
  // An opening of the last hour may still be on its way: what was begun ahead of it is not refused meanwhile.
  const candidates = [now - times.promptLate * minuteMs, now].map((after) => plannedRun(meeting, zones, after));
  const next = candidates.find((one) => one?.date === run.date);
  const last = candidates.at(-1);
  if (next === undefined)
    throw new AppError(last !== undefined && run.date < last.date ? 'RUN_CLOSED' : 'RUN_NOT_OPEN');
  if (next.at - now > aheadMs) throw new AppError('RUN_NOT_OPEN');
  const sets = runInstants({ meeting, date: run.date, source: 'SCHEDULE', openMs: null }, people);
  const own = people.find((one) => one.memberId === run.memberId)?.timezone ?? meeting.timezone;
  const [first] = sets;
  const instants = sets.find((one) => one.zone === own) ?? first;
  if (instants === undefined) throw new AppError('RUN_NOT_OPEN');
  const { name: meetingName, type, questions } = meeting;
  const opensAt = toInstant(next.at);
  return { ...run, meetingName, type, questions, instants, opensAt, occurrence: undefined, member: undefined };
};

/** What there is to answer. AppError when there is no such run and none that may be answered ahead. */
export const findTarget = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  run: MemberRun,
  now: number,
): Promise<Target> => {
  const stored = await deps.runs.occurrence(records, run);
  return stored === undefined ? plannedTarget(records, run, now) : targetOf(run, stored.value);
};

/** Whether an answer is taken now; of a planned run it is, or `findTarget` would have refused. */
export const isTaken = (target: Target, now: number): boolean =>
  target.occurrence === undefined ||
  (target.member !== undefined && acceptsAnswer(target.occurrence, target.memberId, now));

/** Throws what stands against an answer. */
export const requireTaken = (target: Target, now: number): void => {
  if (isTaken(target, now)) return;
  if (target.occurrence?.state === 'CANCELLED') throw new AppError('RUN_CANCELLED');
  throw new AppError(target.member === undefined ? 'NOT_ASKED' : 'RUN_CLOSED');
};

/** After the close that applies to this member. */
export const isLateNow = (target: Target, now: number): boolean => now >= msOf(target.instants.closesAt);
export const isAheadNow = (target: Target, now: number): boolean => now < msOf(target.instants.opensAt);
