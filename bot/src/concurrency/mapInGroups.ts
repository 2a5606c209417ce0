/**
 * Runs the task for each item and returns the results in the order of the items. `size` tasks begin together, and the
 * next ones begin when all of them have ended. So a task that is repeated because a service is busy does not compete
 * with new tasks.
 */
export const mapInGroups = async <T, R>(
  items: readonly T[],
  size: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += size)
    results.push(...(await Promise.all(items.slice(first, first + size).map(task))));
  return results;
};
