import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Starts programs together in a process of their own. Each is a script of Node. Returns the exit code of that process. */
const exitCodeOf = async (...scripts: readonly string[]): Promise<number> => {
  const programs = scripts.map((script) => ({ name: 'A program', command: [process.execPath, '-e', script] }));
  const main = `import('./scripts/lib/startProgramsAndAwaitServer.ts').then((m) => m.startProgramsTogether(${JSON.stringify(programs)}))`;
  try {
    await run(process.execPath, ['--import', 'tsx', '-e', main]);
    return 0;
  } catch (error) {
    return (error as { readonly code: number }).code;
  }
};
const untilKilled = 'setInterval(() => undefined, 1000)';

it('programs that are started together end with the exit code of the one that failed', async () => {
  expect(await exitCodeOf('process.exitCode = 2', untilKilled)).toBe(2);
  expect(await exitCodeOf(untilKilled, "process.kill(process.pid, 'SIGKILL')")).toBe(1);
  expect(await exitCodeOf('process.exitCode = 0', untilKilled)).toBe(0);
});
