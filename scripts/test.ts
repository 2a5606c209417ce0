import { buildStale } from './build.ts';
import { plainChecks, typeChecks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { appHalves } from './halves.ts';
import { jest, runStages } from './stages.ts';
import type { Stage } from './stages.ts';

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
    ],
  ],
  ...appHalves,
  { name: 'web components', command: jest('tab', '--maxWorkers=2'), env: { TZ: 'Pacific/Chatham' }, isJest: true },
  { name: 'browser', command: jest('e2e', '--runInBand'), env: { CHROMIUM_PATH: chromium }, isJest: true },
]);
