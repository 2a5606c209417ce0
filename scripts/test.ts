import { buildStale } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { appHalves } from './halves.ts';
import { jest, runStages } from './stages.ts';

const chromium = ensureChromium();
await buildStale();
await runStages([
  { name: 'check', command: ['npm', 'run', '--silent', 'check'], isJest: false },
  { name: 'rules and services, TZ=UTC', command: jest('bot'), env: { TZ: 'UTC' }, isJest: true },
  {
    name: 'rules and services, TZ=Pacific/Chatham',
    command: jest('bot'),
    env: { TZ: 'Pacific/Chatham' },
    isJest: true,
  },
  { name: 'store', command: jest('store', '--maxWorkers=2'), isJest: true },
  ...appHalves,
  { name: 'web components', command: jest('tab', '--maxWorkers=2'), env: { TZ: 'Pacific/Chatham' }, isJest: true },
  { name: 'browser', command: jest('e2e', '--runInBand'), env: { CHROMIUM_PATH: chromium }, isJest: true },
]);
