import type { Answer } from '#contracts/answer.ts';
import type { Instant, LocalDate, MemberId, QuestionId, ZoneId } from '#contracts/ids.ts';
import type { Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import type { Question } from '#contracts/question.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';
import type { Member } from '#contracts/team.ts';
import { blockerText, isBlocking } from './answering.ts';
import type { BlockerState } from './blockers.ts';
import { workingDaysBetween } from './blockers.ts';
import { digestOf } from './ids.ts';
import { acceptsAnswer, instantsFor, isAsked, owes } from './owing.ts';
import type { Schedule } from './schedule.ts';
import { compareDates, msOf } from './time.ts';

/** What a team knows of a person today, beside what was frozen at the opening. */
export type MemberFacts = Pick<Member, 'name' | 'thumbnailUrl' | 'timezone' | 'unreachable'>;

export interface ReportSources {
  readonly occurrence: Occurrence;
  /** All answers to it. */
  readonly answers: readonly Answer[];
  readonly blockers: ReadonlyMap<MemberId, BlockerState>;
  readonly facts: ReadonlyMap<MemberId, MemberFacts>;
  readonly channelName: string | null;
  /** Null for a reader who is no member, such as the channel. */
  readonly reader: MemberId | null;
  /** Epoch ms. */
  readonly now: number;
}

type State = ReportMember['state'];

const stateOf = (occurrence: Occurrence, person: Person, now: number): State => {
  const { answer, member } = person;
  if (answer !== undefined) return answer.hasBlocker ? 'BLOCKED' : answer.isGoalAchieved ? 'GOAL_ACHIEVED' : 'ANSWERED';
  if (member === undefined || member.away !== null) return 'AWAY';
  switch (occurrence.state) {
    case 'OPEN':
    case 'COMPLETED':
      return now < msOf(instantsFor(occurrence, member)?.closesAt ?? occurrence.closesAt) ? 'OPEN' : 'MISSING';
    // Nobody is missing in a run that never asked, or that was called off.
    case 'MISSED':
    case 'CANCELLED':
      return 'OPEN';
  }
};

interface Person {
  readonly memberId: MemberId;
  /** Undefined: not in the snapshot, but answered. */
  readonly member: SnapshotMember | undefined;
  readonly answer: Answer | undefined;
}

/** Everybody asked or away, and whoever else answered; leavers without an answer are no part of the report. */
const peopleOf = ({ occurrence, answers }: ReportSources): Person[] => {
  const byMember = new Map(answers.map((one) => [one.memberId, one]));
  const snapshot = new Set(occurrence.members.map((one) => one.memberId));
  const inSnapshot = occurrence.members
    .map((member): Person => ({ memberId: member.memberId, member, answer: byMember.get(member.memberId) }))
    .filter(({ member, answer }) => answer !== undefined || member?.dropped === false);
  const others = answers
    .filter((one) => !snapshot.has(one.memberId))
    .map((answer): Person => ({ memberId: answer.memberId, member: undefined, answer }));
  return [...inSnapshot, ...others];
};

const answersOf = (occurrence: Occurrence, answer: Answer | undefined): ReportMember['answers'] =>
  [...occurrence.questions]
    .sort((a, b) => a.sequence - b.sequence)
    .flatMap((question) => {
      const value = answer !== undefined && Object.hasOwn(answer.values, question.id) ? answer.values[question.id] : '';
      return value === undefined || value === ''
        ? []
        : [
            {
              questionId: question.id,
              question: question.text,
              answer: value,
              isBlocking: isBlocking(question, value),
            },
          ];
    });

const ticked = (goals: Answer['goals']): number => goals.filter((goal) => goal.ticked).length;

const memberOf = (sources: ReportSources, person: Person): ReportMember => {
  const { occurrence } = sources;
  const { memberId, member, answer } = person;
  const facts = sources.facts.get(memberId);
  const blocker = sources.blockers.get(memberId);
  const goals = answer?.goals ?? [];
  const state = stateOf(occurrence, person, sources.now);
  return {
    memberId,
    name: member?.name ?? facts?.name ?? '',
    thumbnailUrl: facts?.thumbnailUrl ?? null,
    isHoliday: state === 'AWAY',
    hasBlocker: answer?.hasBlocker ?? false,
    isGoalAchieved: answer?.isGoalAchieved ?? false,
    isCompleted: answer !== undefined,
    answers: answersOf(occurrence, answer),
    state,
    goalsTicked: ticked(goals),
    goalsOffered: goals.length,
    goalsOpen: goals.filter((goal) => !goal.ticked).map((goal) => goal.text),
    answeredAt: answer?.answeredAt ?? null,
    editedAt: answer?.editedAt ?? null,
    isLate: answer?.isLate ?? false,
    timezone: facts?.timezone ?? null,
    closesAt: member !== undefined && isAsked(member) ? (instantsFor(occurrence, member)?.closesAt ?? null) : null,
    unreachable: facts?.unreachable ?? null,
    // A blocker that began on a later day is no part of this day's report.
    blockedSince: blocker?.isOpen === true && blocker.since <= occurrence.date ? blocker.since : null,
  };
};

const rank: Readonly<Record<State, number>> = {
  BLOCKED: 0,
  GOAL_ACHIEVED: 1,
  ANSWERED: 1,
  OPEN: 2,
  AWAY: 3,
  MISSING: 4,
};
// One collation for everybody, so that the order is the same on every machine and in every digest.
const byName = new Intl.Collator('en', { numeric: true });
const inReportOrder = (a: ReportMember, b: ReportMember): number =>
  rank[a.state] - rank[b.state] || byName.compare(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1);

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

/** One meeting's report of one day, as the reader sees it now. */
export const meetingReport = (sources: ReportSources): MeetingReport => {
  const { occurrence, reader, now } = sources;
  const members = peopleOf(sources)
    .map((person) => memberOf(sources, person))
    .sort(inReportOrder);
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
    owes: readerOwes(sources),
    canEdit:
      reader !== null &&
      members.some((one) => one.memberId === reader && one.isCompleted) &&
      acceptsAnswer(occurrence, reader, now),
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
  readonly questions: readonly Question[];
  readonly schedule: Schedule;
  readonly blockers: ReadonlyMap<MemberId, BlockerState>;
}

const ownWords = (questions: readonly Question[], member: ReportMember): string =>
  blockerText(
    questions,
    Object.fromEntries(member.answers.map((one) => [one.questionId, one.answer])) as Record<QuestionId, string>,
  );

const attentionOf = ({ report, date, questions, schedule, blockers }: SummarySources): SummaryBlocker[] => {
  const needs = report.members.filter((one) => {
    const blocker = blockers.get(one.memberId);
    const isResolved = blocker !== undefined && !blocker.isOpen && blocker.date >= date;
    return one.hasBlocker ? !isResolved : !one.isCompleted && one.blockedSince !== null;
  });
  return needs
    .map((one): SummaryBlocker => {
      const since = one.blockedSince ?? date;
      const text = one.hasBlocker ? ownWords(questions, one) : (blockers.get(one.memberId)?.text ?? '');
      const age = workingDaysBetween(schedule, since, date);
      return { memberId: one.memberId, name: one.name, text, since, age, isCarried: !one.hasBlocker };
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
