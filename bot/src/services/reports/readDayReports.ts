import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { DailyReport, MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { BoundedMap, weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { holidayPeriod, resolvedPeriod } from '../../domain/blockers/blockerDuration.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { instantsBehind, meetingReport, readerPart } from '../../domain/reports/buildReportAndSummary.ts';
import type { ReportSources } from '../../domain/reports/buildReportAndSummary.ts';
import { reportMemberSteps } from '../../domain/reports/reportMembers.ts';
import type { MemberFacts, PeopleSources } from '../../domain/reports/reportMembers.ts';
import { deepFreeze, cacheSerialized } from '../../domain/core/freezeAndMarkForJsonCache.ts';
import { withDroppedMembers } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { estimateMemoryBytes } from '../../domain/core/estimateMemoryBytes.ts';
import { createGenerationalCache } from '../../store/generationalCache.ts';
import type { GenerationalCache } from '../../store/generationalCache.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import { areReadsUnchanged, recordReads } from '../../store/recordedReads.ts';
import type { RecordedReadsCache } from '../../store/recordedReads.ts';
import { channelNamesOf } from '../teamsSync/syncAndReadChannels.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { wasPostedTo, notAskedIn, readDayRows, skipsOf, snoozesOf } from '../runs/readRunAndDayRows.ts';
import type { RunRows } from '../runs/readRunAndDayRows.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';

// All members of a team may poll the day's report every few seconds. So the report is cached with the versions of all
// rows from which it was built. Each request reads the present versions from the store, and gets the cached report if
// none has changed and no instant of a run has passed since.

const readBlockers = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<Map<MemberId, TrackedBlocker>> => {
  const rows = await records.list(blocker, { teamId }, prefixRange(`B|${meetingId}|`));
  return new Map(rows.map((row) => [row.value.memberId, row.value]));
};

/**
 * Returns the stored blockers of the run's meeting, by member. If the run asks no question about blockers, reads
 * nothing and returns an empty map.
 */
export const blockersOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  { meetingId, questions }: Run,
): Promise<Map<MemberId, TrackedBlocker>> =>
  questions.some((question) => question.isBlocker) ? readBlockers(records, teamId, meetingId) : new Map();

type Blockers = ReadonlyMap<MemberId, TrackedBlocker>;

/** True if the report of the run may show the age of an open blocker or the duration of a resolved blocker. */
const hasAge = (blockers: Blockers, { timezone, date }: Run): boolean =>
  [...blockers.values()].some((item) => item.isOpen || resolvedPeriod(item, timezone, date) !== undefined);

/**
 * Returns the team holidays that are needed to compute the ages of the blockers. Reads nothing if no blocker is open or
 * was resolved on the run's date.
 */
export const holidaysFor = async (
  records: Records<OrgId>,
  teamId: TeamId,
  blockers: Blockers,
  { timezone, date }: Run,
): Promise<readonly LocalDate[]> => {
  const period = holidayPeriod(blockers.values(), { zone: timezone, date });
  return period === undefined ? [] : listHolidays(records, teamId, period);
};

export interface DayAsked {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  readonly meetingId: MeetingId | undefined;
}

export interface DayReportQuery {
  readonly reader: MemberId | null;
  readonly now: number;
}

/** The data of a day's reports that depends neither on the reader nor on the time. It can be cached for all readers. */
interface DaySources {
  readonly date: LocalDate;
  readonly isHoliday: boolean;
  readonly meetings: readonly Omit<ReportSources, keyof DayReportQuery>[];
}

interface Team {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly people: readonly TeamMember[];
  readonly facts: ReadonlyMap<MemberId, MemberFacts>;
  readonly channels: ReadonlyMap<string, string>;
}

/**
 * Returns the meeting's schedule and the team holidays, from which the ages of blockers are computed. If the report
 * shows no age, returns no schedule and no holidays.
 */
const workingDaysOf = async (
  { records, teamId }: Team,
  run: Run,
  blockers: Blockers,
): Promise<Pick<PeopleSources, 'schedule' | 'holidays'>> => {
  const { meetingId } = run;
  const [schedule, holidays] = await Promise.all([
    hasAge(blockers, run) ? records.get(meetingKind, { teamId, meetingId }) : undefined,
    holidaysFor(records, teamId, blockers, run),
  ]);
  return { schedule: schedule?.value, holidays };
};

/**
 * Returns the name of the channel to which the announcement or the summary of the run was posted. Null if nothing was
 * posted, or if it was posted to General, which needs no name.
 */
const postedTo = ({ channels }: Team, rows: RunRows, { channelId }: Run): string | null =>
  channelId !== null && wasPostedTo(rows, channelId) ? (channels.get(channelId) ?? null) : null;

const meetingSources = async (team: Team, rows: RunRows): Promise<DaySources['meetings']> => {
  const stored = rows.run;
  if (stored === undefined) return [];
  // Members who left are marked in the stored run only when it is next updated, but the report must show at once who
  // has left.
  const members = stored.value.members.map((member) => member.memberId);
  const run = withDroppedMembers(stored.value, team.people, { members });
  const blockers = await blockersOf(team.records, team.teamId, run);
  return [
    {
      run,
      answers: rows.answers.map((answer) => answer.value),
      skips: skipsOf(rows),
      snoozes: snoozesOf(rows),
      notAsked: notAskedIn(rows),
      blockers,
      ...(await workingDaysOf(team, run, blockers)),
      facts: team.facts,
      channelName: postedTo(team, rows, run),
    },
  ];
};

/** Returns the names of channels by id. Reads nothing if all runs post to General, which needs no name. */
const channelNames = async (
  records: Records<OrgId>,
  teamId: TeamId,
  runs: readonly RunRows[],
): Promise<Map<string, string>> => {
  const isAllInGeneral = runs.every((rows) => (rows.run?.value.channelId ?? null) === null);
  return isAllInGeneral ? new Map() : channelNamesOf(records, teamId);
};

const readSources = async (records: Records<OrgId>, { teamId, date, meetingId }: DayAsked): Promise<DaySources> => {
  const people = (await listAllMembers(records, teamId)).map((member) => member.value);
  const day = await readDayRows(records, teamId, date, { withDeliveries: false, meetingId });
  const wanted = [...day.runs.values()];
  const facts = new Map(people.map((person) => [person.memberId, person]));
  const channels = await channelNames(records, teamId, wanted);
  const team = { records, teamId, people, facts, channels };
  const meetings = await Promise.all(wanted.map((rows) => meetingSources(team, rows)));
  return { date, isHoliday: day.isHoliday, meetings: meetings.flat() };
};

interface MadeReport {
  readonly report: DailyReport;
  readonly bytes: number;
}

/**
 * Builds the report, freezes it and estimates its memory. It pauses between members, because a day may have hundreds of
 * meetings with a thousand members each.
 */
const reportOfMeeting = async (
  sources: ReportSources,
  pause: Pause,
): Promise<{ readonly report: MeetingReport; readonly bytes: number }> => {
  const members = await runSliced(reportMemberSteps(sources), pause);
  let bytes = 0;
  for (const member of members) {
    bytes += estimateMemoryBytes(deepFreeze(member));
    await pause();
  }
  const report = Object.freeze(meetingReport(sources, Object.freeze(members) as ReportMember[]));
  return { report, bytes: bytes + estimateMemoryBytes({ ...report, members: [] }) };
};

const reportOf = async (
  { date, isHoliday, meetings }: DaySources,
  query: DayReportQuery,
  pause: Pause,
): Promise<MadeReport> => {
  const reports: MeetingReport[] = [];
  let bytes = 0;
  for (const sources of meetings) {
    const created = await reportOfMeeting({ ...sources, ...query }, pause);
    reports.push(created.report);
    bytes += created.bytes;
  }
  reports.sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.meetingId < b.meetingId ? -1 : 1));
  return { report: cacheSerialized({ date, isHoliday, reports: Object.freeze(reports) as MeetingReport[] }), bytes };
};

/**
 * Returns the key of a variant of the report in the cache. It contains everything that depends on the reader or the
 * time: the reader's rights in each meeting, and how many instants have passed.
 */
const variantName = ({ meetings }: DaySources, query: DayReportQuery): string =>
  meetings
    .map((meeting) => {
      const { owes, canEdit } = readerPart({ ...meeting, ...query });
      return `${instantsBehind({ ...meeting, ...query })} ${owes} ${canEdit}`;
    })
    .join('|');

interface KeptDay {
  readonly readings: RecordedReadsCache;
  readonly sources: DaySources;
  /** The variants of the report, by their key: the reader's rights and the number of passed instants. */
  readonly reports: Map<string, MadeReport>;
}

const daysOf = weakMemo<TableStore, GenerationalCache<KeptDay>>(() =>
  createGenerationalCache({ bytes: 12_000_000, ms: 10 * 60_000, now: () => performance.now() }),
);

/**
 * Estimates the memory of a cached day. The sources, and the JSON of the largest report, each take about as much memory
 * as the report itself.
 */
const bytesOf = ({ readings, reports }: KeptDay): number => {
  const weights = [...reports.values()].map(({ bytes }) => bytes);
  return estimateMemoryBytes(readings) + 2 * weights.reduce((sum, weight) => sum + weight, 0) + Math.max(0, ...weights);
};

/**
 * Number of variants of a report to keep. The number of passed instants only grows, so older variants are never
 * requested again.
 */
const maxQueries = 8;

const buildDailyReport = async (day: KeptDay, query: DayReportQuery, keep: () => void): Promise<DailyReport> => {
  const name = variantName(day.sources, query);
  const existing = day.reports.get(name);
  if (existing !== undefined) return existing.report;
  const created = await reportOf(day.sources, query, await startSlices());
  day.reports.set(name, created);
  keep();
  return created.report;
};

/** Returns the reports of a team's day, or of one meeting of that day, as the reader may see them now. */
export const readDayReports = async (
  records: Records<OrgId>,
  dayAsked: DayAsked,
  query: DayReportQuery,
): Promise<DailyReport> => {
  const { store, scope } = records;
  const days = daysOf(store);
  const name = `${scope} ${dayAsked.teamId} ${dayAsked.date} ${dayAsked.meetingId ?? ''}`;
  const cached = days.get(name);
  if (cached !== undefined && (await areReadsUnchanged(store, cached.readings)))
    return buildDailyReport(cached, query, () => {
      days.set(name, cached, bytesOf(cached));
    });
  const recording = recordReads(store);
  const sources = await readSources(inOrg(recording.store, scope), dayAsked);
  const readings = recording.readings();
  if (readings === undefined) return (await reportOf(sources, query, await startSlices())).report;
  const created: KeptDay = { readings, sources, reports: new BoundedMap(maxQueries) };
  return buildDailyReport(created, query, () => {
    days.set(name, created, bytesOf(created));
  });
};
