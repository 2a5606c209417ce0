import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { AnswerFormat } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { isShownAsStored } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { acceptsAnswer, instantsFor, owesAnswer } from '../runs/memberInstantsAndOwedAnswers.ts';
import { memberCounts } from './countAnswersGoalsAndBlockers.ts';
import { questionAverages } from './questionAveragesOfRun.ts';
import { reportMembers } from './reportMembers.ts';
import type { PeopleSources, MemberState } from './reportMembers.ts';
import { usedLinks } from './usedLinks.ts';
import { msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

export interface ReportSources extends PeopleSources {
  readonly channelName: string | null;
  /** Member id of the reader; null if the reader is not a member, for example if the report is for the channel. */
  readonly reader: MemberId | null;
}

/**
 * True if the run asks the reader, the reader's own opening has passed, and the reader has not answered but still can.
 */
const readerOwes = ({ run, answers, skips, reader, now }: ReportSources): boolean => {
  const member = run.members.find((item) => item.memberId === reader);
  if (member === undefined || skips?.has(member.memberId) === true) return false;
  if (!owesAnswer(run, member.memberId, answers)) return false;
  const opensAt = instantsFor(run, member)?.opensAt ?? run.opensAt;
  return now >= msOf(opensAt) && acceptsAnswer(run, member.memberId, now);
};

const count = (members: readonly ReportMember[], is: (member: ReportMember) => boolean): number =>
  members.filter(is).length;

/** Returns only the fields that depend on the reader, so that all readers can share the rest of a cached report. */
export const readerPart = (sources: ReportSources): Pick<MeetingReport, 'owes' | 'canEdit'> => {
  const { run, answers, reader, now } = sources;
  const hasAnswered = reader !== null && answers.some((answer) => answer.memberId === reader);
  return { owes: readerOwes(sources), canEdit: hasAnswered && acceptsAnswer(run, reader, now) };
};

/**
 * Returns the number of openings, closes and ends of the grace in the run that have passed. A report depends on the
 * time only through this number, so a cached report of unchanged rows is valid until the number changes.
 */
export const instantsBehind = ({ run, now }: Pick<ReportSources, 'run' | 'now'>): number => {
  const all = [run, ...run.instants].flatMap((instant) => [instant.opensAt, instant.closesAt, instant.graceEndsAt]);
  return all.filter((item) => msOf(item) <= now).length;
};

/**
 * Returns the first opening and the last close of the members who are asked, because all members may have left the zone
 * to which the run's own instants belong. If no member is asked, returns the run's own instants.
 */
const spanOf = (run: Run, members: readonly ReportMember[]): Pick<MeetingReport, 'opensAt' | 'closesAt'> => {
  const opens = members.flatMap(({ opensAt }) => (opensAt === null ? [] : [msOf(opensAt)]));
  const closes = members.flatMap(({ closesAt }) => (closesAt === null ? [] : [msOf(closesAt)]));
  if (opens.length === 0) return run;
  return { opensAt: toInstant(Math.min(...opens)), closesAt: toInstant(Math.max(...closes)) };
};

type Asking = Pick<Run, 'questions'>;

export const asksForPlan = ({ questions }: Asking): boolean =>
  questions.some((question) => question.isTimesheetQuestion);
export const asksForBlockers = ({ questions }: Asking): boolean => questions.some((question) => question.isBlocker);

/**
 * Returns the report about one meeting and day, as the reader sees it now. `members`: pass the members of `sources` if
 * they have already been built.
 */
export const meetingReport = (sources: ReportSources, members = reportMembers(sources)): MeetingReport => {
  const { run } = sources;
  const { opensAt, closesAt } = spanOf(run, members);
  const { asked, answered, skipped, goals, blockers, goalsTicked, goalsOffered } = memberCounts(members);
  const averages = questionAverages(run, members);
  return {
    meetingId: run.meetingId,
    meetingName: run.meetingName,
    type: run.type,
    isCompleted: run.state === 'COMPLETED',
    membersAnswered: answered,
    totalMembers: asked,
    ...(skipped === 0 ? {} : { membersSkipped: skipped }),
    ...{ goals, blockers, goalsTicked, goalsOffered },
    // Goals of an earlier plan are shown even if the report no longer asks for a plan.
    hasGoals: goalsOffered > 0 || asksForPlan(run),
    hasBlockers: asksForBlockers(run),
    members,
    ...(averages.length === 0 ? {} : { averages }),
    state: run.state,
    reason: run.reason,
    opensAt,
    closesAt,
    timezone: run.timezone,
    channelName: sources.channelName,
    ...readerPart(sources),
  };
};

export interface DaySummary extends Pick<MeetingReport, 'state' | 'goals' | 'goalsOffered' | 'blockers'> {
  readonly asked: number;
  readonly answered: number;
  readonly late: number;
  readonly skipped: number;
}

export const daySummary = (report: MeetingReport): DaySummary => ({
  state: report.state,
  asked: report.totalMembers,
  answered: report.membersAnswered,
  goals: report.goals,
  goalsOffered: report.goalsOffered,
  blockers: report.blockers,
  late: memberCounts(report.members).late,
  skipped: report.membersSkipped ?? 0,
});

export interface SummaryAnswer {
  readonly question: string;
  readonly answer: string;
  readonly isBlocking: boolean;
  /** Type of the question. Left out if every reader sees the stored value itself. */
  readonly format?: AnswerFormat;
}

export interface SummaryPerson {
  readonly memberId: MemberId;
  readonly name: string;
  readonly state: MemberState;
  readonly answers: readonly SummaryAnswer[];
  readonly goalsTicked: number;
  readonly goalsOffered: number;
  readonly goalsOpen: readonly string[];
  readonly isLate: boolean;
  /**
   * The close that applies to the member and the member's zone, for texts such as "closes in 3 h, Tokyo". `closesAt` is
   * null if the member is not asked, and `timezone` if the zone is unknown.
   */
  readonly closesAt: Instant | null;
  readonly timezone: ZoneId | null;
  /** If the answer's blocker was resolved: the number of working days that it lasted. Otherwise left out. */
  readonly blockerLasted?: number;
  /** Reason of a member who skips the run; left out if the member gave none. */
  readonly skipReason?: string;
}

/**
 * The result of a run, ordered for reading. Chat, email and web all show this model. It contains no translated texts.
 */
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
    /** Number of blocked members who have not answered on this day. Left out if 0. */
    readonly carriedBlockers?: number;
    readonly hasGoals: boolean;
    readonly hasBlockers: boolean;
  };
  /** Averages of the SCALE and NUMBER questions, in the order of the questions. Left out if there are none. */
  readonly averages?: readonly QuestionAverage[];
  /** The attention list of the report, most urgent first. */
  readonly attention: readonly AttentionLine[];
  readonly people: Readonly<Record<'blocked' | 'answered' | 'open' | 'away' | 'missing', readonly SummaryPerson[]>> & {
    /** Members who skip the run. Left out if there are none. */
    readonly skipped?: readonly SummaryPerson[];
  };
  readonly footer: Pick<MeetingReport, 'timezone' | 'opensAt' | 'closesAt' | 'channelName'>;
  /** Link patterns and mentioned members that occur in the texts. Left out if there are none. */
  readonly links?: AnswerLinks;
}

export interface SummarySources {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly links: AnswerLinks;
  /** The attention list of the report, computed with the thresholds of its meeting; most urgent first. */
  readonly attention: readonly AttentionLine[];
}

export const linkableTexts = ({ members }: Pick<MeetingReport, 'members'>): string[] =>
  members.flatMap(({ answers, blockerText }) => [...answers.map(({ answer }) => answer), blockerText ?? '']);

/** Returns the texts of the summary that can contain links. */
export const summaryTexts = ({ report, attention }: Pick<SummarySources, 'report' | 'attention'>): string[] => [
  ...linkableTexts(report),
  ...attention.map((line) => (line.kind === 'BLOCKER' ? (line.text ?? '') : '')),
];

/**
 * True if the member has a blocker of an earlier day and has not answered on this day, so that `blockers` does not
 * count it.
 */
const isCarried = ({ hasBlocker, isCompleted, blockedSince }: ReportMember): boolean =>
  !hasBlocker && !isCompleted && blockedSince !== null;

const personOf = (reportMember: ReportMember): SummaryPerson => ({
  memberId: reportMember.memberId,
  name: reportMember.name,
  state: reportMember.state,
  answers: reportMember.answers.map(({ question, answer, isBlocking, format }) => ({
    question,
    answer,
    isBlocking,
    ...(isShownAsStored(format) ? {} : { format }),
  })),
  goalsTicked: reportMember.goalsTicked,
  goalsOffered: reportMember.goalsOffered,
  goalsOpen: reportMember.goalsOpen,
  isLate: reportMember.isLate,
  closesAt: reportMember.closesAt,
  timezone: reportMember.timezone,
  ...(reportMember.blockerLasted === undefined ? {} : { blockerLasted: reportMember.blockerLasted }),
  ...(reportMember.skipReason === undefined || reportMember.skipReason === ''
    ? {}
    : { skipReason: reportMember.skipReason }),
});

export const summaryFacts = (report: MeetingReport, date: LocalDate): SummaryModel['facts'] => {
  const carriedBlockers = count(report.members, isCarried);
  return {
    answered: report.membersAnswered,
    asked: report.totalMembers,
    goals: report.goals,
    goalsTicked: report.goalsTicked,
    goalsOffered: report.goalsOffered,
    blockers: report.blockers,
    hasGoals: report.hasGoals,
    hasBlockers: report.hasBlockers,
    newBlockers: count(report.members, (member) => member.hasBlocker && (member.blockedSince ?? date) === date),
    ...(carriedBlockers === 0 ? {} : { carriedBlockers }),
  };
};

export const summaryModel = (sources: SummarySources): SummaryModel => {
  const { report, date, attention } = sources;
  const { meetingId, meetingName, type, state, reason, timezone, opensAt, closesAt, channelName } = report;
  const group = (...states: readonly MemberState[]) =>
    report.members.filter((member) => states.includes(member.state)).map(personOf);
  const skipped = group('SKIPPED');
  const links = sources.links === noLinks ? undefined : usedLinks(sources.links, summaryTexts(sources));
  return {
    header: { meetingId, meetingName, type, state, reason, date },
    facts: summaryFacts(report, date),
    ...(report.averages === undefined ? {} : { averages: report.averages }),
    attention,
    people: {
      blocked: group('BLOCKED'),
      answered: group('GOAL_ACHIEVED', 'ANSWERED'),
      open: group('OPEN'),
      away: group('AWAY'),
      missing: group('MISSING'),
      ...(skipped.length === 0 ? {} : { skipped }),
    },
    footer: { timezone, opensAt, closesAt, channelName },
    ...(links === undefined ? {} : { links }),
  };
};
