import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * If true, the standard output of the program is discarded. Its error output is always shown, because it names the
   * cause if the program ends by itself.
   */
  readonly isQuiet?: boolean;
}

/** Starts programs together. If one program ends, or SIGINT or SIGTERM arrives, all of them end. */
export const startProgramsTogether = (programs: readonly Program[]): { readonly children: readonly ChildProcess[] } => {
  const children = programs.map(({ command, env = {}, isQuiet = false }) => {
    const [program = process.execPath, ...parts] = command;
    return spawn(program, parts, {
      stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
  });
  let isEnding = false;
  const endAll = (): void => {
    isEnding = true;
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  };
  for (const [index, child] of children.entries()) {
    child.on('exit', (code, signal) => {
      const name = programs[index]?.name ?? 'A program';
      if (code !== 0 && !isEnding) process.stderr.write(`${name} ended (${signal ?? `code ${code ?? 0}`}).\n`);
      // The exit code is that of the program that ended first; the others end because of it.
      if (!isEnding) process.exitCode = code ?? 1;
      endAll();
    });
  }
  process.on('SIGINT', endAll);
  process.on('SIGTERM', endAll);
  return { children };
};

/**
 * Polls the address. Returns true as soon as the reply is a success; false when the time is over, or if `isAlive`
 * returns false.
 */
export const answers = async (address: string, seconds: number, isAlive: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < seconds * 5 && isAlive(); tries += 1) {
    try {
      const reply = await fetch(address);
      if (reply.ok) return true;
    } catch {
      // The server does not listen yet, so the loop tries again after 200 ms.
    }
    await wait(200);
  }
  return false;
};
