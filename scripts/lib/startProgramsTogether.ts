import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * If true, the output of the program is hidden. It is printed only if the program ends by itself, because it then
   * shows the cause.
   */
  readonly isQuiet?: boolean;
}

/** Starts programs together. If one ends, or a signal arrives, all of them end. */
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
  for (const [at, child] of children.entries()) {
    child.on('exit', (code, signal) => {
      const name = programs[at]?.name ?? 'A program';
      if (code !== 0 && !isEnding) process.stderr.write(`${name} ended (${signal ?? `code ${code ?? 0}`}).\n`);
      process.exitCode = code ?? (isEnding ? 0 : 1);
      endAll();
    });
  }
  process.on('SIGINT', endAll);
  process.on('SIGTERM', endAll);
  return { children };
};

/** Polls the address until it answers 200 or the time is over. Returns false at once if `isAlive` returns false. */
export const answers = async (address: string, seconds: number, isAlive: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < seconds * 5 && isAlive(); tries += 1) {
    try {
      const reply = await fetch(address);
      if (reply.ok) return true;
    } catch {
      // The server does not listen yet, so the next try follows.
    }
    await wait(200);
  }
  return false;
};
