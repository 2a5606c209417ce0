import type { getReport as getReportCall } from '#contracts/report.ts';
import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import { localDate, zoneId } from '#contracts/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { meetingReport } from '../domain/dailyReport.ts';
import type { BlockerState } from '../domain/blockers.ts';
import type { Schedule } from '../domain/schedule.ts';
import { withDropped } from '../domain/settling.ts';
import { localDateAt, msOf } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { blocker } from '../store/kinds/run.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import { allChannels } from './channels.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { readDay } from './runRows.ts';
import type { RunRows } from './runRows.ts';

const utc = zoneId.parse('UTC');

/** yyyy-MM-dd as it stands; with an offset the date written there; with Z the date in the reader's zone (decisions.md D6). */
export const dateOf = (asked: string | undefined, zone: ZoneId, now: number): LocalDate => {
  if (asked === undefined) return localDateAt(now, zone);
  const plain = localDate.safeParse(asked);
  if (plain.success) return plain.data;
  const day = asked.toUpperCase().endsWith('Z') ? localDateAt(Date.parse(asked), zone) : asked.slice(0, 10);
  // The last evening of the calendar is already beyond it further east.
  const read = localDate.safeParse(day);
  if (!read.success) throw new AppError('INVALID_INPUT', { message: 'invalid.date' });
  return read.data;
};

/** The open and closed blockers of a meeting's members. */
const readBlockers = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<Map<MemberId, BlockerState>> => {
  const key = { teamId, meetingId, memberId: '' as MemberId };
  const rows = await records.list(blocker, key, prefixRange(`B|${meetingId}|`));
  return new Map(rows.map((row) => [row.value.memberId, row.value]));
};

/** Only where a question asks for blockers. */
export const blockersOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  { meetingId, questions }: Occurrence,
): Promise<Map<MemberId, BlockerState>> =>
  questions.some((one) => one.isBlocker) ? readBlockers(records, teamId, meetingId) : new Map();

interface Team {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly people: readonly TeamMember[];
  readonly channels: ReadonlyMap<string, string>;
}

/** Read only where a blocker is open, whose age it tells. */
const scheduleOf = async (
  { records, teamId }: Team,
  meetingId: MeetingId,
  blockers: ReadonlyMap<MemberId, BlockerState>,
): Promise<Schedule | undefined> =>
  [...blockers.values()].some((one) => one.isOpen)
    ? (await records.get(meetingKind, { teamId, meetingId }))?.value
    : undefined;

const reportOf = async (team: Team, rows: RunRows, reader: MemberId | null, now: number) => {
  const stored = rows.occurrence;
  if (stored === undefined) return [];
  // Who left since is shown so at once, before the run is next counted.
  const occurrence = withDropped(
    stored.value,
    team.people,
    stored.value.members.map((one) => one.memberId),
  );
  const blockers = await blockersOf(team.records, team.teamId, occurrence);
  return [
    meetingReport({
      occurrence,
      answers: rows.answers.map((one) => one.value),
      blockers,
      schedule: await scheduleOf(team, occurrence.meetingId, blockers),
      facts: new Map(team.people.map((one) => [one.memberId, one])),
      channelName: occurrence.channelId === null ? null : (team.channels.get(occurrence.channelId) ?? null),
      reader,
      now,
    }),
  ];
};

/** By thread id; General needs none, and without others there is nothing to read. */
const channelNames = async (
  deps: Pick<Deps, 'store'>,
  orgId: OrgId,
  teamId: TeamId,
  runs: readonly RunRows[],
): Promise<Map<string, string>> => {
  if (runs.every((rows) => (rows.occurrence?.value.channelId ?? null) === null)) return new Map();
  const channels = await allChannels(deps, { orgId, teamId });
  return new Map(channels.map((one) => [one.threadId, one.name]));
};

/** By the pointer alone: what a run holds of its meeting is frozen in it. */
export const requireMeetingOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<void> => {
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer?.value.teamId !== teamId) throw new AppError('NOT_FOUND');
};

/** A team's day, or one meeting of it, as the reader sees it now. A meeting of another team is NOT_FOUND. */
export const getReport = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: ParsedOf<typeof getReportCall>,
): Promise<OutputOf<typeof getReportCall>> => {
  const { teamId, meetingId } = input;
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOf(records, teamId, meetingId);
  const people = (await allMembers(records, teamId)).map((one) => one.value);
  const own = people.find((one) => one.memberId === actor.memberId)?.timezone;
  const now = deps.clock.now();
  const date = dateOf(input.date, own ?? utc, now);
  const day = await readDay(records, teamId, date, { withDeliveries: false });
  const wanted = [...day.runs].filter(([id]) => meetingId === undefined || id === meetingId);
  const channels = await channelNames(
    deps,
    actor.orgId,
    teamId,
    wanted.map(([, rows]) => rows),
  );
  const team = { records, teamId, people, channels };
  const reports = await Promise.all(wanted.map(([, rows]) => reportOf(team, rows, actor.memberId, now)));
  return {
    date,
    isHoliday: day.isHoliday,
    reports: reports.flat().sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.meetingId < b.meetingId ? -1 : 1)),
  };
};
