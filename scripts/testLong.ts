import { buildStale } from './build.ts';
import { ensureChromium } from './lib/chromium.ts';
import { jest } from './lib/jest.ts';
import { runStages } from './lib/stages.ts';

const chromium = ensureChromium();
await buildStale();
await runStages([
  // Runs alone, because it measures how long the event loop is blocked, and other work would distort that.
  { name: 'worst cases', command: jest('load', '--testPathPatterns=worstCase'), isJest: true },
  {
    name: 'long proofs',
    command: jest(
      'load',
      '--maxWorkers=2',
      '--testSequencer=./scripts/lib/longestFirst.cjs',
      '--testPathIgnorePatterns=worstCase',
    ),
    env: { CHROMIUM_PATH: chromium },
    isJest: true,
  },
  // WORLD_SEEDS sets the seeds; WORLD_NIGHT=today uses the seeds of the current date. Without either, the seeds are
  // always the same.
  { name: 'generated worlds', command: jest('worlds', '--maxWorkers=2'), isJest: true, isInMemory: true },
]);
