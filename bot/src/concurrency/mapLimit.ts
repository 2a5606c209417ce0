/**
 * Runs the task for each item, at most `limit` tasks at the same time, and returns the results in the order of the
 * items. After a failure no further task begins, and the promise rejects with the first failure.
 */
export const mapLimit = async <T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  results.length = items.length;
  const rest = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of rest) {
      try {
        results[index] = await task(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      if (hasFailed) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
};
