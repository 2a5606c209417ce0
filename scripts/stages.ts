import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A jest stage counts its own tests; another counts as one. */
  readonly isJest: boolean;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const run = (command: readonly string[], env: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve) => {
    const [program = 'node', ...parts] = command;
    const child = spawn(program, parts, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
    child.on('error', () => {
      resolve(1);
    });
  });

const jestCount = (file: string, code: number): Count => {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numRuntimeErrorTestSuites: number;
      numPendingTests: number;
    };
    // A suite that did not start and a test that was skipped are failures: nothing may go missing in silence.
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + result.numPendingTests;
    return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const runStage = async (stage: Stage, folder: string, at: number): Promise<Count> => {
  const file = path.join(folder, `${at}.json`);
  const command = stage.isJest ? [...stage.command, '--json', `--outputFile=${file}`] : stage.command;
  const code = await run(command, stage.env ?? {});
  return stage.isJest ? jestCount(file, code) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

/**
 * Runs the stages one after the other, all of them whatever fails, and prints the count last. Their results stay in a folder
 * that TEST_RESULTS names, for the checklist.
 */
export const runStages = async (stages: readonly Stage[]): Promise<void> => {
  const kept = process.env['TEST_RESULTS'];
  const folder = mkdtempSync(path.join(kept ?? os.tmpdir(), 'rollcall-test-'));
  const lines: string[] = [];
  const total = { passed: 0, failed: 0 };
  for (const [at, stage] of stages.entries()) {
    process.stdout.write(`\n== ${stage.name}\n`);
    const begun = performance.now();
    const count = await runStage(stage, folder, at);
    total.passed += count.passed;
    total.failed += count.failed;
    const seconds = Math.round((performance.now() - begun) / 1000);
    lines.push(`${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  }
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
};

export const jest = (project: string, ...more: readonly string[]): readonly string[] => [
  process.execPath,
  'node_modules/jest/bin/jest.js',
  `--selectProjects=${project}`,
  ...more,
];
