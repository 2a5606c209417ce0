import type { LocalDate, MemberId, ZoneId } from '#contracts/core/ids.ts';
import { times } from '#contracts/core/limits.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/meetings/run.ts';
import { isAsked } from './owedAnswers.ts';
import { isBeforeRestore } from './sendDecisions.ts';
import { nextDate } from './meetingSchedule.ts';
import type { Schedule } from './meetingSchedule.ts';
import { dateExists, instantOf, localDateAt, minuteMs, msOf, toInstant } from '../core/zonedTime.ts';
import { instantsFrom, instantsOf, latePolicy } from './answerWindow.ts';

/** The fields of a team member that opening a run needs. */
export interface RunPerson {
  readonly memberId: MemberId;
  readonly name: string;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/** The fields of a meeting that decide the instants and the members of a run. */
export type PlannableMeeting = Schedule &
  Pick<Meeting, 'members' | 'reportSummaryTime' | 'isReminderEnabled' | 'firstRun'>;

export interface RunPlan<M extends PlannableMeeting = Meeting> {
  readonly meeting: M;
  readonly date: LocalDate;
  readonly source: Run['source'];
  /** Epoch ms of a manual start or a reopening, which has one set of instants for all members; null = by the schedule. */
  readonly openMs: number | null;
  /** Epoch ms of the save that made the report. Zones that had reached the time before it are not in the run. Left out = all are. */
  readonly afterMs?: number | undefined;
}

type AnyPlan = RunPlan<PlannableMeeting>;

const isPresent = (person: RunPerson): boolean => person.isEnabled && person.leftOn === null;

const hasOneSet = ({ meeting, openMs }: AnyPlan): boolean => openMs !== null || meeting.timeBasis === 'MEETING';

/** The members of a run of that date, each with the zone whose instants apply. Leaves out members whose zone skips the date. */
const peopleOf = (plan: AnyPlan, people: readonly RunPerson[]): Zoned[] => {
  const { meeting } = plan;
  const named = new Set(meeting.members);
  const present = people.filter((person) => named.has(person.memberId) && isPresent(person));
  // Copies single fields, because callers pass whole rows.
  const inZone = ({ memberId, name, timezone }: RunPerson, zone: ZoneId): Zoned => ({ memberId, name, timezone, zone });
  if (hasOneSet(plan)) return present.map((person) => inZone(person, meeting.timezone));
  const zoned = present.map((person) => inZone(person, person.timezone ?? meeting.timezone));
  // Computed by zone, not by person: a thousand people are in a handful of zones.
  const isMeant = (zone: ZoneId): boolean =>
    dateExists(plan.date, zone) &&
    (plan.afterMs === undefined || instantOf(plan.date, meeting.time, zone) > plan.afterMs);
  const meant = new Set([...new Set(zoned.map((item) => item.zone))].filter(isMeant));
  return zoned.filter((item) => meant.has(item.zone));
};

/**
 * Epoch ms: a run planned to open at `plannedMs` leaves out members of zones that open at or before this bound. The plan uses the
 * first zone of the members, so a zone that opens more than an hour earlier belongs to members who moved there, or were enabled,
 * too late to be asked.
 */
export const entryBound = (plan: AnyPlan, plannedMs: number): number | undefined =>
  hasOneSet(plan) ? plan.afterMs : Math.max(plan.afterMs ?? -Infinity, plannedMs - times.promptLate * minuteMs - 1);

/** The next scheduled date that exists in the zone. */
const followingDate = ({ meeting, date }: AnyPlan, zone: ZoneId): LocalDate | undefined => {
  const firstRun = meeting.firstRun ?? date;
  const following = nextDate(meeting, date, firstRun);
  const isSkipped = following !== undefined && !dateExists(following, zone);
  return isSkipped ? nextDate(meeting, following, firstRun) : following;
};

/** The instants of a zone. */
export const instantsIn = (plan: AnyPlan, zone: ZoneId): Instants => {
  const { meeting, date, openMs } = plan;
  const following = followingDate(plan, zone);
  const rules = {
    zone,
    windowMinutes: meeting.reportSummaryTime,
    isReminderEnabled: meeting.isReminderEnabled,
    nextOpeningAt: following === undefined ? null : instantOf(following, meeting.time, zone),
  };
  return openMs === null ? instantsOf({ ...rules, date, time: meeting.time }) : instantsFrom({ ...rules, openMs });
};

/** All sets of instants of a run, in the order of their opening. */
export const runInstants = (plan: AnyPlan, people: readonly RunPerson[]): Instants[] => {
  const zones = new Set(peopleOf(plan, people).map((person) => person.zone));
  if (zones.size === 0) zones.add(plan.meeting.timezone);
  return [...zones]
    .map((zone) => instantsIn(plan, zone))
    .sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.zone < b.zone ? -1 : 1));
};

type Zoned = Pick<RunPerson, 'memberId' | 'name' | 'timezone'> & { readonly zone: ZoneId };

/**
 * Returns the function that gives a person's local date at their opening. It caches, because hundreds of people share a zone and
 * zone arithmetic is slow.
 */
const dateReader = (plan: AnyPlan): ((zoned: Zoned) => LocalDate) => {
  const { meeting, date, openMs } = plan;
  const opens = new Map<ZoneId, number>();
  const dates = new Map<string, LocalDate>();
  return ({ zone, timezone }) => {
    const opensAt = openMs ?? opens.get(zone) ?? instantOf(date, meeting.time, zone);
    opens.set(zone, opensAt);
    const lived = timezone ?? meeting.timezone;
    const key = `${zone} ${lived}`;
    const cached = dates.get(key) ?? localDateAt(opensAt, lived);
    dates.set(key, cached);
    return cached;
  };
};

/** Each person's local date at the moment of their prompt: it decides if they are on vacation. */
export const askingDates = (plan: AnyPlan, people: readonly RunPerson[]): Map<MemberId, LocalDate> => {
  const dateOf = dateReader(plan);
  return new Map(peopleOf(plan, people).map((person) => [person.memberId, dateOf(person)]));
};

/** The people of the team, and their days off. */
export interface PeopleFacts {
  /** All present and former people of the team. */
  readonly people: readonly RunPerson[];
  /** The team has a holiday on the run's date. */
  readonly isHoliday: boolean;
  readonly isOnVacation: (member: MemberId, date: LocalDate) => boolean;
}

export interface OpeningFacts extends RunPlan, PeopleFacts {
  readonly round: number;
  /** Members who answered ahead, or in an earlier round. */
  readonly answered: ReadonlySet<MemberId>;
  readonly now: number;
  /** Epoch ms; set after a restore from a backup. A prompt that was due by then may already have been sent, so it is not sent again. */
  readonly restoredAt?: number | undefined;
}

/** The members of a run, each with the reason if they are away. */
export const snapshotOf = (facts: AnyPlan & PeopleFacts): SnapshotMember[] => {
  const dateOf = dateReader(facts);
  const awayOf = (zoned: Zoned): SnapshotMember['away'] => {
    if (facts.isHoliday) return 'HOLIDAY';
    return facts.isOnVacation(zoned.memberId, dateOf(zoned)) ? 'VACATION' : null;
  };
  return peopleOf(facts, facts.people).map((person) => ({
    memberId: person.memberId,
    name: person.name,
    zone: person.zone,
    away: awayOf(person),
    dropped: false,
  }));
};

/** Too late to ask anybody in any zone, as after a downtime. */
const isMissed = (instants: readonly Instants[], { now, restoredAt }: OpeningFacts): boolean =>
  instants.every(
    (instant) =>
      isBeforeRestore(msOf(instant.opensAt), restoredAt) ||
      latePolicy({ dueAt: msOf(instant.opensAt), closesAt: msOf(instant.closesAt), now }) === 'MISSED',
  );

const outcome = (
  facts: OpeningFacts,
  members: readonly SnapshotMember[],
  instants: readonly Instants[],
): Pick<Run, 'state' | 'reason'> => {
  const { isHoliday, answered } = facts;
  const request = members.filter(isAsked);
  if (request.length === 0) return { state: 'COMPLETED', reason: isHoliday ? 'HOLIDAY' : 'AWAY' };
  if (request.every((item) => answered.has(item.memberId))) return { state: 'COMPLETED', reason: 'ALL_ANSWERED' };
  return isMissed(instants, facts) ? { state: 'MISSED', reason: 'DOWNTIME' } : { state: 'OPEN', reason: null };
};

const latest = (sets: readonly Instants[], of: 'closesAt' | 'graceEndsAt') =>
  toInstant(Math.max(...sets.map((item) => msOf(item[of]))));

/** The run as it is frozen at its opening: its members, questions and instants, and its state if there is no member to ask. */
export const newRun = (facts: OpeningFacts): Run => {
  const { meeting } = facts;
  const instants = runInstants(facts, facts.people);
  const members = snapshotOf(facts);
  const { state, reason } = outcome(facts, members, instants);
  return {
    meetingId: meeting.id,
    meetingName: meeting.name,
    type: meeting.type,
    date: facts.date,
    state,
    reason,
    source: facts.source,
    round: facts.round,
    timezone: meeting.timezone,
    instants,
    opensAt: toInstant(Math.min(...instants.map((instant) => msOf(instant.opensAt)))),
    closesAt: latest(instants, 'closesAt'),
    graceEndsAt: latest(instants, 'graceEndsAt'),
    members,
    questions: meeting.questions,
    channelId: meeting.channelId,
    isReportSummaryInChat: meeting.isReportSummaryInChat,
    publicBroadcastMessage: meeting.publicBroadcastMessage,
    firstReminderMessage: meeting.firstReminderMessage,
    secondReminderMessage: meeting.secondReminderMessage,
    completedAt: state === 'COMPLETED' ? toInstant(facts.now) : null,
  };
};
