import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Run } from '#contracts/meetings/run.ts';
import type { LastPlan } from '../../domain/answers/goals.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTime.ts';
import { byDateAsked } from '../../domain/runs/vacationInRun.ts';
import type { RoomAddress } from '../../domain/core/chatAddress.ts';
import { inOrg } from '../../store/records.ts';
import type { Records, Stored, ValueOf } from '../../store/records.ts';
import { addressOfChannel, addressOfTeam } from '../../store/kinds/chatAddresses.ts';
import { plan } from '../../store/kinds/run.ts';
import { channel, meeting as meetingKind, team as teamKind } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/tableStore.ts';
import { listAllMembers } from '../../services/tenancy/listMembers.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import type { RunRef } from '../../services/runs/outboxRows.ts';
import { readRun, readVacations } from '../../services/runs/runRows.ts';
import type { RunRows } from '../../services/runs/runRows.ts';
import type { JobDeps } from '../core/jobDeps.ts';

/** The rows by which the messages of a run are judged, read once for a batch. */
export interface RunContext {
  readonly run: RunRef;
  readonly records: Records<OrgId>;
  readonly rows: RunRows;
  readonly meeting: Meeting | undefined;
  readonly team: ValueOf<typeof teamKind> | undefined;
  readonly members: ReadonlyMap<MemberId, Stored<TeamMember>>;
  readonly plans: ReadonlyMap<MemberId, LastPlan>;
  readonly answered: ReadonlySet<MemberId>;
  /** Members whose vacation was saved after the run opened; empty if the caller did not ask for it. */
  readonly onVacation: ReadonlySet<MemberId>;
  /** False while the organisation is switched off or on its way out. */
  readonly mayAsk: boolean;
  /** Epoch ms. */
  readonly readAt: number;
}

export const runName = ({
  orgId,
  teamId,
  meetingId,
  date,
}: {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}): string => `${orgId}|${teamId}|${meetingId}|${date}`;

const readPlans = async (records: Records<OrgId>, run: RunRef): Promise<Map<MemberId, LastPlan>> => {
  const prefix = `P|${run.meetingId}|`;
  const rows = await records.list(plan, run, prefixRange(prefix));
  return new Map(rows.map((row) => [row.key.rk.slice(prefix.length) as MemberId, row.value]));
};

/** Until then the run itself knows who is away, because it was opened with these very days off. */
const opensForMs = minuteMs;

const nobody: ReadonlySet<MemberId> = new Set();

const readOnVacation = async (
  records: Records<OrgId>,
  { teamId }: RunRef,
  occurrence: Run,
  members: ReadonlyMap<MemberId, Stored<TeamMember>>,
): Promise<ReadonlySet<MemberId>> => {
  const dates = byDateAsked(occurrence, (memberId) => members.get(memberId)?.value.timezone ?? null);
  const away = await Promise.all(
    [...dates].map(async ([date, asked]) => {
      const there = await readVacations(records, teamId, date);
      return there.size === 0 ? [] : asked.filter((memberId) => there.has(memberId));
    }),
  );
  return new Set(away.flat());
};

export const readContext = async (
  deps: Pick<JobDeps, 'store' | 'clock'>,
  run: RunRef,
  {
    withPlans,
    withVacations = false,
    mayAsk = true,
  }: { readonly withPlans: boolean; readonly withVacations?: boolean; readonly mayAsk?: boolean },
): Promise<RunContext> => {
  const records = inOrg(deps.store, run.orgId);
  const readAt = deps.clock.now();
  const [rows, meeting, team, people, plans] = await Promise.all([
    readRun(records, run),
    records.get(meetingKind, run),
    records.get(teamKind, run),
    listAllMembers(records, run.teamId),
    withPlans ? readPlans(records, run) : new Map<MemberId, LastPlan>(),
  ]);
  const members = new Map(people.map((person) => [person.value.memberId, person]));
  const occurrence = rows.occurrence?.value;
  const isOpenLong = occurrence !== undefined && readAt - msOf(occurrence.opensAt) >= opensForMs;
  return {
    run,
    records,
    rows,
    meeting: meeting?.value,
    team: team?.value,
    members,
    plans,
    answered: new Set(rows.answers.map((answer) => answer.value.memberId)),
    onVacation: withVacations && isOpenLong ? await readOnVacation(records, run, occurrence, members) : nobody,
    mayAsk,
    readAt,
  };
};

export interface ChannelTarget {
  readonly room: RoomAddress;
  /** Where to post if that channel is gone; null if it is General itself. */
  readonly general: RoomAddress | null;
  /** General instead of the channel chosen. */
  readonly isFallback: boolean;
}

/**
 * The channel of announcement and summary: the chosen one, General if it was deleted, or the group chat. Undefined: there is
 * none.
 */
export const channelOf = async ({ records, run, rows, team }: RunContext): Promise<ChannelTarget | undefined> => {
  const general = team === undefined ? null : addressOfTeam(team);
  if (team === undefined || general === null) return undefined;
  const chosen = rows.occurrence?.value.channelId ?? null;
  if (chosen === null || team.kind === 'GROUP' || chosen === team.threadId)
    return { room: general, general: null, isFallback: false };
  const row = await records.get(channel, { teamId: run.teamId, threadId: chosen });
  const room = row?.value.isDeleted === true ? null : addressOfChannel(team, chosen);
  return room === null ? { room: general, general: null, isFallback: true } : { room, general, isFallback: false };
};
