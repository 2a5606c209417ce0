import { dirname } from 'node:path';
import { isEquivalent } from './equivalentMutants.ts';
import type { Equivalent } from './equivalentMutants.ts';
import type { Mutant } from './runMutants.ts';

export interface Judged {
  readonly noticed: readonly Mutant[];
  readonly unnoticed: readonly Mutant[];
  /** Changes that no test noticed, but that equivalents.json lists with a reason; they are not in `unnoticed`. */
  readonly equivalent: readonly Mutant[];
}

export const judgeMutants = (mutants: readonly Mutant[], listed: readonly Equivalent[]): Judged => {
  const survived = mutants.filter(({ status }) => status === 'SURVIVED' || status === 'NO_COVERAGE');
  return {
    // A change that makes the program run forever counts as noticed, because the time limit ends it.
    noticed: mutants.filter(({ status }) => status === 'KILLED' || status === 'TIMEOUT'),
    unnoticed: survived.filter((mutant) => !isEquivalent(mutant, listed)),
    equivalent: survived.filter((mutant) => isEquivalent(mutant, listed)),
  };
};

interface Score {
  readonly place: string;
  readonly noticed: number;
  readonly all: number;
}

const percentOf = ({ noticed, all }: Score): number => (all === 0 ? 100 : (noticed / all) * 100);

const scoresBy = ({ noticed, unnoticed }: Judged, placeOf: (mutant: Mutant) => string): readonly Score[] => {
  const both = [...noticed, ...unnoticed];
  return [...new Set(both.map(placeOf))].sort().map((place) => ({
    place,
    noticed: noticed.filter((mutant) => placeOf(mutant) === place).length,
    all: both.filter((mutant) => placeOf(mutant) === place).length,
  }));
};

const folders = (judged: Judged): readonly Score[] => scoresBy(judged, ({ file }) => dirname(file));

const lineOf = (score: Score): string =>
  `${percentOf(score).toFixed(1).padStart(5)} %  ${score.noticed} of ${score.all}  ${score.place}`;

const changeOf = ({ file, line, mutator, original, replacement, status }: Mutant): string =>
  `${file}:${line} ${mutator}${status === 'NO_COVERAGE' ? ' (no test runs it)' : ''}: ${original} → ${replacement}`;

export const meetsThreshold = (judged: Judged, threshold: number): boolean =>
  folders(judged).every((score) => percentOf(score) >= threshold);

export const reportLines = (judged: Judged, threshold: number): readonly string[] => [
  ...judged.unnoticed.map(changeOf),
  '',
  ...scoresBy(judged, ({ file }) => file).map(lineOf),
  '',
  ...folders(judged).map(
    (score) => `${lineOf(score)}${percentOf(score) < threshold ? `  (below ${threshold} %)` : ''}`,
  ),
  `${judged.equivalent.length} equivalent changes do not count.`,
];
