import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isOutputStale, isServerStale, serverFile } from '../../../scripts/lib/isOutputStale.ts';

const listens = async (port: number): Promise<boolean> => {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Returns a free port below the range that systems use for outgoing connections. From that range, the port could be
 * taken again before a slow program listens on it.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  return (await listens(port)) ? port : freePort();
};

/**
 * At ten tries a second this is four minutes: long enough for a busy machine, but shorter than the test's own limit, so
 * that the error shows the cause.
 */
const maxTries = 2_400;

const current = new Set<string>();

const bundled = (entry: string, extension: 'js' | 'cjs'): string => {
  const name = path.join('dist', 'programs', path.basename(entry, '.ts'));
  const file = `${name}.${extension}`;
  if (!current.has(file) && isOutputStale(file, ['bot/src', 'scripts', 'tests', 'package-lock.json'])) {
    // Test suites in parallel can build the same program, so each writes to its own file and renames it at the end.
    const own = `${name}.${process.pid}.${extension}`;
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/lib/bundleNodePrograms.ts', entry, own]);
    for (const found of readdirSync(path.dirname(file)))
      if (found.startsWith(`${path.basename(file)}.`) && found.endsWith('.cache'))
        rmSync(path.join(path.dirname(file), found), { force: true });
    renameSync(own, file);
  }
  current.add(file);
  return file;
};

/**
 * Bundles one of our programs into a file, unless the file is newer than its sources. The bundle needs a third of the
 * processor time of the sources to start.
 */
export const programFile = (entry: string): string => bundled(entry, 'js');

/** Returns the file of the production server. `npm test` builds it before the tests. */
export const builtServer = (): string => {
  const script = "import('./scripts/package/build.ts').then((build) => build.buildServer())";
  if (isServerStale()) execFileSync(process.execPath, ['--import', 'tsx', '-e', script]);
  return serverFile;
};

/**
 * Returns the arguments of Node that run a program with its compiled code from an earlier start. The program must not
 * have a top-level `await`.
 */
export const cachedProgram = (entry: string): readonly string[] => [
  path.resolve('tests/support/files/runWithCodeCache.cjs'),
  path.resolve(bundled(entry, 'cjs')),
];

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Returns the whole output of the program, for the message of a failing test. */
  output(): string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a program and waits until its address answers. */
export const startProgram = async (
  command: readonly string[],
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly readyAt: string;
  },
): Promise<RunningProgram> => {
  const [program = process.execPath, ...parts] = command;
  const child = spawn(program, parts, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const written: string[] = [];
  child.stdout.on('data', (part: Buffer) => written.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => written.push(part.toString()));
  const output = (): string => written.join('');
  const answers = async (): Promise<boolean> =>
    fetch(options.readyAt).then(
      (reply) => reply.ok,
      () => false,
    );
  // No event reports that another process is ready, so this loop polls.
  for (let tries = 0; !(await answers()); tries += 1) {
    if (child.exitCode !== null || tries > maxTries) {
      child.kill('SIGKILL');
      throw new Error(`${command.join(' ')} did not start:\n${output()}`);
    }
    await wait(100);
  }
  return {
    child,
    output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
};
