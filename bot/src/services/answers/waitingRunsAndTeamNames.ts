import type { Instants } from '#contracts/runs/runSchema.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { addDays, localDateAt, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { skip } from '../../store/kinds/answers/skipAndSnooze.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import { isAcceptingAnswers, targetOf } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget, TargetDeps } from './answerTargetAndAcceptance.ts';
import type { Deps } from '../core/deps.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import { takenRows } from '../runs/readRunAndDayRows.ts';

// Finds the runs of any date that wait for a member's answer: open runs, and closed runs that still accept late answers
// (grace).

export type WaitingDeps = Pick<Deps, 'store' | 'clock'> & TargetDeps;

export interface WaitingRun {
  readonly teamId: TeamId;
  /** The name of the run's team; null if only one team was searched, because the name would add nothing. */
  readonly teamName: string | null;
  readonly meetingId: MeetingId;
  readonly meetingName: string;
  readonly date: LocalDate;
  readonly instants: Instants;
}

const utc = zoneId.parse('UTC');
/**
 * Number of days after the date of a run on which the run may still accept answers. A window has at most 23 hours and
 * the grace at most 72 hours; the other two days allow for zones.
 */
const longestRunDays = 6;
/**
 * Largest number of runs of one meeting that may accept answers: one for each day of `longestRunDays`, today's run, and
 * tomorrow's run if it is already open in an eastern zone.
 */
const maxRuns = longestRunDays + 2;

/** Returns the dates of the meeting's runs that may still accept an answer, newest first. */
const recentDates = async (
  records: Records<OrgId>,
  { teamId, id }: Pick<Meeting, 'teamId' | 'id'>,
  now: number,
): Promise<LocalDate[]> => {
  const prefix = `R|${id}|`;
  const oldest = reverseDate(addDays(localDateAt(now, utc), -longestRunDays));
  const range = { from: prefix, to: `${prefix}${oldest}~` };
  const limits = { limit: maxRuns, keysOnly: true } as const;
  const page = await records.store.scan('Team', teamPartition(records.scope, teamId), range, limits);
  return page.rows.map(({ rk }) => dateOfReverse(rk.slice(prefix.length)));
};

/**
 * True if a run waits for this member: the run asks the member, has opened in the member's zone and accepts answers,
 * and the member has neither skipped the run nor given an answer that the run accepts.
 */
const isWaiting = async (records: Records<OrgId>, target: AnswerTarget, now: number): Promise<boolean> => {
  const { run, member, instants } = target;
  if (member === undefined || !isAsked(member)) return false;
  if (now < msOf(instants.opensAt) || !isAcceptingAnswers(target, now)) return false;
  const [answerRow, skipRow] = await Promise.all([records.get(answerKind, target), records.get(skip, target)]);
  if (skipRow !== undefined) return false;
  return answerRow === undefined || takenRows(run, answerRow).length === 0;
};

/**
 * Returns the names of the teams by id; empty for fewer than two teams, because the name of the only team would add
 * nothing.
 */
export const teamNamesFor = async (
  records: Records<OrgId>,
  teamIds: readonly TeamId[],
): Promise<ReadonlyMap<TeamId, string>> => {
  if (teamIds.length < 2) return new Map();
  const named = await Promise.all(
    teamIds.map(async (teamId) => [teamId, (await records.get(teamKind, { teamId }))?.value.name ?? ''] as const),
  );
  return new Map(named.filter(([, name]) => name !== ''));
};

/** Returns the runs in these teams that wait for the caller, sorted by their close. */
export const waitingRunsFor = async (
  deps: WaitingDeps,
  actor: Actor,
  teamIds: readonly TeamId[] = actor.teamIds,
): Promise<WaitingRun[]> => {
  const { memberId, orgId } = actor;
  if (memberId === null) return [];
  const records = inOrg(deps.store, orgId);
  if (!doesOrgAllow('answerRun', await orgPauseOf(deps, records))) return [];
  const now = deps.clock.now();
  const names = await teamNamesFor(records, teamIds);
  const ofMeeting = async (meeting: Meeting): Promise<WaitingRun[]> => {
    const { teamId, id: meetingId } = meeting;
    const dates = await recentDates(records, meeting, now);
    const matches = await Promise.all(
      dates.map(async (date): Promise<WaitingRun[]> => {
        const stored = await deps.runs.run(records, { teamId, meetingId, date });
        if (stored === undefined) return [];
        const target = targetOf({ orgId, teamId, meetingId, date, memberId }, stored.value);
        if (!(await isWaiting(records, target, now))) return [];
        const { meetingName, instants } = target;
        return [{ teamId, teamName: names.get(teamId) ?? null, meetingId, meetingName, date, instants }];
      }),
    );
    return matches.flat();
  };
  const ofTeam = async (teamId: TeamId): Promise<WaitingRun[]> => {
    const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
    return (await Promise.all(rows.map(({ value }) => ofMeeting(value)))).flat();
  };
  const runs = (await Promise.all(teamIds.map(ofTeam))).flat();
  const dueAt = ({ instants }: WaitingRun): number => msOf(instants.closesAt);
  return runs.sort((a, b) => dueAt(a) - dueAt(b) || (a.meetingName < b.meetingName ? -1 : 1));
};
