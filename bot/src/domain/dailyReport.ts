import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';
import type { BlockerState } from './blockers.ts';
import { workingDaysBetween } from './blockers.ts';
import { digestOf } from './ids.ts';
import { acceptsAnswer, instantsFor, owes } from './owing.ts';
import { byName, reportMembers } from './reportMembers.ts';
import type { PeopleSources, State } from './reportMembers.ts';
import type { Schedule } from './schedule.ts';
import { compareDates, msOf } from './time.ts';

export interface ReportSources extends PeopleSources {
  readonly channelName: string | null;
  /** Null for a reader who is no member, such as the channel. */
  readonly reader: MemberId | null;
}

/** The reader is asked, their own opening has come, and an answer is still taken. */
const readerOwes = ({ occurrence, answers, reader, now }: ReportSources): boolean => {
  const member = occurrence.members.find((one) => one.memberId === reader);
  if (member === undefined || !owes(occurrence, member.memberId, answers)) return false;
  const opensAt = instantsFor(occurrence, member)?.opensAt ?? occurrence.opensAt;
  return now >= msOf(opensAt) && acceptsAnswer(occurrence, member.memberId, now);
};

const sum = (members: readonly ReportMember[], of: (member: ReportMember) => number): number =>
  members.reduce((total, member) => total + of(member), 0);
const count = (members: readonly ReportMember[], is: (member: ReportMember) => boolean): number =>
  members.filter(is).length;

/** What of a report is the reader's own. */
export const readerPart = (sources: ReportSources): Pick<MeetingReport, 'owes' | 'canEdit'> => {
  const { occurrence, answers, reader, now } = sources;
  const hasAnswered = reader !== null && answers.some((one) => one.memberId === reader);
  return { owes: readerOwes(sources), canEdit: hasAnswered && acceptsAnswer(occurrence, reader, now) };
};

/**
 * How many of its instants a run has behind it. Whatever a report says depends on the time by these alone: as long as their
 * number is the same, so is the report.
 */
export const instantsBehind = ({ occurrence, now }: Pick<ReportSources, 'occurrence' | 'now'>): number => {
  const all = [occurrence, ...occurrence.instants].flatMap((one) => [one.opensAt, one.closesAt, one.graceEndsAt]);
  return all.filter((one) => msOf(one) <= now).length;
};

/** One meeting's report of one day, as the reader sees it now. */
export const meetingReport = (sources: ReportSources): MeetingReport => {
  const { occurrence } = sources;
  const members = reportMembers(sources);
  return {
    meetingId: occurrence.meetingId,
    meetingName: occurrence.meetingName,
    type: occurrence.type,
    isCompleted: occurrence.state === 'COMPLETED',
    membersAnswered: count(members, (one) => one.isCompleted),
    totalMembers: count(members, (one) => one.state !== 'AWAY'),
    goals: count(members, (one) => one.isGoalAchieved),
    blockers: count(members, (one) => one.hasBlocker),
    goalsTicked: sum(members, (one) => one.goalsTicked),
    goalsOffered: sum(members, (one) => one.goalsOffered),
    members,
    state: occurrence.state,
    reason: occurrence.reason,
    opensAt: occurrence.opensAt,
    closesAt: occurrence.closesAt,
    timezone: occurrence.timezone,
    channelName: sources.channelName,
    ...readerPart(sources),
  };
};

export interface DaySummary extends Pick<MeetingReport, 'state' | 'goals' | 'blockers'> {
  readonly asked: number;
  readonly answered: number;
  readonly late: number;
}

/** The counts kept of a day, for trends. */
export const daySummary = (report: MeetingReport): DaySummary => ({
  state: report.state,
  asked: report.totalMembers,
  answered: report.membersAnswered,
  goals: report.goals,
  blockers: report.blockers,
  late: count(report.members, (one) => one.isLate),
});

export interface SummaryBlocker {
  readonly memberId: MemberId;
  readonly name: string;
  /** In their own words, else the option chosen. */
  readonly text: string;
  readonly since: LocalDate;
  /** In the meeting's working days; 0 = of this day. */
  readonly age: number;
  /** Blocked before and not heard of on this day: not among `facts.blockers`. */
  readonly isCarried: boolean;
}

export interface SummaryPerson {
  readonly memberId: MemberId;
  readonly name: string;
  readonly state: State;
  readonly answers: readonly { readonly question: string; readonly answer: string; readonly isBlocking: boolean }[];
  readonly goalsTicked: number;
  readonly goalsOffered: number;
  readonly goalsOpen: readonly string[];
  readonly isLate: boolean;
  /** The close that applies to them, and their zone: "closes in 3 h, Tokyo". */
  readonly closesAt: Instant | null;
  readonly timezone: ZoneId | null;
}

/** The day in the order it reads best: one model for chat, mail and web, without words of ours. */
export interface SummaryModel {
  readonly header: Pick<MeetingReport, 'meetingId' | 'meetingName' | 'type' | 'state' | 'reason'> & {
    readonly date: LocalDate;
  };
  readonly facts: {
    readonly answered: number;
    readonly asked: number;
    readonly goals: number;
    readonly goalsTicked: number;
    readonly goalsOffered: number;
    readonly blockers: number;
    readonly newBlockers: number;
  };
  /** Oldest first. */
  readonly attention: readonly SummaryBlocker[];
  readonly people: Readonly<Record<'blocked' | 'answered' | 'open' | 'away' | 'missing', readonly SummaryPerson[]>>;
  readonly footer: Pick<MeetingReport, 'timezone' | 'opensAt' | 'closesAt' | 'channelName'>;
  /** SHA-256 of all of the above: the same digest shows the same and is not posted again. */
  readonly digest: string;
}

export interface SummarySources {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly schedule: Schedule;
  readonly blockers: ReadonlyMap<MemberId, BlockerState>;
}

const attentionOf = ({ report, date, schedule, blockers }: SummarySources): SummaryBlocker[] => {
  const needs = report.members.filter((one) => {
    const blocker = blockers.get(one.memberId);
    const isResolved = blocker !== undefined && !blocker.isOpen && blocker.date >= date;
    return one.hasBlocker ? !isResolved : !one.isCompleted && one.blockedSince !== null;
  });
  return needs
    .map((one): SummaryBlocker => {
      const since = one.blockedSince ?? date;
      const age = workingDaysBetween(schedule, since, date);
      return {
        memberId: one.memberId,
        name: one.name,
        text: one.blockerText ?? '',
        since,
        age,
        isCarried: !one.hasBlocker,
      };
    })
    .sort(
      (a, b) => compareDates(a.since, b.since) || byName.compare(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1),
    );
};

const personOf = (one: ReportMember): SummaryPerson => ({
  memberId: one.memberId,
  name: one.name,
  state: one.state,
  answers: one.answers.map(({ question, answer, isBlocking: blocks }) => ({ question, answer, isBlocking: blocks })),
  goalsTicked: one.goalsTicked,
  goalsOffered: one.goalsOffered,
  goalsOpen: one.goalsOpen,
  isLate: one.isLate,
  closesAt: one.closesAt,
  timezone: one.timezone,
});

export const summaryModel = (sources: SummarySources): SummaryModel => {
  const { report, date } = sources;
  const { meetingId, meetingName, type, state, reason, timezone, opensAt, closesAt, channelName } = report;
  const group = (...states: readonly State[]) =>
    report.members.filter((one) => states.includes(one.state)).map(personOf);
  const shown = {
    header: { meetingId, meetingName, type, state, reason, date },
    facts: {
      answered: report.membersAnswered,
      asked: report.totalMembers,
      goals: report.goals,
      goalsTicked: report.goalsTicked,
      goalsOffered: report.goalsOffered,
      blockers: report.blockers,
      newBlockers: count(report.members, (one) => one.hasBlocker && (one.blockedSince ?? date) === date),
    },
    attention: attentionOf(sources),
    people: {
      blocked: group('BLOCKED'),
      answered: group('GOAL_ACHIEVED', 'ANSWERED'),
      open: group('OPEN'),
      away: group('AWAY'),
      missing: group('MISSING'),
    },
    footer: { timezone, opensAt, closesAt, channelName },
  };
  return { ...shown, digest: digestOf(JSON.stringify(shown)) };
};
