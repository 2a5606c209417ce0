// Seeds of generated tests: fixed by default, from WORLD_SEEDS, or different each night with WORLD_NIGHT.

const maxSeeds = 100_000;
const largestSeed = 0x7fff_ffff;
const howTo = 'WORLD_SEEDS takes numbers and ranges, such as 7, 1-500 or 3,17,40-60';

const numberOf = (text: string, part: string): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= largestSeed)) throw new Error(`${howTo}; it has "${part}".`);
  return value;
};

const rangeOf = (part: string): number[] => {
  const [first = '', last = first, ...more] = part.split('-').map((text) => text.trim());
  if (more.length > 0) throw new Error(`${howTo}; it has "${part}".`);
  const [from, to] = [numberOf(first, part), numberOf(last, part)];
  if (to < from) throw new Error(`${howTo}; "${part}" ends before it begins.`);
  if (to - from >= maxSeeds) throw new Error(`WORLD_SEEDS names more than ${maxSeeds} seeds.`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};

/** Parses "3,17,40-60" without duplicates, in the given order. Throws an explanation if the text is invalid. */
export const parseSeeds = (text: string): readonly number[] => {
  const seeds = [...new Set(text.split(',').flatMap((part) => rangeOf(part.trim())))];
  if (seeds.length > maxSeeds) throw new Error(`WORLD_SEEDS names more than ${maxSeeds} seeds.`);
  return seeds;
};

/** Returns the first seed of a night. Nights are a thousand seeds apart and far from the fixed seeds. */
export const firstSeedOfNight = (date: string): number => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`WORLD_NIGHT takes a date such as 2026-11-23, or "today"; it has "${date}".`);
  return 1_000_000 + ((ms / 86_400_000) % 1_000_000) * 1_000;
};

// No other function reads the real date, so that the same seeds always give the same scenarios.
const today = (): string => new Date(performance.timeOrigin).toISOString().slice(0, 10);

export interface SeedSources {
  readonly WORLD_SEEDS?: string | undefined;
  readonly WORLD_NIGHT?: string | undefined;
}

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Nights play more seeds than the checks of a change, because no person waits for the result. */
const nightFactor = 2;

/**
 * Returns the seeds to play: those of WORLD_SEEDS; or `count` × 2 seeds of a night, if WORLD_NIGHT is a date or
 * "today"; or the fixed seeds from 1 to `count`.
 */
export const chosenSeeds = (count: number, sources: SeedSources = process.env): readonly number[] => {
  const { WORLD_SEEDS: named = '', WORLD_NIGHT: night = '' } = sources;
  if (named !== '') return parseSeeds(named);
  if (night !== '') return range(firstSeedOfNight(night === 'today' ? today() : night), count * nightFactor);
  return range(1, count);
};

export const describeSeeds = (seeds: readonly number[]): string => {
  const parts: string[] = [];
  for (let index = 0; index < seeds.length; index += 1) {
    const first = seeds[index] ?? 0;
    let last = first;
    while (seeds[index + 1] === last + 1) {
      last += 1;
      index += 1;
    }
    parts.push(first === last ? String(first) : `${first}-${last}`);
  }
  return parts.join(',');
};

/**
 * Prints one line below the output of Jest, such as "runs: seeds 1-40, 120 days played, 3400 messages judged, 0 wrong".
 */
export const printFigures = (
  name: string,
  seeds: readonly number[],
  figures: Readonly<Record<string, number>>,
): void => {
  const counted = Object.entries(figures).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`${name}: seeds ${describeSeeds(seeds)}, ${counted.join(', ')}\n`);
};
