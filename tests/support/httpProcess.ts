import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HttpAppOptions } from './httpApp.ts';

export interface Figures {
  readonly heapUsed: number;
  readonly rss: number;
  readonly connections: number;
  /** Open file descriptors. */
  readonly files: number;
  readonly lagMs: number;
}

export interface HttpProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** What it wrote to standard error so far: empty unless something went wrong. */
  readonly complaints: () => string;
  readonly measure: () => Promise<Figures>;
  readonly stop: () => Promise<void>;
}

const told = async <T>(child: ChildProcess): Promise<T> => {
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The server process ended: ${String(code ?? signal)}`);
  });
  // Whoever loses the race must not count as unhandled.
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  return message;
};

/** Starts the server of httpApp.ts in its own process; only options that survive JSON. */
export const startHttpProcess = async (options: Partial<HttpAppOptions> = {}): Promise<HttpProcess> => {
  const child = fork(join(__dirname, 'httpChild.ts'), [JSON.stringify(options)], {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr?.on('data', (data) => {
    complaints += String(data);
  });
  const { port } = await told<{ readonly port: number }>(child);
  return {
    port,
    child,
    complaints: () => complaints,
    measure: () => {
      child.send('measure');
      return told<Figures>(child);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
