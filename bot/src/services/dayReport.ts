import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { DailyReport } from '#contracts/report.ts';
import type { BlockerState } from '../domain/blockers.ts';
import { instantsBehind, meetingReport, readerPart } from '../domain/dailyReport.ts';
import type { ReportSources } from '../domain/dailyReport.ts';
import type { MemberFacts } from '../domain/reportMembers.ts';
import type { Schedule } from '../domain/schedule.ts';
import { sentOften } from '../domain/sentOften.ts';
import { withDropped } from '../domain/settling.ts';
import { msOf } from '../domain/time.ts';
import { weightOf } from '../domain/weight.ts';
import { createGenerations } from '../store/generations.ts';
import type { Generations } from '../store/generations.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { blocker } from '../store/kinds/run.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { TableStore } from '../store/port.ts';
import { areUnchanged, recorded } from '../store/readings.ts';
import type { Readings } from '../store/readings.ts';
import { allChannels } from './channels.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { readDay } from './runRows.ts';
import type { RunRows } from './runRows.ts';

// A day is looked at by its whole team, every few seconds while it is open, and changes with an answer. So the report is kept
// with the versions of all rows it was made of. Each request asks the store for these versions; as long as they are the same,
// and no instant of a run has passed, the same report is the answer.

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

export interface DayAsked {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  /** Left out: all of them. */
  readonly meetingId: MeetingId | undefined;
}

export interface Look {
  /** Null for a reader who is no member. */
  readonly reader: MemberId | null;
  /** Epoch ms. */
  readonly now: number;
}

/** All that the reports of a day are made of, whoever reads them and when. */
interface DaySources {
  readonly date: LocalDate;
  readonly isHoliday: boolean;
  readonly meetings: readonly Omit<ReportSources, keyof Look>[];
}

interface Team {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly people: readonly TeamMember[];
  readonly facts: ReadonlyMap<MemberId, MemberFacts>;
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

const meetingSources = async (team: Team, rows: RunRows): Promise<DaySources['meetings']> => {
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
    {
      occurrence,
      answers: rows.answers.map((one) => one.value),
      blockers,
      schedule: await scheduleOf(team, occurrence.meetingId, blockers),
      facts: team.facts,
      channelName: occurrence.channelId === null ? null : (team.channels.get(occurrence.channelId) ?? null),
    },
  ];
};

/** By thread id; General needs none, and without others there is nothing to read. */
const channelNames = async (
  { store, scope }: Records<OrgId>,
  teamId: TeamId,
  runs: readonly RunRows[],
): Promise<Map<string, string>> => {
  if (runs.every((rows) => (rows.occurrence?.value.channelId ?? null) === null)) return new Map();
  const channels = await allChannels({ store }, { orgId: scope, teamId });
  return new Map(channels.map((one) => [one.threadId, one.name]));
};

const readSources = async (records: Records<OrgId>, { teamId, date, meetingId }: DayAsked): Promise<DaySources> => {
  const people = (await allMembers(records, teamId)).map((one) => one.value);
  const day = await readDay(records, teamId, date, { withDeliveries: false });
  const wanted = [...day.runs].filter(([id]) => meetingId === undefined || id === meetingId).map(([, rows]) => rows);
  const facts = new Map(people.map((one) => [one.memberId, one]));
  const channels = await channelNames(records, teamId, wanted);
  const team = { records, teamId, people, facts, channels };
  const meetings = await Promise.all(wanted.map((rows) => meetingSources(team, rows)));
  return { date, isHoliday: day.isHoliday, meetings: meetings.flat() };
};

const reportOf = ({ date, isHoliday, meetings }: DaySources, look: Look): DailyReport => ({
  date,
  isHoliday,
  reports: meetings
    .map((one) => meetingReport({ ...one, ...look }))
    .sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.meetingId < b.meetingId ? -1 : 1)),
});

/** All that a report says besides its sources: what is the reader's own, and how far the runs have come. */
const lookName = ({ meetings }: DaySources, look: Look): string =>
  meetings
    .map((one) => {
      const { owes, canEdit } = readerPart({ ...one, ...look });
      return `${instantsBehind({ ...one, ...look })} ${owes} ${canEdit}`;
    })
    .join('|');

interface KeptDay {
  readonly readings: Readings;
  readonly sources: DaySources;
  /** By `lookName`. */
  readonly reports: Map<string, DailyReport>;
}

const ofStores = new WeakMap<TableStore, Generations<KeptDay>>();
const daysOf = (store: TableStore): Generations<KeptDay> => {
  const there =
    ofStores.get(store) ?? createGenerations({ bytes: 12_000_000, ms: 10 * 60_000, now: () => performance.now() });
  ofStores.set(store, there);
  return there;
};

/** Sources and JSON of a report each take about as much as the report. */
const bytesOf = ({ readings, reports }: KeptDay): number => {
  const weights = [...reports.values()].map(weightOf);
  return weightOf(readings) + 2 * weights.reduce((sum, one) => sum + one, 0) + Math.max(0, ...weights);
};

/** Times a run has behind it only grow: what was said before them is not asked for again. */
const mostLooks = 8;

const lookAt = (day: KeptDay, look: Look, keep: () => void): DailyReport => {
  const name = lookName(day.sources, look);
  const there = day.reports.get(name);
  if (there !== undefined) return there;
  if (day.reports.size >= mostLooks) day.reports.clear();
  const report = sentOften(reportOf(day.sources, look));
  day.reports.set(name, report);
  keep();
  return report;
};

/** The reports of a team's day, or of one meeting of it, as a reader sees them now. */
export const dayReport = async (records: Records<OrgId>, asked: DayAsked, look: Look): Promise<DailyReport> => {
  const { store, scope } = records;
  const days = daysOf(store);
  const name = `${scope} ${asked.teamId} ${asked.date} ${asked.meetingId ?? ''}`;
  const known = days.find(name);
  if (known !== undefined && (await areUnchanged(store, known.readings)))
    return lookAt(known, look, () => {
      days.put(name, known, bytesOf(known));
    });
  const recording = recorded(store);
  const sources = await readSources(inOrg(recording.store, scope), asked);
  const readings = recording.readings();
  if (readings === undefined) return reportOf(sources, look);
  const fresh: KeptDay = { readings, sources, reports: new Map() };
  return lookAt(fresh, look, () => {
    days.put(name, fresh, bytesOf(fresh));
  });
};
