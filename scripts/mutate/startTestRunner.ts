import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { TestOrder, TestOutcome } from './testProcessMessages.ts';

export type Answer = TestOutcome | 'TIMEOUT' | 'CRASH';

export interface TestRunner {
  readonly run: (order: TestOrder, limitMs: number) => Promise<Answer>;
  readonly stop: () => void;
}

const programFile = new URL('testProcess.ts', import.meta.url);

/**
 * Maximum number of requests to one process. The process keeps every evaluated script in memory, so a new process
 * replaces it afterwards.
 */
const ordersOfOneProcess = 150;

const answerOf = (child: ChildProcess, order: TestOrder, limitMs: number): Promise<Answer> =>
  new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      end('TIMEOUT');
    }, limitMs);
    child.once('message', (outcome) => {
      end(outcome as TestOutcome);
    });
    child.once('exit', () => {
      end('CRASH');
    });
    child.send(order);
  });

export const startTestRunner = (): TestRunner => {
  let child: ChildProcess | undefined;
  let orders = 0;
  const stop = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    stop,
    run: async (order, limitMs) => {
      orders += 1;
      if (orders % ordersOfOneProcess === 0) stop();
      child ??= fork(programFile, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      const answer = await answerOf(child, order, limitMs);
      if (answer === 'TIMEOUT' || answer === 'CRASH') stop();
      return answer;
    },
  };
};
