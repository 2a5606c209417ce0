import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { GoalHitRate } from '#contracts/reports/personReport.ts';
import { compareDates } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Number of days over which a person's hit rate (reached goals among settled goals) is computed. It is not part of
 * `limits`, because every page of the web app loads `limits` and few pages need this number.
 */
export const hitRateDays = 28;

export interface AnsweredGoals {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly goals: readonly Goal[];
}

/**
 * Counts the goals in a person's answers. A carried goal is counted once, in the answer that settles it, so that a long
 * goal has the same weight as a short one.
 */
export const goalHitRate = (answers: readonly AnsweredGoals[]): Pick<GoalHitRate, 'done' | 'settled' | 'carried'> => {
  const newest = new Map<MeetingId, AnsweredGoals>();
  for (const answer of answers) {
    const other = newest.get(answer.meetingId);
    if (other === undefined || compareDates(other.date, answer.date) < 0) newest.set(answer.meetingId, answer);
  }
  const isCarried = (goal: Goal): boolean => goal.state === 'CARRIED';
  const settled = answers.flatMap(({ goals }) => goals.filter((goal) => !isCarried(goal)));
  return {
    done: settled.filter((goal) => goal.ticked).length,
    settled: settled.length,
    carried: [...newest.values()].flatMap(({ goals }) => goals.filter(isCarried)).length,
  };
};
