import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '../files/freePortsAndBundledPrograms.ts';
import type { HttpAppOptions } from './echoHttpApp.ts';

export interface Figures {
  readonly heapUsed: number;
  readonly rss: number;
  readonly connections: number;
  readonly files: number;
  readonly lagMs: number;
}

export interface HttpProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Returns the standard error output so far; empty if there was no error. */
  readonly complaints: () => string;
  readonly measure: () => Promise<Figures>;
  /** Waits until all connections have closed, and returns the figures. */
  readonly settled: () => Promise<Figures>;
  readonly stop: () => Promise<void>;
}

/** Resolves with the child's next message. Rejects if the child ends. */
const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void => {
      child.off('message', heard);
      reject(new Error(`The server process ended: ${String(code ?? signal)}`));
    };
    const heard = (message: unknown): void => {
      child.off('exit', ended);
      resolve(message as T);
    };
    child.once('exit', ended);
    child.once('message', heard);
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
  });

/** Starts the server of echoHttpApp.ts in its own process. Options must be JSON. */
export const startHttpProcess = async (options: Partial<HttpAppOptions> = {}): Promise<HttpProcess> => {
  const child = fork(programFile('tests/support/http/echoHttpAppProcess.ts'), [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr?.on('data', (data) => {
    complaints += String(data);
  });
  const { port } = await nextMessage<{ readonly port: number }>(child);
  const ask = <T>(question: 'measure' | 'connections'): Promise<T> => {
    // `send` fails if the child has ended. `nextMessage` then rejects, so this error is ignored.
    child.send(question, () => undefined);
    return nextMessage<T>(child);
  };
  const measure = (): Promise<Figures> => ask('measure');
  return {
    port,
    child,
    measure,
    complaints: () => complaints,
    settled: async () => {
      // Connections in the backlog are accepted one by one, so the count must be zero several times in succession.
      for (let zeros = 0, rounds = 0; zeros < 20 && rounds < 20_000; rounds += 1) {
        zeros = (await ask<number>('connections')) === 0 ? zeros + 1 : 0;
      }
      return measure();
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
