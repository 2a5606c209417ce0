import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { failureText, readJestResult } from './readJestResult.ts';
import type { StageResult } from './readJestResult.ts';

export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True if the stage runs Jest. Its count is then the number of tests; any other stage counts as one. */
  readonly isJest: boolean;
  /** True if the stores may be in memory, because no test of the stage measures a disk. */
  readonly isInMemory?: boolean;
  /** True if the stage runs with a lower priority, so that stages beside it get more processor time. */
  readonly isYielding?: boolean;
  /** Work, such as a build, after which the stage may begin. */
  readonly after?: Promise<void>;
}

/** Stages that run one after another. */
type Lane = readonly Stage[];

/** Lanes that run side by side, at most `atOnce` at a time. When a lane ends, the next waiting lane begins. */
interface LaneStep {
  readonly atOnce: number;
  readonly lanes: readonly Lane[];
}

interface Ended {
  readonly code: number;
  /** Captured output of the stage; empty if the stage printed directly to the terminal. */
  readonly output: string;
}

/**
 * Priority of a yielding stage, between the usual 0 and the lowest 19. The child processes of the stage inherit this
 * priority.
 */
const yieldingPriority = 5;

const run = (
  { command, isYielding = false }: Pick<Stage, 'command' | 'isYielding'>,
  env: Readonly<Record<string, string>>,
  output: 'shown' | 'held',
): Promise<Ended> =>
  new Promise((resolve) => {
    const [program = 'node', ...parts] = command;
    const end = output === 'shown' ? 'inherit' : 'pipe';
    const child = spawn(program, parts, { stdio: ['inherit', end, end], env: { ...process.env, ...env } });
    if (isYielding && child.pid !== undefined) os.setPriority(child.pid, yieldingPriority);
    const written: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => written.push(part));
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(written).toString() });
    });
    child.on('error', (error) => {
      resolve({ code: 1, output: `${String(error)}\n` });
    });
  });

/** Maximum number of failures that the end of the output repeats. */
const shownFailures = 20;

const memoryFolder = '/dev/shm';
const leastMemory = 2 * 1024 ** 3;

/**
 * Returns the folder for the stores of the tests: in memory if there is enough space, because on a disk every commit
 * waits.
 */
const findTestFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= leastMemory ? memoryFolder : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
};

const runStage = async (stage: Stage, file: string, output: 'shown' | 'held'): Promise<StageResult> => {
  const command = stage.isJest ? [...stage.command, '--json', `--outputFile=${file}`] : stage.command;
  if (output === 'shown') process.stdout.write(`\n== ${stage.name}\n`);
  const env = stage.isInMemory === true ? { TMPDIR: findTestFolder(), ...stage.env } : stage.env;
  const ended = await run({ ...stage, command }, env ?? {}, output);
  if (output === 'held') process.stdout.write(`\n== ${stage.name}\n${ended.output}`);
  if (stage.isJest) return readJestResult(file, ended.code);
  if (ended.code === 0) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [failureText(stage.name, ended.output.trimEnd().split('\n').slice(-20))] };
};

/**
 * Runs the lanes in `atOnce` places side by side. Returns the idle seconds, summed over the places: the time from the
 * end of a place's last lane to the end of all lanes.
 */
const runLanes = async (
  { atOnce, lanes }: LaneStep,
  runOne: (stage: Stage, output: 'held') => Promise<void>,
): Promise<number> => {
  const waiting = [...lanes];
  const takeLanes = async (): Promise<number> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift())
      for (const stage of lane) await runOne(stage, 'held');
    return performance.now();
  };
  const ends = await Promise.all(Array.from({ length: atOnce }, takeLanes));
  const last = Math.max(...ends);
  return ends.reduce((sum, end) => sum + last - end, 0) / 1000;
};

/** Returns the seconds since the start of the machine for which its cores had no work. */
const readIdleSeconds = (): number => os.cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;

/**
 * Runs the steps one after another and continues after a failure. A stage of a lane prints its output when it ends. The
 * checklist reads the results from the folder of TEST_RESULTS.
 */
export const runStages = async (steps: readonly (Stage | LaneStep)[]): Promise<void> => {
  const kept = process.env['TEST_RESULTS'];
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const folder = mkdtempSync(path.join(kept ?? os.tmpdir(), 'rollcall-test-'));
  const lines: string[] = [];
  const failures: string[] = [];
  const total = { passed: 0, failed: 0 };
  let begunStages = 0;
  let laneIdle = 0;
  const [begunAt, idleBefore] = [performance.now(), readIdleSeconds()];
  const runOne = async (stage: Stage, output: 'shown' | 'held'): Promise<void> => {
    await stage.after;
    const file = path.join(folder, `${begunStages}.json`);
    begunStages += 1;
    const begun = performance.now();
    const count = await runStage(stage, file, output);
    total.passed += count.passed;
    total.failed += count.failed;
    failures.push(...count.failures);
    const seconds = Math.round((performance.now() - begun) / 1000);
    lines.push(`${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  };
  for (const step of steps) {
    if ('name' in step) await runOne(step, 'shown');
    else laneIdle += await runLanes(step, runOne);
  }
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  const coreSeconds = ((performance.now() - begunAt) / 1000) * os.cpus().length;
  const coreIdle = readIdleSeconds() - idleBefore;
  lines.push(`Idle: a lane ${Math.round(laneIdle)} s; cores ${Math.round(coreIdle)} of ${Math.round(coreSeconds)} s`);
  // The failures are repeated at the end, because readers of a long output often see only its end.
  if (failures.length > 0) process.stdout.write(`\nFailures:\n${failures.slice(0, shownFailures).join('\n')}\n`);
  process.stdout.write(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
};
