import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from '../package/build.ts';
import { ensureChromium } from '../lib/ensureChromium.ts';
import { jest } from '../lib/jestCommand.ts';
import { itemsOf, readPart } from '../lib/longTestPartOption.ts';
import { runStages } from '../lib/runStages.ts';
import { groupsOf, shards } from '../lib/testStagesAndGroupEnvironment.ts';
import { writeTestGroups } from '../lib/writeTestGroups.ts';
import type { Stage } from '../lib/runStages.ts';

// Without an option all proofs run. `--part 2/4` runs the second quarter of them: CI runs one quarter for each
// submission.
const part = readPart(process.argv.slice(2));
const chromium = ensureChromium();
await buildStale();

/**
 * Returns a pattern for Jest's `--testPathPatterns` that matches the test files of `folder` with these names.
 *
 * @throws {Error} if one of the files does not exist, so that a renamed file is noticed before the first stage runs, or
 *   if `names` is empty, because an empty pattern would match all files.
 */
const namePattern = (folder: string, names: readonly string[]): string => {
  const files = readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' });
  if (names.length === 0) throw new Error(`Too many parts: one of them has no test file in tests/${folder}.`);
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
const worldsNamed = (name: string, files: readonly string[]): Stage =>
  worlds(name, `--testPathPatterns=${namePattern('generated', files)}`);

const faultsAtEachCall: Stage = {
  name: 'faults at each call',
  command: jest('app', '--runInBand'),
  env: { EVERY_CALL: '1', TEST_GROUPS: writeTestGroups('faults', part) },
  isJest: true,
  isInMemory: true,
};

const engineOnOtherPlatform: Stage = {
  name: 'engine on another chat platform',
  command: jest('app', '--runInBand'),
  env: { FAKE_PLATFORM: 'channels', TEST_GROUPS: writeTestGroups('engine', { part: 1, parts: 1 }) },
  isJest: true,
  isInMemory: true,
};

const browser: Stage = {
  name: 'browser, single screens',
  command: jest('e2e', '--runInBand'),
  env: { CHROMIUM_PATH: chromium, ...groupsOf('longE2e', part.part, part.parts) },
  isJest: true,
  isInMemory: true,
};

/** Returns the names of the test files of `folder` that have no stage of their own. */
const filesWithout = (folder: string, ending: string, own: readonly string[]): readonly string[] =>
  readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.basename(file, ending))
    .filter((name) => !own.includes(name))
    .sort();

// The lists of stages are in an order in which each quarter of them takes about the same time.

/** Stages that measure how long the event loop is blocked, or have a limit of time. */
const measured: readonly Stage[] = [
  proofsNamed('worst cases', ['eventLoopUnderLargestInputs']),
  proofsNamed('backup', ['backupAndRestoreTime']),
];

const worldFiles = ['playRunSeedsLastHalf', 'playRunSeedsFirstHalf', 'generatedAccounts'];
const otherWorldFiles = itemsOf(filesWithout('generated', '.long.test.ts', worldFiles), part);
const worldStages: readonly Stage[] = [
  worldsNamed('runs, last half', ['playRunSeedsLastHalf']),
  worldsNamed('runs, first half', ['playRunSeedsFirstHalf']),
  worldsNamed('accounts', ['generatedAccounts']),
];

/** Stages that wait most of the time, for heartbeats and leases on the real clock. */
const waiting: readonly Stage[] = [
  proofsNamed('races', ['racingEngines']),
  proofsNamed('fault storm', ['chatServiceFaultStorm']),
  proofsNamed('races on tables', ['racingEnginesOnTables']),
];

// The walk through all screens would take longer than all other stages beside it. Two servers, each with its own
// browser, halve its time.
const walkFolder = mkdtempSync(path.join(tmpdir(), 'rollcall-walk-'));
process.on('exit', () => {
  rmSync(walkFolder, { recursive: true, force: true });
});
const walk = [2 * part.part - 1, 2 * part.part].map((half): Stage => {
  const share = `${half}/${2 * part.parts}`;
  const stage = proofsNamed(`walk, part ${share}`, ['walkThroughScreens']);
  return { ...stage, env: { ...stage.env, WALK_PART: share, WALK_FOLDER: walkFolder } };
});

const yielding = (stage: Stage): Stage => ({ ...stage, isYielding: true });

// A process that runs at its usual speed is killed at more different points of its work, so only one lane runs beside
// the kills.
const killStage = proofsNamed('kills', ['engineKilledAtEachStep']);
const single: readonly Stage[] = [
  proofsNamed('attacks', ['wholeAttackList']),
  // A run of one part plays only one of the two chains of kills; a run of all proofs plays both.
  part.parts === 1 ? killStage : { ...killStage, env: { ...killStage.env, KILL_CHAINS: '1' } },
  engineOnOtherPlatform,
  proofsNamed('memory over a week', ['memoryOverAWeek']),
  // `npm test` runs each of these parts in the other time zone.
  ...shards('rules and services', 'bot', ['Pacific/Chatham', 'UTC']),
  proofsNamed('instances', ['threeServersWithKills']),
  proofsNamed('deletion of an organisation', ['organisationDeletionWithKills']),
  proofsNamed('lateness', ['promptLateness']),
  proofsNamed('start of the server', ['npmStartOnFreshCopy']),
];
const kills = itemsOf(single, part).filter(({ name }) => name === killStage.name);
const otherSingle = itemsOf(single, part).filter(({ name }) => name !== killStage.name);

// Test files that take a minute or more have stages of their own. All other files share a stage, so a new file needs no
// entry here.
const own = [
  ...[
    'eventLoopUnderLargestInputs',
    'backupAndRestoreTime',
    'walkThroughScreens',
    'engineKilledAtEachStep',
    'promptLateness',
    'wholeAttackList',
  ],
  ...['npmStartOnFreshCopy', 'memoryOverAWeek', 'threeServersWithKills', 'organisationDeletionWithKills'],
];
const waitingFiles = ['racingEngines', 'chatServiceFaultStorm', 'racingEnginesOnTables'];
const otherProofFiles = itemsOf(filesWithout('load', '.test.ts', [...own, ...waitingFiles]), part);

// In a run of one part, the stages beside the kills end early, and one browser uses the core that they leave. In a run
// of all proofs, the walk would last much longer than the kills.
const walkBesideKills = kills.length === 0 || part.parts === 1 ? [] : walk.slice(0, 1).map(yielding);

await runStages([
  // The lane beside the measured stages uses one core and no disk.
  {
    atOnce: 2,
    lanes: [
      [...itemsOf(measured, part), ...kills],
      [
        ...itemsOf(worldStages, part),
        worldsNamed('others', otherWorldFiles),
        ...(kills.length === 0 ? [] : [faultsAtEachCall]),
        ...walkBesideKills,
      ],
    ],
  },
  // Browsers and the waiting stages leave a part of their core idle, so a third lane uses it. Long stages start first,
  // so that the short ones fill all lanes at the end.
  {
    atOnce: 3,
    lanes: [
      ...walk.slice(walkBesideKills.length).map((stage) => [yielding(stage)]),
      itemsOf(waiting, part),
      ...[
        proofsNamed('other proofs', otherProofFiles),
        browser,
        ...otherSingle,
        ...(kills.length === 0 ? [faultsAtEachCall] : []),
      ].map((stage) => [yielding(stage)]),
    ],
  },
]);
