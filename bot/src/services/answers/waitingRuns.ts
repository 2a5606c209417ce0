import type { Instants } from '#contracts/meetings/run.ts';
import { zoneId } from '#contracts/core/ids.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import { doesOrgAllow } from '#contracts/core/orgPause.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/keyHashing.ts';
import { isAsked } from '../../domain/runs/owedAnswers.ts';
import { addDays, localDateAt, msOf } from '../../domain/core/zonedTime.ts';
import { inOrg } from '../../store/records.ts';
import type { Records } from '../../store/records.ts';
import { answer as answerKind } from '../../store/kinds/run.ts';
import { meeting as meetingKind, team as teamKind, teamPartition } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/tableStore.ts';
import type { Actor } from '../core/actor.ts';
import { isAcceptingAnswers, targetOf } from './answerTarget.ts';
import type { AnswerTarget, TargetDeps } from './answerTarget.ts';
import type { Deps } from '../core/deps.ts';
import { orgPauseOf } from '../tenancy/billingStatus.ts';
import { takenRows } from '../runs/runRows.ts';

// The runs that wait for a member's answer, of any date: open ones, and closed ones in their grace.

export type WaitingDeps = Pick<Deps, 'store' | 'clock'> & TargetDeps;

export interface WaitingRun {
  readonly teamId: TeamId;
  /** Null if all runs are of one team, because its name would add nothing. */
  readonly teamName: string | null;
  readonly meetingId: MeetingId;
  readonly meetingName: string;
  readonly date: LocalDate;
  /** The instants that apply to the caller. */
  readonly instants: Instants;
}

const utc = zoneId.parse('UTC');
/** A window of 23 hours and a grace of 72 hours end less than six days after the date of the run, in every zone. */
const longestRunDays = 6;
/** One run on each of these days with a start by hand, and a run of tomorrow that is already open in the east. */
const maxRuns = longestRunDays + 2;

/** The dates of a meeting on which a run may still take an answer. */
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
 * Returns true if a run waits for this member now: the member is asked, it has opened for the member, and it accepts
 * an answer that is still missing.
 */
const isWaiting = async (records: Records<OrgId>, target: AnswerTarget, now: number): Promise<boolean> => {
  const { occurrence: run, member, instants } = target;
  if (member === undefined || !isAsked(member)) return false;
  if (now < msOf(instants.opensAt) || !isAcceptingAnswers(target, now)) return false;
  const answerRow = await records.get(answerKind, target);
  return answerRow === undefined || takenRows(run, answerRow).length === 0;
};

/** The names of these teams, if there are several. */
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

/** Runs that wait for the caller in these teams, sorted by their close. */
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
        const stored = await deps.runs.occurrence(records, { teamId, meetingId, date });
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
