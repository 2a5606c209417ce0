import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TrendRun, Trends } from '#contracts/reports/getTrends.ts';
import type { TrendClaim } from '#contracts/reports/getWeeklyTrends.ts';
import { addDays, daysBetween } from '../core/zonedTimeAndCalendarDates.ts';
import type { Halving } from './questionTrendClaim.ts';
import { claimRatio } from './compareHalvesForTrendClaims.ts';
import type { ClaimRule } from './compareHalvesForTrendClaims.ts';

// Computes the claims of a meeting's trends: whether a figure changed from the first to the second half of the period.
// The rules are those of the weekly trends.

/**
 * Returns a function that divides items at the middle of the period. Open runs are left out, because they still receive
 * answers.
 */
export const runHalves = (
  runs: readonly TrendRun[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Halving => {
  const middle = addDays(from, (daysBetween(from, to) + 1) / 2);
  const open = new Set(runs.filter(({ isOpen }) => isOpen).map(({ date }) => date));
  return (items) => {
    const over = items.filter(({ date }) => !open.has(date));
    return { before: over.filter(({ date }) => date < middle), after: over.filter(({ date }) => date >= middle) };
  };
};

/**
 * Returns the claims (comparisons of the two halves) about the figures of the runs. The claims about goals and blockers
 * count only runs that ask for them.
 */
export const runClaims = (runs: readonly TrendRun[], halve: Halving): NonNullable<Trends['claims']> => {
  const claim = (
    measured: readonly TrendRun[],
    ratio: (run: TrendRun) => { readonly part: number; readonly whole: number },
    rule: ClaimRule,
  ): TrendClaim => claimRatio(halve(measured.map((run) => ({ date: run.date, ...ratio(run) }))), rule);
  const percentage = { unit: 'ASKED', scale: 100, decimals: 0 } as const;
  return {
    participation: claim(runs, ({ answered, asked }) => ({ part: answered, whole: asked }), percentage),
    goals: claim(
      runs.filter(({ hasGoals }) => hasGoals),
      ({ goals, asked }) => ({ part: goals, whole: asked }),
      percentage,
    ),
    blockers: claim(
      runs.filter(({ hasBlockers }) => hasBlockers),
      ({ blockers, answered }) => ({ part: blockers, whole: answered }),
      { unit: 'ANSWERS', scale: 100, decimals: 1 },
    ),
  };
};
