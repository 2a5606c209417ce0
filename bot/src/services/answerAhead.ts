import { AppError } from '#contracts/errors.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/ids.ts';
import { times } from '#contracts/limits.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, SnapshotMember } from '#contracts/occurrence.ts';
import { runInstants } from '../domain/opening.ts';
import type { RunPlan } from '../domain/opening.ts';
import { addDays, hourMs, localDateAt, minuteMs, msOf, toInstant } from '../domain/time.ts';
import type { PlannedRun } from '../domain/schedule.ts';
import { outside } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { dayHoliday, dayVacation, meeting as meetingKind, teamMember } from '../store/kinds/team.ts';
import { due } from '../store/kinds/work.ts';
import type { MemberRun } from './memberRun.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { plannedRun, promptDue, zonesOf } from './planning.ts';

// The run that a meeting plans next, as one member meets it: what can be answered ahead (decisions.md D4).

/** Only where each zone has its own opening does it matter who else is asked. */
const zonedPeople = async (records: Records<OrgId>, meeting: Meeting): Promise<TeamMember[]> =>
  meeting.timeBasis === 'MEETING' ? [] : (await allMembers(records, meeting.teamId)).map((one) => one.value);

const aheadMs = times.aheadHours * hourMs;

/** Whether a run that opens then (epoch ms) for somebody may be answered by them now. */
export const isNear = (opensAt: number, now: number): boolean => opensAt - now <= aheadMs;

interface NextRun {
  readonly meeting: Meeting;
  readonly date: LocalDate;
  /** Its earliest opening, which its summary row is keyed by. */
  readonly opensAt: Instant;
  /** Those that apply to the member. */
  readonly instants: Instants;
  readonly away: SnapshotMember['away'];
}

interface Asked {
  readonly meeting: Meeting;
  readonly people: readonly TeamMember[];
  readonly member: TeamMember;
}

/** The meeting and the member, when it would ask them; refusals as AppError. */
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

/** Whose clocks say when a meeting's runs open for a member. */
export const ownZone = (meeting: Pick<Meeting, 'timeBasis' | 'timezone'>, { timezone }: Zoned): ZoneId =>
  meeting.timeBasis === 'MEMBER' ? (timezone ?? meeting.timezone) : meeting.timezone;

const ownInstants = ({ meeting, people, member }: Asked, plan: RunPlan): Instants | undefined => {
  const sets = runInstants(plan, people);
  // Who does not live that date at all is not asked on it.
  return sets.find((one) => one.zone === ownZone(meeting, member));
};

/** Nobody is asked on a holiday, and not who is on vacation on the date they live when they would be asked. */
export const awayOn = async (
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

const asMet = async (records: Records<OrgId>, asked: Asked, run: PlannedRun): Promise<NextRun> => {
  const { meeting, member } = asked;
  const plan = { meeting, date: run.date, source: 'SCHEDULE', openMs: null } as const;
  const instants = ownInstants(asked, plan);
  if (instants === undefined) throw new AppError('NOT_ASKED');
  const livedOn = localDateAt(msOf(instants.opensAt), member.timezone ?? meeting.timezone);
  const away = await awayOn(records, { ...meeting, memberId: member.memberId, date: run.date }, livedOn);
  return { meeting, date: run.date, opensAt: toInstant(run.at), instants, away };
};

/** The next run that is not there yet: today's may have been started or called off before its time. */
const nextPlanned = async (
  records: Records<OrgId>,
  { meeting, people }: Asked,
  now: number,
): Promise<PlannedRun | undefined> => {
  const zones = zonesOf(meeting, people);
  const next = plannedRun(meeting, zones, now);
  if (next === undefined) return undefined;
  const { teamId, id: meetingId } = meeting;
  const there = await records.get(occurrenceKind, { teamId, meetingId, date: next.date });
  return there === undefined ? next : plannedRun(meeting, zones, now, addDays(next.date, 1));
};

/**
 * A run whose opening has passed, but is still on its way: what was begun ahead of it is not refused meanwhile. Its due
 * row says that it will come to be, which the schedule alone does not: the meeting may be younger than that opening.
 */
const underWay = async (
  records: Records<OrgId>,
  { meeting, people }: Asked,
  now: number,
): Promise<PlannedRun | undefined> => {
  const run = plannedRun(meeting, zonesOf(meeting, people), now - times.promptLate * minuteMs);
  if (run === undefined || run.at > now) return undefined;
  const row = await outside(records.store).get(due, promptDue(records.scope, meeting, run));
  return row === undefined ? undefined : run;
};

/** The run of that date, when it is the next planned one and near enough; refusals as AppError. */
export const plannedFor = async (records: Records<OrgId>, run: MemberRun, now: number): Promise<NextRun> => {
  const asked = await askedIn(records, run);
  const next = await nextPlanned(records, asked, now);
  const planned = next?.date === run.date ? next : await underWay(records, asked, now);
  if (planned?.date !== run.date)
    throw new AppError(next !== undefined && run.date < next.date ? 'RUN_CLOSED' : 'RUN_NOT_OPEN');
  const met = await asMet(records, asked, planned);
  if (!isNear(msOf(met.instants.opensAt), now)) throw new AppError('RUN_NOT_OPEN');
  return met;
};
