import { AppError } from '#contracts/core/errors.ts';
import { createKeyedSemaphore } from '../../concurrency/semaphore.ts';

// Long work shares the event loop slice by slice, so a hundred long requests of one person would leave all other people a
// hundredth of it. Each person has a few places, and their other requests wait.

/** As many as a browser sends at once over HTTP/1.1, so an honest page does not notice. */
const maxRunning = 6;
const maxWaiting = 200;

export interface PersonalQueue {
  /**
   * Runs work when the person has a free place, in the order of arrival. TOO_MANY_REQUESTS when too many requests wait already.
   * After a wait, earlier checks of the person may no longer hold.
   */
  readonly run: <T>(person: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;
}

export const createPersonalQueue = (): PersonalQueue => {
  const places = createKeyedSemaphore(maxRunning);
  return {
    run: async (person, work) => {
      if (places.waiting(person) >= maxWaiting) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
      const hasWaited = places.isBusy(person);
      return places.run(person, () => work(hasWaited));
    },
  };
};
