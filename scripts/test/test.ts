import { buildStale } from '../package/build.ts';
import { plainChecks, typeChecks } from '../lib/checkStages.ts';
import { ensureChromium } from '../lib/ensureChromium.ts';
import { jest } from '../lib/jestCommand.ts';
import { groupsOf, shards } from '../lib/testStagesAndGroupEnvironment.ts';
import { runStages } from '../lib/runStages.ts';
import type { Stage } from '../lib/runStages.ts';

const chromium = ensureChromium();
// The type check and lint run during the build, because they do not need it.
const built = buildStale();
const afterBuild = (stage: Stage): Stage => ({ ...stage, after: built });
const browser: Stage = {
  name: 'browser, main journeys',
  command: jest('e2e', '--runInBand'),
  env: { CHROMIUM_PATH: chromium, ...groupsOf('e2e') },
  isJest: true,
  isInMemory: true,
};
const suites: readonly Stage[] = [
  // Each part of these suites runs in one of two time zones, because running all of them in both would take twice the
  // time.
  ...shards('API, bot and jobs', 'app', ['UTC', 'Pacific/Chatham']),
  ...shards('web components', 'tab', ['Pacific/Chatham', 'UTC']),
  ...shards('generated worlds', 'generated', ['Pacific/Chatham']),
  ...shards('store', 'store', ['UTC']),
  // `test:long` runs the rules and services again with the time zones of the two parts exchanged.
  ...shards('rules and services', 'bot', ['UTC', 'Pacific/Chatham']),
];
// Long stages start first, so that the short ones fill both cores at the end.
const lanes = [
  [afterBuild(browser)],
  typeChecks,
  ...[...suites.map(afterBuild), ...plainChecks].map((stage) => [stage]),
];
await runStages([{ atOnce: 2, lanes }]);
