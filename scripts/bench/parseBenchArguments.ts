import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Names of the benchmarks; empty = all. */
  readonly names: readonly string[];
  readonly isQuick: boolean;
  /** Number of processes that run each benchmark; odd, so that each median is a measured value. */
  readonly processes: number;
  /** True to print where the main thread spends its time during the measured work. The measured times are then higher. */
  readonly isProfiled: boolean;
}

export const usageText = 'npm run bench [-- NAME … | --quick] [--processes N, an odd number up to 99] [--profile]';

/** Returns undefined if the command line has an unknown option or an invalid number of processes. */
export const parseBenchArguments = (words: readonly string[]): BenchOptions | undefined => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        quick: { type: 'boolean', default: false },
        processes: { type: 'string', default: '1' },
        profile: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    if (!/^\d?[13579]$/.test(values.processes)) return undefined;
    const { quick: isQuick, processes, profile: isProfiled } = values;
    return { names: positionals, isQuick, processes: Number(processes), isProfiled };
  } catch {
    return undefined;
  }
};
