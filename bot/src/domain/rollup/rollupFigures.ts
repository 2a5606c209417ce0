import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import { isMood } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { sum } from '../core/sum.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { isCountedRun } from '../reports/countedRunsAndMembers.ts';
import { runFigures } from '../reports/questionFiguresAndTrends.ts';
import { goalHitRate } from '../reports/goalHitRate.ts';
import type { AnsweredGoals } from '../reports/goalHitRate.ts';
import { countMember, newMemberCounts } from '../reports/countAnswersGoalsAndBlockers.ts';
import type { RollupBlockerEvent, RollupHours, RollupLine } from './rollupRowTypes.ts';

// Figures of any part of a roll-up, computed as in the day's report, the trends and the report about a person.

/** The rows of one group, or of the whole roll-up. */
export interface RollupPart {
  readonly lines: Iterable<RollupLine>;
  readonly hours: readonly RollupHours[];
  readonly blockers: readonly RollupBlockerEvent[];
}

type Figures = RollupFigures;
type HitRate = NonNullable<Figures['goals']>['hitRate'];

/** True for a line of an open or completed run. Figures count no other lines. */
export const isCountedLine = ({ of }: RollupLine): boolean => isCountedRun(of.run.state);

const moodQuestionsOf = weakMemo(({ questions }: Run) => questions.filter(isMood));

/** Adds up lines one by one instead of keeping them, because a group may have tens of thousands of lines. */
class Sums {
  readonly counts = newMemberCounts();
  readonly states = { missing: 0, notAsked: 0, unreachable: 0, open: 0, away: 0 };
  readonly mood = { answers: 0, sum: 0 };
  readonly goals = new Map<MemberId, AnsweredGoals[]>();

  add({ of: { run }, member, goals }: RollupLine): void {
    countMember(this.counts, member);
    if (member.state === 'OPEN') this.states.open += 1;
    if (member.state === 'AWAY') this.states.away += 1;
    if (member.state === 'MISSING') {
      this.states.missing += 1;
      if (member.wasNotAsked) this.states.notAsked += 1;
      else if (member.unreachable !== null) this.states.unreachable += 1;
    }
    if (!member.isCompleted) return;
    const { meetingId, date } = run;
    const answered = this.goals.get(member.memberId) ?? [];
    this.goals.set(member.memberId, answered);
    answered.push({ meetingId, date, goals });
    const moodQuestions = moodQuestionsOf(run);
    for (const figures of moodQuestions.length === 0
      ? []
      : runFigures({ date: run.date, questions: moodQuestions }, [member])) {
      this.mood.answers += figures.answers;
      this.mood.sum += figures.sum ?? 0;
    }
  }
}

/**
 * Returns the goals of all people, added up. Null without goals, and if exactly one person other than the reader has
 * goals: readers could otherwise subtract their own goals and learn the private hit rate of that person.
 */
const hitRateSteps = function* (goals: Sums['goals'], reader: MemberId | null): Steps<HitRate> {
  const rates = { done: 0, settled: 0, carried: 0 };
  let others = 0;
  for (const [memberId, answered] of goals) {
    const { done, settled, carried } = goalHitRate(answered);
    if (settled + carried > 0 && memberId !== reader) others += 1;
    rates.done += done;
    rates.settled += settled;
    rates.carried += carried;
    yield;
  }
  return rates.settled + rates.carried === 0 || others === 1 ? null : rates;
};

const count = (events: readonly RollupBlockerEvent[], kind: RollupBlockerEvent['kind']): number =>
  events.filter((event) => event.kind === kind).length;

/** Number of lines in one step. */
const linesAtOnce = 64;

/**
 * Computes the figures of a part in small steps. `reader`: member id of the reader, whose own hit rate may be revealed;
 * null = the reader is no member.
 */
export const figureSteps = function* (
  { lines, hours, blockers }: RollupPart,
  reader: MemberId | null,
): Steps<RollupFigures> {
  const sums = new Sums();
  let handled = 0;
  for (const line of lines) {
    if (isCountedLine(line)) sums.add(line);
    handled += 1;
    if (handled % linesAtOnce === 0) yield;
  }
  const { asked, answered, late, skipped, goalsTicked, goalsOffered, blockers: reported } = sums.counts;
  const { answers, sum: moodSum } = sums.mood;
  return {
    participation: { asked, answered, late, skipped, ...sums.states },
    goals: { met: goalsTicked, offered: goalsOffered, hitRate: yield* hitRateSteps(sums.goals, reader) },
    blockers: { reported, opened: count(blockers, 'OPENED'), resolved: count(blockers, 'RESOLVED') },
    minutes: sum(hours, ({ minutes }) => minutes),
    // The average is rounded to six decimals, as in the trends.
    mood: answers === 0 ? null : { answers, average: Number((moodSum / answers).toFixed(6)) },
  };
};
