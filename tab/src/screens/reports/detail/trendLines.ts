import type { LocalDate } from '#contracts/ids.ts';
import type { TrendRun, Trends } from '#contracts/trends.ts';

export const measures = ['participation', 'goals', 'blockers'] as const;
export type Measure = (typeof measures)[number];

export interface TrendPoint {
  readonly date: LocalDate;
  /** Per cent of those asked; of blockers people. */
  readonly value: number;
}

/** Whole per cent; of nobody none. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));

const valueOf = (measure: Measure, { answered, asked, goals, blockers }: TrendRun): number => {
  switch (measure) {
    case 'participation':
      return percent(answered, asked);
    case 'goals':
      return percent(goals, asked);
    case 'blockers':
      return blockers;
  }
};

/** A run that is open still gains answers: drawn, it would look like a fall on every morning. */
export const pointsOf = (measure: Measure, runs: readonly TrendRun[]): readonly TrendPoint[] =>
  runs.filter(({ isOpen }) => !isOpen).map((run) => ({ date: run.date, value: valueOf(measure, run) }));

export interface TrendTotals {
  readonly runs: number;
  readonly participation: number;
  readonly goals: number;
  /** People blocked, run by run. */
  readonly blockers: number;
}

export const totalsOf = ({ runs }: Pick<Trends, 'runs'>): TrendTotals => {
  const closed = runs.filter(({ isOpen }) => !isOpen);
  const sum = (of: (run: TrendRun) => number): number => closed.reduce((total, run) => total + of(run), 0);
  const asked = sum((run) => run.asked);
  return {
    runs: closed.length,
    participation: percent(
      sum((run) => run.answered),
      asked,
    ),
    goals: percent(
      sum((run) => run.goals),
      asked,
    ),
    blockers: sum((run) => run.blockers),
  };
};
