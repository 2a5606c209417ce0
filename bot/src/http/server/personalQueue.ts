import { AppError } from '#contracts/core/errors.ts';

// Long work shares the event loop slice by slice, so a hundred long requests of one person would leave all other people a
// hundredth of it. Each person has a few places, and their other requests wait.

/** As many as a browser sends at once over HTTP/1.1, so an honest page does not notice. */
const mostRunning = 6;
const mostWaiting = 200;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export interface PersonalQueue {
  /**
   * Runs work when the person has a free place, in the order of arrival. TOO_MANY_REQUESTS when too many requests wait already.
   * After a wait, earlier checks of the person may no longer hold.
   */
  readonly run: <T>(person: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;
}

export const createPersonalQueue = (): PersonalQueue => {
  const lines = new Map<string, Line>();
  /** Returns whether the request had to wait. */
  const enter = async (line: Line): Promise<boolean> => {
    if (line.running < mostRunning) {
      line.running += 1;
      return false;
    }
    if (line.waiting.length >= mostWaiting) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
    // A request that ends hands its place to the next one, so the count stays the same.
    await new Promise<void>((resolve) => line.waiting.push(resolve));
    return true;
  };
  const leave = (person: string, line: Line): void => {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(person);
  };
  return {
    run: async (person, work) => {
      const line = lines.get(person) ?? { running: 0, waiting: [] };
      lines.set(person, line);
      const hasWaited = await enter(line);
      try {
        return await work(hasWaited);
      } finally {
        leave(person, line);
      }
    },
  };
};
