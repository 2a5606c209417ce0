import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { createKeyedSemaphore } from '../../concurrency/semaphore.ts';

// Long requests share the event loop in slices. Without a limit, a hundred long requests of one person would slow down
// all other people. So only a few requests of one person run at once, and the others wait.

/**
 * Requests of one person that run at once. A browser sends at most this many over HTTP/1.1, so usual pages never wait.
 */
const maxRunning = 6;
const maxWaiting = 200;

export interface RequestLimitPerPerson {
  /**
   * Runs the work as soon as fewer than `maxRunning` requests of the person run, in the order of arrival. Throws
   * TOO_MANY_REQUESTS if `maxWaiting` requests wait already. `hasWaited`: the request had to wait, so earlier checks of
   * the person may be out of date.
   */
  readonly run: <T>(person: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;
}

export const createRequestLimitPerPerson = (): RequestLimitPerPerson => {
  const places = createKeyedSemaphore(maxRunning);
  return {
    run: async (person, work) => {
      if (places.waiting(person) >= maxWaiting) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
      const hasWaited = places.isBusy(person);
      return places.run(person, () => work(hasWaited));
    },
  };
};
