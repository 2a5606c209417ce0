import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { getNearbyRuns as getNearbyRunsCall, NearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import type { PlannedRun } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { addDays, compareDates, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { dayHoliday } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { listPlannedRuns } from '../runs/plannedPromptRows.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { requireMeetingOfTeam } from '../tenancy/requireMeetingOfTeam.ts';
import { startSlices } from '../core/slicedWork.ts';

// Finds the links to show on a day without reports: the last day with answers, and the next run.

type NearbyDeps = Pick<Deps, 'store' | 'clock'> & PayingDeps;

/**
 * Number of runs of each meeting that are searched backwards. If none of them has answers, there is no link to an
 * earlier day.
 */
const maxRunsBack = 60;

type DaySummary = ValueOf<typeof daySummary>;

/**
 * True if the run has answers. The stored count of an open run may be out of date, so if it is 0, the keys of the
 * answers are read.
 */
const hasAnswers = async (
  records: Records<OrgId>,
  { teamId, id }: Meeting,
  { date, state, answered }: DaySummary,
): Promise<boolean> => {
  if (answered > 0 || state !== 'OPEN') return answered > 0;
  const pk = teamPartition(records.scope, teamId);
  const range = prefixRange(`D|${date}|${id}|a|`);
  const page = await records.store.scan('Team', pk, range, { limit: 1, keysOnly: true });
  return page.rows.length > 0;
};

/**
 * Returns the last date before `before` on which the meeting has answers; undefined if none is found. The day summaries
 * of a meeting are stored newest first.
 */
const lastAnswered = async (
  records: Records<OrgId>,
  meeting: Meeting,
  before: LocalDate,
): Promise<LocalDate | undefined> => {
  const { teamId, id } = meeting;
  const prefix = `R|${id}|`;
  const range = { from: `${prefix}${reverseDate(addDays(before, -1))}`, to: `${prefix}~` };
  const page = await records.store.scan(daySummary.table, teamPartition(records.scope, teamId), range, {
    limit: maxRunsBack,
  });
  for (const row of page.rows) {
    const day = readAs(daySummary, row).value;
    if (await hasAnswers(records, meeting, day)) return day.date;
  }
  return undefined;
};

/**
 * Number of planned dates that are tried for each meeting. Several may fail, because holidays and existing runs make a
 * date unusable.
 */
const maxDatesAhead = 30;

interface Planning {
  readonly records: Records<OrgId>;
  readonly people: readonly TeamMember[];
  readonly now: number;
}

const willAsk = async (
  records: Records<OrgId>,
  { teamId, id: meetingId }: Meeting,
  date: LocalDate,
): Promise<boolean> => {
  const [there, holiday] = await Promise.all([
    records.get(runKind, { teamId, meetingId, date }),
    records.get(dayHoliday, { teamId, date }),
  ]);
  return there === undefined && holiday === undefined;
};

interface Candidate {
  readonly meeting: Meeting;
  readonly zones: readonly ZoneId[];
  readonly run: PlannedRun;
  readonly datesTried: number;
}

/**
 * Returns the meeting's next planned run after a date that cannot be used, because it is a holiday or already has a
 * run. Undefined if the limit of dates is reached or no further run is planned.
 */
const candidateAfter = ({ now }: Planning, { meeting, zones, run, datesTried }: Candidate): Candidate | undefined => {
  if (datesTried === maxDatesAhead) return undefined;
  const [next] = listPlannedRuns(meeting, zones, { afterMs: now, notBeforeDate: addDays(run.date, 1) });
  return next === undefined ? undefined : { meeting, zones, run: next, datesTried: datesTried + 1 };
};

const firstCandidates = async ({ people, now }: Planning, meetings: readonly Meeting[]): Promise<Candidate[]> => {
  const pause = await startSlices();
  const candidates: Candidate[] = [];
  for (const meeting of meetings) {
    const zones = zonesOfMeetingMembers(meeting, people);
    const [run] = zones.length === 0 ? [] : listPlannedRuns(meeting, zones, { afterMs: now, notBeforeDate: undefined });
    if (run !== undefined) candidates.push({ meeting, zones, run, datesTried: 1 });
    await pause();
  }
  return candidates;
};

/**
 * Returns the earliest next run of these meetings; null if there is none. Rows are read only for the earliest
 * candidate, because a team has up to 200 meetings, and the first candidate can nearly always be used.
 */
const nextOf = async (planning: Planning, meetings: readonly Meeting[]): Promise<NearbyRuns['next']> => {
  const candidates = await firstCandidates(planning, meetings);
  for (;;) {
    const [earliest] = candidates.sort((a, b) => a.run.at - b.run.at);
    if (earliest === undefined) return null;
    const { meeting, run } = earliest;
    if (await willAsk(planning.records, meeting, run.date))
      return { meetingId: meeting.id, meetingName: meeting.name, date: run.date, opensAt: toInstant(run.at) };
    const later = candidateAfter(planning, earliest);
    candidates.splice(0, 1, ...(later === undefined ? [] : [later]));
  }
};

/**
 * Returns the last date with answers before the given date, and the next run; both for a team or for one of its
 * meetings.
 */
export const getNearbyRuns = async (
  deps: NearbyDeps,
  actor: Actor,
  { teamId, meetingId, date }: ParsedOf<typeof getNearbyRunsCall>,
): Promise<OutputOf<typeof getNearbyRunsCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOfTeam(records, teamId, meetingId);
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  const meetings = rows.map(({ value }) => value).filter(({ id }) => meetingId === undefined || id === meetingId);
  const [dates, people, pause] = await Promise.all([
    Promise.all(meetings.map((meeting) => lastAnswered(records, meeting, date))),
    listAllMembers(records, teamId),
    orgPauseOf(deps, records),
  ]);
  const previous =
    dates
      .flatMap((item) => item ?? [])
      .sort(compareDates)
      .at(-1) ?? null;
  const planning = { records, people: people.map(({ value }) => value), now: deps.clock.now() };
  return { previous, next: doesOrgAllow('openRun', pause) ? await nextOf(planning, meetings) : null };
};
