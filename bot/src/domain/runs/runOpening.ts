import type { LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { dateExists, instantOf, localDateAt, minuteMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { isAsked } from './memberInstantsAndOwedAnswers.ts';
import { isBeforeRestore } from './lastSendInstants.ts';
import { nextDate } from './meetingScheduleAndNextRuns.ts';
import type { Schedule } from './meetingScheduleAndNextRuns.ts';
import { cacheByZone } from './cacheByZone.ts';
import { instantsFrom, instantsOf, latePolicy } from './runInstantsAndGrace.ts';

export interface RunPerson {
  readonly memberId: MemberId;
  readonly name: string;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/** The fields of a meeting that determine the instants and the members of a run. */
export type PlannableMeeting = Schedule &
  Pick<Meeting, 'members' | 'reportSummaryTime' | 'isReminderEnabled' | 'firstRun'>;

export interface RunPlan<M extends PlannableMeeting = Meeting> {
  readonly meeting: M;
  readonly date: LocalDate;
  readonly source: Run['source'];
  /**
   * Epoch ms of a manual start or a reopening, for which all members have the same instants; null = the schedule
   * determines them.
   */
  readonly openMs: number | null;
  /**
   * Epoch ms. Zones that opened at or before this instant are not part of the run, for example because the meeting was
   * saved after their opening. Undefined = all zones are part of it.
   */
  readonly afterMs?: number | undefined;
}

type AnyPlan = RunPlan<PlannableMeeting>;

const isPresent = (person: RunPerson): boolean => person.isEnabled && person.leftOn === null;

const hasOneSet = ({ meeting, openMs }: AnyPlan): boolean => openMs !== null || meeting.timeBasis === 'MEETING';

/**
 * Returns the members of the run on that date, each with the zone whose instants apply. If each zone has its own
 * instants, members are left out whose zone skips the date or opened at or before `afterMs`.
 */
const peopleOf = (plan: AnyPlan, people: readonly RunPerson[]): Zoned[] => {
  const { meeting } = plan;
  const named = new Set(meeting.members);
  const present = people.filter((person) => named.has(person.memberId) && isPresent(person));
  // Callers pass whole rows, so only the required fields are copied.
  const inZone = ({ memberId, name, timezone }: RunPerson, zone: ZoneId): Zoned => ({ memberId, name, timezone, zone });
  if (hasOneSet(plan)) return present.map((person) => inZone(person, meeting.timezone));
  const zoned = present.map((person) => inZone(person, person.timezone ?? meeting.timezone));
  // This check runs once for each zone instead of once for each person, because a thousand people are in only a few
  // zones.
  const isMeant = (zone: ZoneId): boolean =>
    dateExists(plan.date, zone) &&
    (plan.afterMs === undefined || instantOf(plan.date, meeting.time, zone) > plan.afterMs);
  const meant = new Set([...new Set(zoned.map((item) => item.zone))].filter(isMeant));
  return zoned.filter((item) => meant.has(item.zone));
};

/**
 * Returns the epoch ms after which a zone must open to be part of the run that is planned for `plannedMs`; undefined =
 * all zones are part of it. A zone that opened more than an hour before the planned instant gets no prompts, because
 * they would be too late.
 */
export const entryBound = (plan: AnyPlan, plannedMs: number): number | undefined =>
  hasOneSet(plan) ? plan.afterMs : Math.max(plan.afterMs ?? -Infinity, plannedMs - times.promptLate * minuteMs - 1);

/** Returns the next scheduled date that exists in the zone; undefined if there is none. */
const followingDate = ({ meeting, date }: AnyPlan, zone: ZoneId): LocalDate | undefined => {
  const firstRun = meeting.firstRun ?? date;
  const following = nextDate(meeting, date, firstRun);
  const isSkipped = following !== undefined && !dateExists(following, zone);
  return isSkipped ? nextDate(meeting, following, firstRun) : following;
};

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

export const runInstants = (plan: AnyPlan, people: readonly RunPerson[]): Instants[] => {
  const zones = new Set(peopleOf(plan, people).map((person) => person.zone));
  if (zones.size === 0) zones.add(plan.meeting.timezone);
  return [...zones]
    .map((zone) => instantsIn(plan, zone))
    .sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.zone < b.zone ? -1 : 1));
};

type Zoned = Pick<RunPerson, 'memberId' | 'name' | 'timezone'> & { readonly zone: ZoneId };

/**
 * Returns a function that computes a person's local date at their opening. Results are cached by zone, because hundreds
 * of people share a zone and zone arithmetic is slow.
 */
const dateReader = (plan: AnyPlan): ((zoned: Zoned) => LocalDate) => {
  const { meeting, date, openMs } = plan;
  const datesAt = cacheByZone((zone) => {
    const opensAt = openMs ?? instantOf(date, meeting.time, zone);
    return cacheByZone((lived) => localDateAt(opensAt, lived));
  });
  return ({ zone, timezone }) => datesAt(zone)(timezone ?? meeting.timezone);
};

/**
 * Returns each person's local date at the instant of their prompt. This date decides whether the person is on vacation.
 */
export const askingDates = (plan: AnyPlan, people: readonly RunPerson[]): Map<MemberId, LocalDate> => {
  const dateOf = dateReader(plan);
  return new Map(peopleOf(plan, people).map((person) => [person.memberId, dateOf(person)]));
};

export interface PeopleFacts {
  readonly people: readonly RunPerson[];
  readonly isHoliday: boolean;
  readonly isOnVacation: (member: MemberId, date: LocalDate) => boolean;
}

export interface OpeningFacts extends RunPlan, PeopleFacts {
  readonly round: number;
  /** Members who answered before the opening or in an earlier round and therefore must not be asked again. */
  readonly answered: ReadonlySet<MemberId>;
  readonly now: number;
  /**
   * Epoch ms of the last restore from a backup; undefined = no restore. A prompt that was due before the restore may
   * already have been sent, so it is not sent again.
   */
  readonly restoredAt?: number | undefined;
}

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

/** True if in every zone it is too late to ask members, for example after a downtime or a restore. */
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
  const asked = members.filter(isAsked);
  if (asked.length === 0) return { state: 'COMPLETED', reason: isHoliday ? 'HOLIDAY' : 'AWAY' };
  if (asked.every((item) => answered.has(item.memberId))) return { state: 'COMPLETED', reason: 'ALL_ANSWERED' };
  return isMissed(instants, facts) ? { state: 'MISSED', reason: 'DOWNTIME' } : { state: 'OPEN', reason: null };
};

const latest = (sets: readonly Instants[], of: 'closesAt' | 'graceEndsAt') =>
  toInstant(Math.max(...sets.map((item) => msOf(item[of]))));

/**
 * Returns the run to store at its opening, with its members, questions and instants. Its state is already COMPLETED if
 * no member has to be asked, for example on a holiday, and MISSED if it is too late to ask.
 */
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
