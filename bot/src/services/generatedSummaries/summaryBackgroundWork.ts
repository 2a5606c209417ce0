import { createRunningWork } from '../../concurrency/trackRunningWork.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { Log } from '../core/deps.ts';

/**
 * Number of summaries that one instance writes at the same time. Each of them mostly waits for the text model and needs
 * little processor time.
 */
const mostAtOnce = 4;
const mostWaiting = 100;

/** Work that continues after the reply to the request that started it. */
export interface SummaryWork {
  /** Starts the task, or queues it if four tasks are running. Returns false if too many tasks (100) already wait. */
  start(task: () => Promise<void>): boolean;
  /** Resolves when no task is running or waiting any more. */
  settled(): Promise<void>;
}

export const createSummaryWork = (log: Log): SummaryWork => {
  const places = createSemaphore(mostAtOnce);
  const running = createRunningWork();
  return {
    start: (task) => {
      if (places.waiting() >= mostWaiting) return false;
      const work = places.run(task).catch((error: unknown) => {
        log.error('generatedSummary.failed', error);
      });
      void running.track(work);
      return true;
    },
    settled: async () => {
      while (running.list().length > 0) await running.done();
    },
  };
};
