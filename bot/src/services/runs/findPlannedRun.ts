import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { runInstants } from '../../domain/runs/runOpening.ts';
import type { RunPlan } from '../../domain/runs/runOpening.ts';
import {
  addDays,
  compareDates,
  hourMs,
  localDateAt,
  msOf,
  toInstant,
} from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { PlannedRun, StoredPlan } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { dayHoliday, dayVacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { listPlannedRuns, planOfRow } from './plannedPromptRows.ts';
import { zonesOfMeetingMembers } from './zonesOfMeetingMembers.ts';
import { storedPlanRow } from './findStoredPlan.ts';

// Finds the planned run that a member can answer ahead, that is, before its opening (docs/product-rules.md, Answers).

/**
 * Returns the people of the team, because their zones decide the openings with the time basis MEMBER. Otherwise, all
 * members have one opening, and the list is empty.
 */
const zonedPeople = async (records: Records<OrgId>, meeting: Meeting): Promise<TeamMember[]> =>
  meeting.timeBasis === 'MEETING' ? [] : (await listAllMembers(records, meeting.teamId)).map((member) => member.value);

const aheadMs = times.aheadHours * hourMs;

/**
 * True if a run with this opening (epoch ms) can be answered ahead now: it opens at most `times.aheadHours` hours from
 * now.
 */
export const isNearRun = (opensAt: number, now: number): boolean => opensAt - now <= aheadMs;

interface NextRun {
  readonly meeting: Meeting;
  readonly date: LocalDate;
  /** The earliest opening of the run in any zone. The key of the run's summary row contains it. */
  readonly opensAt: Instant;
  readonly instants: Instants;
  readonly away: SnapshotMember['away'];
}

interface Asked {
  readonly meeting: Meeting;
  readonly people: readonly TeamMember[];
  readonly member: TeamMember;
}

/**
 * Returns the meeting and the member if the meeting's next run would prompt the member. Otherwise throws an AppError
 * with the reason.
 */
const askedIn = async (records: Records<OrgId>, who: Omit<MemberRun, 'date'>): Promise<Asked> => {
  const [row, member] = await Promise.all([records.get(meetingKind, who), records.get(teamMember, who)]);
  if (row === undefined) throw new AppError('NOT_FOUND');
  const meeting = row.value;
  if (!meeting.isEnabled) throw new AppError('MEETING_DISABLED');
  const isThere = member?.value.isEnabled === true && member.value.leftOn === null;
  if (!isThere || !meeting.members.includes(who.memberId)) throw new AppError('NOT_ASKED');
  return { meeting, people: await zonedPeople(records, meeting), member: member.value };
};

type Zoned = Pick<TeamMember, 'timezone'>;

/**
 * Returns the zone in which the meeting opens for a member: with the time basis MEMBER the member's zone, if it is
 * known; otherwise the meeting's zone.
 */
export const memberZone = (meeting: Pick<Meeting, 'timeBasis' | 'timezone'>, { timezone }: Zoned): ZoneId =>
  meeting.timeBasis === 'MEMBER' ? (timezone ?? meeting.timezone) : meeting.timezone;

const ownInstants = ({ meeting, people, member }: Asked, plan: RunPlan): Instants | undefined => {
  const sets = runInstants(plan, people);
  // A zone that skips this date (at the date line) has no instants, so its members are not asked.
  return sets.find((set) => set.zone === memberZone(meeting, member));
};

/**
 * Returns the reason why the member is not asked on the date of the run: HOLIDAY for a holiday of the team on that
 * date, VACATION for a vacation of the member on `livedOn` (the member's own date at the opening). Null if there is no
 * day off.
 */
export const isAwayOn = async (
  records: Records<OrgId>,
  who: Pick<MemberRun, 'teamId' | 'memberId' | 'date'>,
  livedOn: LocalDate,
): Promise<SnapshotMember['away']> => {
  const { teamId, memberId, date } = who;
  const [holiday, vacation] = await Promise.all([
    records.get(dayHoliday, { teamId, date }),
    records.get(dayVacation, { teamId, date: livedOn, memberId }),
  ]);
  if (holiday !== undefined) return 'HOLIDAY';
  return vacation === undefined ? null : 'VACATION';
};

const asMet = async (records: Records<OrgId>, asked: Asked, run: StoredPlan): Promise<NextRun> => {
  const { meeting, member } = asked;
  const plan = { meeting, date: run.date, source: 'SCHEDULE', openMs: null, afterMs: run.afterMs } as const;
  const instants = ownInstants(asked, plan);
  if (instants === undefined) throw new AppError('NOT_ASKED');
  const livedOn = localDateAt(msOf(instants.opensAt), member.timezone ?? meeting.timezone);
  const away = await isAwayOn(records, { ...meeting, memberId: member.memberId, date: run.date }, livedOn);
  return { meeting, date: run.date, opensAt: toInstant(run.at), instants, away };
};

/**
 * Returns the next planned runs that do not exist yet. If a person started or cancelled the next run before its
 * opening, that run exists already, so the runs after it are returned.
 */
const nextPlanned = async (
  records: Records<OrgId>,
  { meeting, people }: Asked,
  now: number,
): Promise<readonly PlannedRun[]> => {
  const zones = zonesOfMeetingMembers(meeting, people);
  const next = listPlannedRuns(meeting, zones, { afterMs: now });
  const { teamId, id: meetingId } = meeting;
  const there = await Promise.all(next.map(({ date }) => records.get(runKind, { teamId, meetingId, date })));
  const fresh = next.filter((_, index) => there[index] === undefined);
  const last = next
    .map(({ date }) => date)
    .sort(compareDates)
    .at(-1);
  if (fresh.length > 0 || last === undefined) return fresh;
  return listPlannedRuns(meeting, zones, { afterMs: now, notBeforeDate: addDays(last, 1) });
};

/**
 * Finds a planned run that the schedule no longer returns: its opening has just passed, or it is a date that some
 * members had already reached when the meeting was saved. Only its due row still contains it.
 */
const underWay = async (
  records: Records<OrgId>,
  { meeting, people }: Asked,
  date: LocalDate,
  now: number,
): Promise<StoredPlan | undefined> => {
  const named = people.filter((person) => meeting.members.includes(person.memberId));
  const zones = [...new Set(named.map((item) => item.timezone ?? meeting.timezone))];
  const row = await storedPlanRow(records, { meeting, zones }, date, now);
  return row === undefined ? undefined : planOfRow(row);
};

/** Returns the planned run of that date if the member can answer it ahead now; otherwise throws an AppError. */
export const findPlannedRun = async (records: Records<OrgId>, memberRun: MemberRun, now: number): Promise<NextRun> => {
  const asked = await askedIn(records, memberRun);
  const next = await nextPlanned(records, asked, now);
  const planned =
    next.find((plannedRun) => plannedRun.date === memberRun.date) ??
    (await underWay(records, asked, memberRun.date, now));
  if (planned === undefined)
    throw new AppError(next.some((plannedRun) => memberRun.date < plannedRun.date) ? 'RUN_CLOSED' : 'RUN_NOT_OPEN');
  const met = await asMet(records, asked, planned);
  if (!isNearRun(msOf(met.instants.opensAt), now)) throw new AppError('RUN_NOT_OPEN');
  return met;
};
