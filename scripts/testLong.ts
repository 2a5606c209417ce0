import { buildStale } from './build.ts';
import { ensureChromium } from './lib/chromium.ts';
import { jest } from './lib/jest.ts';
import { runStages } from './lib/stages.ts';

const chromium = ensureChromium();
await buildStale();
await runStages([
  // Alone, since it measures how long the event loop is held.
  { name: 'worst cases', command: jest('load', '--testPathPatterns=worstCase'), isJest: true },
  {
    name: 'long proofs',
    command: jest(
      'load',
      '--maxWorkers=2',
      '--testSequencer=./scripts/longestFirst.cjs',
      '--testPathIgnorePatterns=worstCase',
    ),
    env: { CHROMIUM_PATH: chromium },
    isJest: true,
  },
  // WORLD_SEEDS names the seeds, WORLD_NIGHT=today takes those of this date; without either they are always the same.
  { name: 'generated worlds', command: jest('worlds', '--maxWorkers=2'), isJest: true, isInMemory: true },
]);
