import { createKeyedSemaphore } from './semaphore.ts';

/** Runs tasks with the same key one after another, in order of arrival; tasks with different keys run in parallel. */
export interface KeyedMutex {
  readonly runExclusive: <T>(key: string, task: () => Promise<T>) => Promise<T>;
}

export const createKeyedMutex = (): KeyedMutex => {
  const { run } = createKeyedSemaphore(1);
  return { runExclusive: (key, task) => run(key, task) };
};
