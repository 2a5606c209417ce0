import type { LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import { isAsked } from './owing.ts';
import { isBeforeRestore } from './sending.ts';
import { nextDate } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { dateExists, instantOf, localDateAt, msOf, toInstant } from './time.ts';
import { instantsFrom, instantsOf, latePolicy } from './window.ts';

/** What the opening needs to know of a team member. */
export interface Person {
  readonly memberId: MemberId;
  readonly name: string;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/** What of a meeting decides when a run opens and whom it is about. */
export type Plannable = Schedule & Pick<Meeting, 'members' | 'reportSummaryTime' | 'isReminderEnabled' | 'firstRun'>;

export interface RunPlan<M extends Plannable = Meeting> {
  readonly meeting: M;
  readonly date: LocalDate;
  readonly source: Occurrence['source'];
  /** Epoch ms of a manual start or a reopening, which has one set of instants for everybody; null = by the schedule. */
  readonly openMs: number | null;
  /** Epoch ms: zones that had reached the time by then are no part of it, since the report was not there yet. Left out = all are. */
  readonly afterMs?: number | undefined;
}

type AnyPlan = RunPlan<Plannable>;

const isPresent = (one: Person): boolean => one.isEnabled && one.leftOn === null;

const hasOneSet = ({ meeting, openMs }: AnyPlan): boolean => openMs !== null || meeting.timeBasis === 'MEETING';

/** Whom a run of that date is about, each with the zone whose instants apply. Who does not live that date is not asked. */
const peopleOf = (plan: AnyPlan, people: readonly Person[]): Zoned[] => {
  const { meeting } = plan;
  const named = new Set(meeting.members);
  const present = people.filter((one) => named.has(one.memberId) && isPresent(one));
  // Field by field: those who ask bring whole rows.
  const inZone = ({ memberId, name, timezone }: Person, zone: ZoneId): Zoned => ({ memberId, name, timezone, zone });
  if (hasOneSet(plan)) return present.map((one) => inZone(one, meeting.timezone));
  const zoned = present.map((one) => inZone(one, one.timezone ?? meeting.timezone));
  // By zone, not by person: a thousand people live in a handful of them.
  const isMeant = (zone: ZoneId): boolean =>
    dateExists(plan.date, zone) &&
    (plan.afterMs === undefined || instantOf(plan.date, meeting.time, zone) > plan.afterMs);
  const meant = new Set([...new Set(zoned.map((one) => one.zone))].filter(isMeant));
  return zoned.filter((one) => meant.has(one.zone));
};

/** The instants of a zone. */
export const instantsIn = ({ meeting, date, openMs }: AnyPlan, zone: ZoneId): Instants => {
  const following = nextDate(meeting, date, meeting.firstRun ?? date);
  const rules = {
    zone,
    windowMinutes: meeting.reportSummaryTime,
    isReminderEnabled: meeting.isReminderEnabled,
    nextOpeningAt: following === undefined ? null : instantOf(following, meeting.time, zone),
  };
  return openMs === null ? instantsOf({ ...rules, date, time: meeting.time }) : instantsFrom({ ...rules, openMs });
};

/** All sets of instants of a run, in the order of their opening. */
export const runInstants = (plan: AnyPlan, people: readonly Person[]): Instants[] => {
  const zones = new Set(peopleOf(plan, people).map((one) => one.zone));
  if (zones.size === 0) zones.add(plan.meeting.timezone);
  return [...zones]
    .map((zone) => instantsIn(plan, zone))
    .sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.zone < b.zone ? -1 : 1));
};

type Zoned = Pick<Person, 'memberId' | 'name' | 'timezone'> & { readonly zone: ZoneId };

/** The date somebody lives when they would be asked. Hundreds share a zone, and reckoning with zones is slow, so it is kept. */
const dateReader = (plan: AnyPlan): ((one: Zoned) => LocalDate) => {
  const { meeting, date, openMs } = plan;
  const opens = new Map<ZoneId, number>();
  const dates = new Map<string, LocalDate>();
  return ({ zone, timezone }) => {
    const opensAt = openMs ?? opens.get(zone) ?? instantOf(date, meeting.time, zone);
    opens.set(zone, opensAt);
    const lived = timezone ?? meeting.timezone;
    const key = `${zone} ${lived}`;
    const known = dates.get(key) ?? localDateAt(opensAt, lived);
    dates.set(key, known);
    return known;
  };
};

/** The calendar date each person lives when they would be asked: it decides about their vacation. */
export const askingDates = (plan: AnyPlan, people: readonly Person[]): Map<MemberId, LocalDate> => {
  const dateOf = dateReader(plan);
  return new Map(peopleOf(plan, people).map((one) => [one.memberId, dateOf(one)]));
};

/** Who is there and who is away. */
export interface PeopleFacts {
  /** Everybody the team has or had. */
  readonly people: readonly Person[];
  /** The team has a holiday on the run's date. */
  readonly isHoliday: boolean;
  readonly isOnVacation: (member: MemberId, date: LocalDate) => boolean;
}

export interface OpeningFacts extends RunPlan, PeopleFacts {
  readonly round: number;
  /** Who answered ahead, or in an earlier round. */
  readonly answered: ReadonlySet<MemberId>;
  readonly now: number;
  /** Epoch ms until which a run may have asked before the store was restored: it asks nobody again. */
  readonly restoredAt?: number | undefined;
}

/** Whom a run is about, and who of them is away. */
export const snapshotOf = (facts: AnyPlan & PeopleFacts): SnapshotMember[] => {
  const dateOf = dateReader(facts);
  const awayOf = (one: Zoned): SnapshotMember['away'] => {
    if (facts.isHoliday) return 'HOLIDAY';
    return facts.isOnVacation(one.memberId, dateOf(one)) ? 'VACATION' : null;
  };
  return peopleOf(facts, facts.people).map((one) => ({
    memberId: one.memberId,
    name: one.name,
    zone: one.zone,
    away: awayOf(one),
    dropped: false,
  }));
};

/** Too late to ask anybody in any zone, as after a downtime. */
const isMissed = (instants: readonly Instants[], { now, restoredAt }: OpeningFacts): boolean =>
  instants.every(
    (one) =>
      isBeforeRestore(msOf(one.opensAt), restoredAt) ||
      latePolicy({ dueAt: msOf(one.opensAt), closesAt: msOf(one.closesAt), now }) === 'MISSED',
  );

const outcome = (
  facts: OpeningFacts,
  members: readonly SnapshotMember[],
  instants: readonly Instants[],
): Pick<Occurrence, 'state' | 'reason'> => {
  const { isHoliday, answered } = facts;
  const asked = members.filter(isAsked);
  if (asked.length === 0) return { state: 'COMPLETED', reason: isHoliday ? 'HOLIDAY' : 'AWAY' };
  if (asked.every((one) => answered.has(one.memberId))) return { state: 'COMPLETED', reason: 'ALL_ANSWERED' };
  return isMissed(instants, facts) ? { state: 'MISSED', reason: 'DOWNTIME' } : { state: 'OPEN', reason: null };
};

const latest = (all: readonly Instants[], of: 'closesAt' | 'graceEndsAt') =>
  toInstant(Math.max(...all.map((one) => msOf(one[of]))));

/** The run as it is frozen when it opens: whom it asks, what, when, and whether there is anything to ask at all. */
export const newOccurrence = (facts: OpeningFacts): Occurrence => {
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
    opensAt: toInstant(Math.min(...instants.map((one) => msOf(one.opensAt)))),
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
