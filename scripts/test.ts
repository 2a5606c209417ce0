import { buildStale } from './build.ts';
import { plainChecks, typeChecks } from './lib/checks.ts';
import { ensureChromium } from './lib/chromium.ts';
import { appHalves } from './lib/halves.ts';
import { jest } from './lib/jest.ts';
import { runStages } from './lib/stages.ts';
import type { Stage } from './lib/stages.ts';

const rules = (zone: 'UTC' | 'Pacific/Chatham'): Stage => ({
  name: `rules and services, TZ=${zone}`,
  command: jest('bot', '--runInBand'),
  env: { TZ: zone },
  isJest: true,
});

const chromium = ensureChromium();
await buildStale();
await runStages([
  [
    typeChecks,
    [
      ...plainChecks,
      rules('UTC'),
      rules('Pacific/Chatham'),
      { name: 'store', command: jest('store', '--runInBand'), isJest: true },
      { name: 'generated worlds', command: jest('generated', '--runInBand'), isJest: true },
    ],
  ],
  ...appHalves,
  { name: 'web components', command: jest('tab', '--maxWorkers=2'), env: { TZ: 'Pacific/Chatham' }, isJest: true },
  { name: 'browser', command: jest('e2e', '--runInBand'), env: { CHROMIUM_PATH: chromium }, isJest: true },
]);
