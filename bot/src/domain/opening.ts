import type { LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import { isAsked } from './owing.ts';
import { nextDate } from './schedule.ts';
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

export interface RunPlan {
  readonly meeting: Meeting;
  readonly date: LocalDate;
  readonly source: Occurrence['source'];
  /** Epoch ms of a manual start or a reopening, which has one set of instants for everybody; null = by the schedule. */
  readonly openMs: number | null;
  /** Epoch ms: zones that had reached the time by then are no part of it, since the report was not there yet. Left out = all are. */
  readonly afterMs?: number | undefined;
}

const isPresent = (one: Person): boolean => one.isEnabled && one.leftOn === null;

const hasOneSet = ({ meeting, openMs }: RunPlan): boolean => openMs !== null || meeting.timeBasis === 'MEETING';

/** Whom a run of that date is about, each with the zone whose instants apply. Who does not live that date is not asked. */
const peopleOf = (plan: RunPlan, people: readonly Person[]): (Person & { readonly zone: ZoneId })[] => {
  const { meeting } = plan;
  const named = new Set(meeting.members);
  const present = people.filter((one) => named.has(one.memberId) && isPresent(one));
  if (hasOneSet(plan)) return present.map((one) => ({ ...one, zone: meeting.timezone }));
  return present
    .map((one) => ({ ...one, zone: one.timezone ?? meeting.timezone }))
    .filter((one) => dateExists(plan.date, one.zone))
    .filter((one) => plan.afterMs === undefined || instantOf(plan.date, meeting.time, one.zone) > plan.afterMs);
};

/** The instants of a zone. */
export const instantsIn = ({ meeting, date, openMs }: RunPlan, zone: ZoneId): Instants => {
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
export const runInstants = (plan: RunPlan, people: readonly Person[]): Instants[] => {
  const zones = new Set(peopleOf(plan, people).map((one) => one.zone));
  if (zones.size === 0) zones.add(plan.meeting.timezone);
  return [...zones]
    .map((zone) => instantsIn(plan, zone))
    .sort((a, b) => msOf(a.opensAt) - msOf(b.opensAt) || (a.zone < b.zone ? -1 : 1));
};

/** The calendar date each person lives when they would be asked: it decides about their vacation. */
export const askingDates = (plan: RunPlan, people: readonly Person[]): Map<MemberId, LocalDate> => {
  const opensAt = new Map(runInstants(plan, people).map((one) => [one.zone, msOf(one.opensAt)]));
  return new Map(
    peopleOf(plan, people).map((one) => [
      one.memberId,
      localDateAt(opensAt.get(one.zone) ?? 0, one.timezone ?? plan.meeting.timezone),
    ]),
  );
};

export interface OpeningFacts extends RunPlan {
  readonly round: number;
  /** Everybody the team has or had. */
  readonly people: readonly Person[];
  /** The team has a holiday on the run's date. */
  readonly isHoliday: boolean;
  readonly isOnVacation: (member: MemberId, date: LocalDate) => boolean;
  /** Who answered ahead, or in an earlier round. */
  readonly answered: ReadonlySet<MemberId>;
  readonly now: number;
}

const snapshotOf = (facts: OpeningFacts): SnapshotMember[] => {
  const dates = askingDates(facts, facts.people);
  const awayOf = ({ memberId }: Person): SnapshotMember['away'] => {
    if (facts.isHoliday) return 'HOLIDAY';
    return facts.isOnVacation(memberId, dates.get(memberId) ?? facts.date) ? 'VACATION' : null;
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
const isMissed = (instants: readonly Instants[], now: number): boolean =>
  instants.every((one) => latePolicy({ dueAt: msOf(one.opensAt), closesAt: msOf(one.closesAt), now }) === 'MISSED');

const outcome = (
  { isHoliday, answered, now }: OpeningFacts,
  members: readonly SnapshotMember[],
  instants: readonly Instants[],
): Pick<Occurrence, 'state' | 'reason'> => {
  const asked = members.filter(isAsked);
  if (asked.length === 0) return { state: 'COMPLETED', reason: isHoliday ? 'HOLIDAY' : 'AWAY' };
  if (asked.every((one) => answered.has(one.memberId))) return { state: 'COMPLETED', reason: 'ALL_ANSWERED' };
  return isMissed(instants, now) ? { state: 'MISSED', reason: 'DOWNTIME' } : { state: 'OPEN', reason: null };
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
