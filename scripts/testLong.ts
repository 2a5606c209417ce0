import { buildStale } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { jest, runStages } from './stages.ts';

const chromium = ensureChromium();
await buildStale();
await runStages([
  {
    name: 'long proofs',
    command: jest('load', '--maxWorkers=2', '--testSequencer=./scripts/longestFirst.cjs'),
    env: { CHROMIUM_PATH: chromium },
    isJest: true,
  },
]);
