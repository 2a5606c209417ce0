import { buildStale } from './build.ts';
import { plainChecks, typeChecks } from './lib/checks.ts';
import { ensureChromium } from './lib/chromium.ts';
import { jest } from './lib/jest.ts';
import { appShards, webShards } from './lib/shards.ts';
import { runStages } from './lib/stages.ts';
import type { Stage } from './lib/stages.ts';

const rules = (zone: 'UTC' | 'Pacific/Chatham'): Stage => ({
  name: `rules and services, TZ=${zone}`,
  command: jest('bot', '--runInBand'),
  env: { TZ: zone },
  isJest: true,
  isInMemory: true,
});

const chromium = ensureChromium();
await buildStale();
const browser: Stage = {
  name: 'browser',
  command: jest('e2e', '--runInBand'),
  env: { CHROMIUM_PATH: chromium },
  isJest: true,
};
// Long stages start first, so that the short ones fill both cores at the end.
await runStages([
  [
    [browser],
    typeChecks,
    ...appShards.map((stage) => [stage]),
    ...webShards.map((stage) => [stage]),
    [{ name: 'generated worlds', command: jest('generated', '--runInBand'), isJest: true, isInMemory: true }],
    [{ name: 'store', command: jest('store', '--runInBand'), isJest: true, isInMemory: true }],
    [rules('UTC')],
    [rules('Pacific/Chatham')],
    ...plainChecks.map((stage) => [stage]),
  ],
]);
