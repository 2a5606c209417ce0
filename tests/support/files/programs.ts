import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isStale } from '../../../scripts/lib/freshness.ts';

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
 * Returns a free port below the range that systems use for outgoing connections. A port of that range could be taken
 * again before a slow program listens on it.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  return (await listens(port)) ? port : freePort();
};

/**
 * At ten tries a second this takes four minutes: long enough for a busy machine, but shorter than the test's own limit,
 * so that the error names the cause.
 */
const maxTries = 2_400;

const current = new Set<string>();

/**
 * Bundles one of our programs into a file, unless the existing file is newer than its sources. The bundle starts in a
 * third of the processor time that the sources need.
 */
export const programFile = (entry: string): string => {
  const name = path.join('dist', 'programs', path.basename(entry, '.ts'));
  const file = `${name}.js`;
  if (!current.has(file) && isStale(file, ['bot/src', 'scripts', 'tests', 'package-lock.json'])) {
    // Suites that run in parallel can build the same program, so each writes a file of its own and renames it at the
    // end.
    const own = `${name}.${process.pid}.js`;
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/lib/bundle.ts', entry, own]);
    renameSync(own, file);
  }
  current.add(file);
  return file;
};

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Returns the whole output, for the message of a failing test. */
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
