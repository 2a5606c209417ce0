import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.ts';
import { ensureChromium } from './lib/chromium.ts';
import { jest } from './lib/jest.ts';
import { runStages } from './lib/stages.ts';
import { groupsOf, shards } from './lib/testShards.ts';
import { writeTestGroups } from './lib/testGroups.ts';
import type { Stage } from './lib/stages.ts';

const chromium = ensureChromium();
await buildStale();

/**
 * Returns a pattern for Jest's `--testPathPatterns` that matches the test files of `folder` with these names.
 *
 * @throws {Error} if one of the files does not exist, so that a renamed file is noticed before the first stage runs.
 */
const namePattern = (folder: string, names: readonly string[]): string => {
  const files = readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' });
  const missing = names.filter((name) => !files.some((file) => path.basename(file).startsWith(`${name}.`)));
  if (missing.length > 0) throw new Error(`tests/${folder} has no test file called ${missing.join(' or ')}.`);
  return `/${folder}/.*\\b(?:${names.join('|')})\\.`;
};

const proofs = (name: string, option: string): Stage => ({
  name,
  command: jest('load', '--runInBand', option),
  env: { CHROMIUM_PATH: chromium },
  isJest: true,
});
const proofsNamed = (name: string, files: readonly string[]): Stage =>
  proofs(name, `--testPathPatterns=${namePattern('load', files)}`);

// WORLD_SEEDS sets the seeds; WORLD_NIGHT=today uses the seeds of the current date. Without either, the seeds are
// always the same.
const worlds = (name: string, option: string): Stage => ({
  name: `generated worlds: ${name}`,
  command: jest('worlds', '--runInBand', option),
  isJest: true,
  isInMemory: true,
});
const worldsNamed = (name: string, file: string): Stage =>
  worlds(name, `--testPathPatterns=${namePattern('generated', [file])}`);

const faultsAtEachCall: Stage = {
  name: 'faults at each call',
  command: jest('app', '--runInBand'),
  env: { EVERY_CALL: '1', TEST_GROUPS: writeTestGroups('faults', { part: 1, parts: 1 }) },
  isJest: true,
  isInMemory: true,
};

const browser: Stage = {
  name: 'browser, single screens',
  command: jest('e2e', '--runInBand'),
  env: { CHROMIUM_PATH: chromium, ...groupsOf('longE2e') },
  isJest: true,
  isInMemory: true,
};

// Test files that take a minute or more; each of their stages runs one or two of them. All other files share a stage,
// so a new file needs no entry here.
const long = [
  'worstCase',
  'backup',
  'walkThroughScreens',
  'kills',
  'racing',
  'faultStorm',
  'lateness',
  'wholeAttackList',
  'racingTables',
];
const longWorlds = ['worldsFirst', 'worldsLast', 'generatedAccounts'];

// Two servers and browsers halve the time of the walk, which would take longer than all other stages beside it.
const walkFolder = mkdtempSync(path.join(tmpdir(), 'rollcall-walk-'));
process.on('exit', () => {
  rmSync(walkFolder, { recursive: true, force: true });
});
const walk = ['1/2', '2/2'].map((part): Stage => {
  const stage = proofsNamed(`walk, part ${part}`, ['walkThroughScreens']);
  return { ...stage, env: { ...stage.env, WALK_PART: part, WALK_FOLDER: walkFolder } };
});

/** Stages that wait most of the time, for heartbeats and leases on the real clock. */
const waiting: readonly Stage[] = [
  proofsNamed('races', ['racing']),
  proofsNamed('fault storm', ['faultStorm']),
  proofsNamed('races on tables', ['racingTables']),
];

await runStages([
  // The worst cases measure how long the event loop is blocked, and the backup has a limit of time, so the lane beside them uses one core
  // and no disk.
  {
    atOnce: 2,
    lanes: [
      [
        proofsNamed('worst cases', ['worstCase']),
        proofsNamed('backup', ['backup']),
        // Kills meet more moments if a process runs at its usual speed.
        proofsNamed('kills', ['kills']),
      ],
      [
        worldsNamed('runs, last half', 'worldsLast'),
        worldsNamed('runs, first half', 'worldsFirst'),
        worldsNamed('accounts', 'generatedAccounts'),
        worlds('others', `--testPathIgnorePatterns=${namePattern('generated', longWorlds)}`),
      ],
    ],
  },
  // Browsers and the waiting stages leave a part of their core idle, so a third lane uses it. Long stages start first,
  // so that the short ones fill all lanes at the end.
  {
    atOnce: 3,
    lanes: [
      ...walk.map((stage) => [stage]),
      waiting,
      ...[
        proofs('other proofs', `--testPathIgnorePatterns=${namePattern('load', long)}`),
        browser,
        faultsAtEachCall,
        proofsNamed('attacks', ['wholeAttackList']),
        proofsNamed('lateness', ['lateness']),
        // `npm test` runs each of these parts in the other time zone.
        ...shards('rules and services', 'bot', ['Pacific/Chatham', 'UTC']),
      ].map((stage) => [{ ...stage, isYielding: true }]),
    ],
  },
]);
