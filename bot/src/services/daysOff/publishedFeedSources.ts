import { limits, productVersion } from '#contracts/core/limitsAndProductConstants.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { addDays, hourMs, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { holiday, vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { isAskingMembers } from '../tenancy/payingStateAndOrgPause.ts';
import type { Pause } from '../core/slicedWork.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';

// Reads all source data of a calendar feed, and computes a version that changes when one of the source rows changes.

export interface FeedOwner {
  readonly organisation: Organisation;
  readonly memberId: MemberId;
  /** The owner's language tag (BCP 47). */
  readonly locale: string;
  readonly places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[];
}

export interface FeedReport {
  readonly meeting: Meeting;
  readonly runs: readonly Run[];
}

export interface FeedTeam {
  readonly teamId: TeamId;
  readonly name: string;
  readonly member: TeamMember;
  /** Holidays of the team, oldest first. */
  readonly holidays: readonly ValueOf<typeof holiday>[];
  readonly reports: readonly FeedReport[];
}

export interface FeedState {
  readonly owner: FeedOwner;
  /** Vacation days of the member, oldest first. */
  readonly vacations: readonly LocalDate[];
  readonly teams: readonly FeedTeam[];
  /** True if reports were left out, because the member has more reports than a calendar shows. */
  readonly hasMoreReports: boolean;
  readonly version: string;
}

interface Reading {
  readonly records: Records<OrgId>;
  readonly owner: FeedOwner;
  readonly now: number;
  readonly pause: Pause;
  /** Keys and ETags of the rows read so far. The version is the hash of them. */
  readonly marks: string[];
}

const utc = 'UTC' as Meeting['timezone'];
/** Number of days before and after today for which the calendar shows days off. */
const daysBehind = 31;
const daysAhead = 731;

const daysShown = (now: number): { readonly from: LocalDate; readonly to: LocalDate } => {
  const today = localDateAt(now, utc);
  return { from: addDays(today, -daysBehind), to: addDays(today, daysAhead) };
};

const marked = <T>({ marks }: Reading, rows: readonly Stored<T>[]): T[] =>
  rows.map(({ value, etag, key }) => {
    marks.push(`${key.rk} ${etag}`);
    return value;
  });

const vacationsOf = async (reading: Reading): Promise<LocalDate[]> => {
  const { records, owner, now } = reading;
  const { memberId } = owner;
  const { from, to } = daysShown(now);
  const range = { from: `vac|${memberId}|${from}`, to: `vac|${memberId}|${to}` };
  return marked(reading, await records.list(vacation, undefined, range)).map(({ date }) => date);
};

const holidaysOf = async (reading: Reading, teamId: TeamId): Promise<FeedTeam['holidays']> => {
  const { from, to } = daysShown(reading.now);
  const range = { from: `H|${from}`, to: `H|${to}` };
  return marked(reading, await reading.records.list(holiday, { teamId }, range));
};

/**
 * Returns the dates around today (UTC) for which runs are read: zones differ by up to a day, and a run that has opened
 * for another member may still open later for this member.
 */
const nearDates = (now: number): LocalDate[] => {
  const today = localDateAt(now, utc);
  return [-2, -1, 0, 1, 2].map((days) => addDays(today, days));
};

const runsOf = async (reading: Reading, meeting: Meeting): Promise<Run[]> => {
  const { records, now } = reading;
  const key = { teamId: meeting.teamId, meetingId: meeting.id };
  const rows = await Promise.all(nearDates(now).map((date) => records.get(runKind, { ...key, date })));
  return marked(
    reading,
    rows.filter((row) => row !== undefined),
  );
};

/**
 * Returns the team's enabled meetings that contain the member, at most `room + 1`. `room` is the number of reports that
 * the calendar can still show; one more is enough to detect that reports are left out.
 */
const meetingsOf = async (reading: Reading, teamId: TeamId, room: number): Promise<Meeting[]> => {
  const { records, owner } = reading;
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  const own = rows.filter(({ value }) => value.isEnabled && value.members.includes(owner.memberId));
  return marked(reading, own.slice(0, room + 1));
};

const readTeam = async (
  reading: Reading,
  { teamId, row: member }: FeedOwner['places'][number],
  room: number,
): Promise<FeedTeam> => {
  const [team] = marked(
    reading,
    [await reading.records.get(teamKind, { teamId })].filter((row) => row !== undefined),
  );
  const holidays = await holidaysOf(reading, teamId);
  const isAsked = room >= 0 && team?.state === 'CONNECTED';
  const meetings = isAsked ? await meetingsOf(reading, teamId, room) : [];
  const reports: FeedReport[] = [];
  for (const meeting of meetings) {
    reports.push({ meeting, runs: await runsOf(reading, meeting) });
    await reading.pause();
  }
  return { teamId, name: team?.name ?? '', member, holidays, reports };
};

const cutReports = (teams: readonly FeedTeam[]): Pick<FeedState, 'teams' | 'hasMoreReports'> => {
  let room: number = limits.feedReports;
  let hasMoreReports = false;
  const cut = teams.map((team) => {
    const reports = team.reports.slice(0, room);
    hasMoreReports ||= reports.length < team.reports.length;
    room -= reports.length;
    return { ...team, reports };
  });
  return { teams: cut, hasMoreReports };
};

/** Reads the content of a member's calendar, with at most `limits.feedReports` reports. */
export const readFeedState = async (
  deps: Pick<Deps, 'store' | 'clock' | 'isBillingEnabled' | 'publicUrl'>,
  owner: FeedOwner,
  pause: Pause,
): Promise<FeedState> => {
  const records = inOrg(deps.store, owner.organisation.orgId);
  const now = deps.clock.now();
  const isAsked = await isAskingMembers(deps, records);
  const marks = [
    // The last part changes every hour, because prompts in the past leave the calendar.
    ...[productVersion, deps.publicUrl, owner.locale, owner.organisation.name, String(Math.floor(now / hourMs))],
    ...[owner.memberId, String(isAsked)],
    ...owner.places.map(({ teamId, row }) => `${teamId} ${row.timezone ?? ''}`),
  ];
  const reading = { records, owner, now, pause, marks };
  const vacations = await vacationsOf(reading);
  const teams: FeedTeam[] = [];
  let room: number = isAsked ? limits.feedReports : -1;
  for (const place of owner.places) {
    const team = await readTeam(reading, place, room);
    teams.push(team);
    // `room` becomes negative if a report is left out. Then the reports of the next teams are not read.
    room -= team.reports.length;
  }
  return { owner, vacations, ...cutReports(teams), version: digestOf(JSON.stringify(marks)).slice(0, 32) };
};
