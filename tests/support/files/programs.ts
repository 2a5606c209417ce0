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
 * A port nobody listens on right now. Below those that systems give to outgoing connections: of these one may be taken again
 * before a program that starts slowly listens on it.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  return (await listens(port)) ? port : freePort();
};

/** Ten a second, so that a test says what hung before its own limit ends it; a machine that is busy takes half a minute. */
const maxTries = 2_400;

const current = new Set<string>();

/**
 * One of our programs as one file, made when a source is newer: it starts in a third of the processor time that its sources take.
 */
export const programFile = (entry: string): string => {
  const name = path.join('dist', 'programs', path.basename(entry, '.ts'));
  const file = `${name}.js`;
  if (!current.has(file) && isStale(file, ['bot/src', 'scripts', 'tests', 'package-lock.json'])) {
    // Suites beside each other may make the same one: each makes its own, and the last to be whole stays.
    const own = `${name}.${process.pid}.js`;
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/bundle.ts', entry, own]);
    renameSync(own, file);
  }
  current.add(file);
  return file;
};

export interface RunningProgram {
  readonly child: ChildProcess;
  /** All it wrote, for a failing test to show. */
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
  // Polling another process is the one wait there is no event for.
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
