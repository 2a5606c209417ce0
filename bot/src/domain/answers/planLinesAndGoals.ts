import type { Goal, GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { splitDuration, taskLines } from '#contracts/core/parsePlanTasks.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits, times } from '#contracts/core/limitsAndProductConstants.ts';
import { goalId } from '../core/hashesAndDerivedIds.ts';
import { daysBetween } from '../core/zonedTimeAndCalendarDates.ts';

/** One task of a plan. Each line of a plan has an id of its own, even if two lines have the same text. */
export interface PlanLine {
  readonly id: string;
  readonly text: string;
  /** Duration in minutes; 0 if the line contains no duration. */
  readonly minutes: number;
}

/**
 * Returns the tasks of a plan, at most 20. Bullets and numbers are removed, and a duration at the end of a line becomes
 * `minutes`.
 */
export const planLines = (text: string): PlanLine[] => {
  const lines: PlanLine[] = [];
  const seen = new Map<string, number>();
  for (const line of taskLines(text)) {
    if (lines.length === limits.taskLines) break;
    const task = splitDuration(line);
    const id = goalId(task.text);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    // Equal lines are separate tasks with separate check boxes, so each gets an id of its own.
    lines.push({ id: count === 1 ? id : goalId(`${id}|${count}`), ...task });
  }
  return lines;
};

interface PlannedGoal {
  readonly id: string;
  readonly text: string;
  /** Number of the member's runs that have offered the goal, including this one; left out for the first. */
  readonly day?: number | undefined;
}

interface DatedPlan {
  readonly date: LocalDate;
  readonly lines: readonly PlannedGoal[];
}

/**
 * A member's newest plan in one meeting, and the plan before it. The earlier plan is needed for today's run if the
 * member has already answered tomorrow's.
 */
export interface LastPlan extends DatedPlan {
  readonly previous: DatedPlan | null;
}

/**
 * Returns the goals that the form offers as check boxes on `date`: the lines of the newest plan before that date, if it
 * is at most 14 days old.
 */
export const offeredGoals = (lastPlan: LastPlan | undefined, date: LocalDate): Goal[] => {
  if (lastPlan === undefined) return [];
  const plan = lastPlan.date < date ? lastPlan : lastPlan.previous;
  if (plan === null) return [];
  const age = daysBetween(plan.date, date);
  if (age < 1 || age > times.planAgeDays) return [];
  return plan.lines.map(({ id, text, day }) => ({ id, text, ticked: false, ...(day === undefined ? {} : { day }) }));
};

/** Returns the plan row after an answer for `date`; undefined if the row already contains a later plan. */
export const nextPlan = (before: LastPlan | undefined, { date, lines }: DatedPlan): LastPlan | undefined => {
  if (before === undefined) return { date, lines, previous: null };
  if (before.date > date) return undefined;
  const previous = before.date < date ? { date: before.date, lines: before.lines } : before.previous;
  return { date, lines, previous };
};

/**
 * States of goals as a client sends them. `goals`: the ids of the ticked goals. `goalStates`: left out by clients that
 * support only ticks.
 */
export interface SentGoals {
  readonly goals: readonly string[];
  readonly goalStates?: Readonly<Record<string, GoalState>> | null | undefined;
}

/**
 * Returns the goals with the states that a client sent. A goal with neither a tick nor a state is not done and is not
 * carried over. Ids that were not offered are ignored.
 */
export const settleGoals = (offered: readonly Goal[], { goals, goalStates }: SentGoals): Goal[] => {
  const states = goalStates ?? {};
  const ticked = new Set(goals);
  return offered.map(({ id, text, day }) => {
    const goal = { id, text, ...(day === undefined ? {} : { day }) };
    const state = Object.hasOwn(states, id) ? states[id] : undefined;
    return state === undefined ? { ...goal, ticked: ticked.has(id) } : { ...goal, ticked: state === 'DONE', state };
  });
};

/** Returns the states of settled goals in the form in which a client sends them. */
export const sentGoalsOf = (goals: readonly Goal[]): SentGoals => ({
  goals: goals.filter((goal) => goal.ticked).map(({ id }) => id),
  goalStates: Object.fromEntries(goals.flatMap(({ id, state }) => (state === undefined ? [] : [[id, state]]))),
});

/**
 * Returns the goals of a plan, at most 20: first the carried-over goals, then the lines of the plan. A carried-over
 * goal that the member typed again stays one goal and keeps its age. The age counts the member's runs, so that days off
 * do not make a goal older.
 */
export const plannedGoals = (settled: readonly Goal[], lines: readonly PlannedGoal[]): PlannedGoal[] => {
  const carried = settled.filter((goal) => goal.state === 'CARRIED');
  const ids = new Set(carried.map(({ id }) => id));
  return [
    ...carried.map(({ id, text, day = 1 }) => ({ id, text, day: day + 1 })),
    ...lines.filter(({ id }) => !ids.has(id)).map(({ id, text }) => ({ id, text })),
  ].slice(0, limits.taskLines);
};

/** Returns the number of plan lines that do not become goals, because carried-over goals already fill the list. */
export const countGoalsLeftOut = (settled: readonly Goal[], lines: readonly PlannedGoal[]): number => {
  const carried = new Set(settled.filter((goal) => goal.state === 'CARRIED').map(({ id }) => id));
  return Math.max(0, carried.size + lines.filter(({ id }) => !carried.has(id)).length - limits.taskLines);
};
