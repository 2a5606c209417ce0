import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { sortSteps } from '../engine/pausableGeneratorsAndSort.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { isAsked, memberIn } from '../runs/memberInstantsAndOwedAnswers.ts';

type LineOf<K extends AttentionLine['kind']> = Extract<AttentionLine, { readonly kind: K }>;

/** A member's reply to one ended run. SKIPPED and AWAY do not count as silence. */
export type RunReply = 'ANSWERED' | 'SILENT' | 'SKIPPED' | 'AWAY';

/**
 * A member of the report. Members who left, are disabled or are erased, and observers, are left out, so that no line of
 * the list names them.
 */
export interface AttentionMember {
  readonly memberId: MemberId;
  readonly name: string;
  /** True on a day off. Only the blocker of such a member is listed, because others can work on it meanwhile. */
  readonly isAway: boolean;
  readonly unreachable: LineOf<'UNREACHABLE'>['reason'] | null;
  /** Replies to the ended runs of the report, newest first. */
  readonly replies: readonly RunReply[];
  /** The goals of the member's answer to the newest run; empty if there is no answer. */
  readonly goals: readonly Goal[];
  readonly blocker: Pick<LineOf<'BLOCKER'>, 'state' | 'since' | 'days' | 'needed' | 'gone' | 'text'> | null;
}

export interface AttentionSources {
  readonly meetingId: MeetingId;
  readonly meetingName: string;
  readonly thresholds: AttentionThresholds;
  /** The newest run of the report that has ended; null = no run has ended yet. */
  readonly run: { readonly date: LocalDate; readonly answered: number; readonly asked: number } | null;
  readonly members: readonly AttentionMember[];
}

/**
 * Returns the number of newest consecutive runs that the member neither answered nor skipped. Runs during which the
 * member was away are ignored.
 */
export const countSilentRuns = (replies: readonly RunReply[]): number => {
  let runs = 0;
  for (const reply of replies) {
    if (reply === 'ANSWERED' || reply === 'SKIPPED') return runs;
    if (reply === 'SILENT') runs += 1;
  }
  return runs;
};

/**
 * Returns the member's reply to a run. AWAY: the member has not answered, and was away, was dropped from the run or is
 * not part of it.
 */
export const replyIn = (
  {
    run,
    answered,
    skipped,
  }: {
    readonly run: Pick<Run, 'members'>;
    readonly answered: ReadonlySet<MemberId>;
    readonly skipped: ReadonlySet<MemberId>;
  },
  memberId: MemberId,
): RunReply => {
  if (answered.has(memberId)) return 'ANSWERED';
  const member = memberIn(run, memberId);
  if (member === undefined || !isAsked(member)) return 'AWAY';
  return skipped.has(memberId) ? 'SKIPPED' : 'SILENT';
};

/**
 * Returns the number of times that the goal was carried over. If the answer that contains the goal carries the goal
 * over again, this time counts too.
 */
const timesCarried = ({ state, day = 1 }: Goal): number => (state === 'CARRIED' ? day : day - 1);

const byTimes = (a: Goal, b: Goal): number => timesCarried(b) - timesCarried(a) || (a.id < b.id ? -1 : 1);

const goalFacts = (goals: readonly Goal[]) => {
  const [first] = [...goals].sort(byTimes);
  return first === undefined ? [] : [{ goal: first.text, count: goals.length, times: timesCarried(first) }];
};

const linesOfMember = ({ meetingId, meetingName, thresholds, run }: AttentionSources, member: AttentionMember) => {
  const { memberId, name, isAway, unreachable, replies, goals, blocker } = member;
  const who = { meetingId, meetingName, memberId, name };
  const { blockerDays, goalsCarried, silentRuns, isUnreachableNamed } = thresholds;
  const lines: AttentionLine[] = [];
  if (blocker !== null && blockerDays !== null && blocker.days >= blockerDays)
    lines.push({ kind: 'BLOCKER', action: 'OPEN_BLOCKER', ...who, ...blocker });
  if (isAway) return lines;
  if (unreachable !== null && isUnreachableNamed)
    lines.push({ kind: 'UNREACHABLE', action: 'SEE_WHY', ...who, reason: unreachable, reports: 1 });
  const runs = countSilentRuns(replies);
  // An unreachable member cannot answer, so one line about the cause replaces the line about silence.
  if (run !== null && silentRuns !== null && runs >= silentRuns && (unreachable === null || !isUnreachableNamed))
    lines.push({ kind: 'SILENT', action: 'OPEN_ANSWERS', ...who, runs, date: run.date });
  if (goalsCarried === null) return lines;
  const carried = goals.filter((goal) => goal.state === 'CARRIED' && timesCarried(goal) >= goalsCarried);
  for (const facts of goalFacts(carried))
    lines.push({ kind: 'GOAL_CARRIED', action: 'OPEN_ANSWERS', ...who, ...facts });
  for (const facts of goalFacts(goals.filter(({ state }) => state === 'DROPPED')))
    lines.push({ kind: 'GOAL_DROPPED', action: 'OPEN_ANSWERS', ...who, ...facts });
  return lines;
};

const linesOfRun = ({ meetingId, meetingName, thresholds, run }: AttentionSources): AttentionLine[] => {
  const { participation } = thresholds;
  if (run === null || participation === null || run.asked === 0) return [];
  if (run.answered * 100 >= participation * run.asked) return [];
  return [{ kind: 'LOW_PARTICIPATION', action: 'OPEN_RUN', meetingId, meetingName, ...run }];
};

/** The kinds of lines, most urgent first. */
export const kindsInOrder = [
  'BLOCKER',
  'UNREACHABLE',
  'SILENT',
  'LOW_PARTICIPATION',
  'GOAL_CARRIED',
  'GOAL_DROPPED',
] as const satisfies readonly AttentionLine['kind'][];

/** Blocker states, most urgent first: a blocker that no one works on comes before an acknowledged one. */
const statesInOrder = ['REOPENED', 'OPEN', 'ACKNOWLEDGED'] as const satisfies readonly LineOf<'BLOCKER'>['state'][];

/** Returns the numbers by which lines of the same kind are compared. Larger numbers come first. */
const weightsOf = (line: AttentionLine): readonly number[] => {
  switch (line.kind) {
    case 'BLOCKER':
      return [line.days, -statesInOrder.indexOf(line.state)];
    // The number of reports is not compared. In the list of a single report it is always 1, so the order there would
    // differ from the team's list.
    case 'UNREACHABLE':
      return [];
    case 'SILENT':
      return [line.runs];
    case 'LOW_PARTICIPATION':
      return [-line.answered / line.asked, line.asked];
    case 'GOAL_CARRIED':
    case 'GOAL_DROPPED':
      return [line.times, line.count];
  }
};

const idOf = (line: AttentionLine): string => `${'memberId' in line ? line.memberId : ''}|${line.meetingId}`;

/**
 * A line with the values by which it is sorted. The values are computed once for each line, because sorting a large
 * list makes many comparisons.
 */
interface Ranked {
  readonly line: AttentionLine;
  readonly kind: number;
  readonly weights: readonly number[];
  readonly id: string;
}

const rankOf = (line: AttentionLine): Ranked => ({
  ...{ line, kind: kindsInOrder.indexOf(line.kind), weights: weightsOf(line), id: idOf(line) },
});

const compareRanks = (a: Ranked, b: Ranked): number => {
  if (a.kind !== b.kind) return a.kind - b.kind;
  for (const [index, weight] of a.weights.entries()) {
    const difference = (b.weights[index] ?? 0) - weight;
    if (difference !== 0) return difference;
  }
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
};

/**
 * Compares two lines of the list: first by kind, then by weight, then by the ids of member and report. A list has at
 * most one line of a kind for a report and member, so the order is total. Lines of one report have the same order in
 * the list of the report as in that of its team.
 */
export const compareLines = (a: AttentionLine, b: AttentionLine): number => compareRanks(rankOf(a), rankOf(b));

/** Joins the lines about an unreachable person in several reports into one, because they have the same cause. */
const joinUnreachable = (lines: readonly AttentionLine[]): AttentionLine[] => {
  const joined = new Map<MemberId, LineOf<'UNREACHABLE'>>();
  const others: AttentionLine[] = [];
  for (const line of lines) {
    if (line.kind !== 'UNREACHABLE') {
      others.push(line);
      continue;
    }
    const known = joined.get(line.memberId);
    const first = known === undefined || line.meetingId < known.meetingId ? line : known;
    joined.set(line.memberId, { ...first, reports: (known?.reports ?? 0) + line.reports });
  }
  return [...others, ...joined.values()];
};

/** Number of members or lines that one step handles. */
const inStep = 256;

/** Computes the sorted attention list in small steps, so that thousands of lines do not hold up the event loop. */
export const attentionSteps = function* (reports: readonly AttentionSources[]): Steps<AttentionLine[]> {
  const found: AttentionLine[] = [];
  for (const report of reports) {
    for (let from = 0; from < report.members.length; from += inStep) {
      found.push(...report.members.slice(from, from + inStep).flatMap((member) => linesOfMember(report, member)));
      yield;
    }
    found.push(...linesOfRun(report));
  }
  const joined = joinUnreachable(found);
  yield;
  const ranked: Ranked[] = [];
  for (const line of joined) if (ranked.push(rankOf(line)) % inStep === 0) yield;
  yield;
  return (yield* sortSteps(ranked, compareRanks)).map(({ line }) => line);
};
