/**
 * Returns the result of `work`. If the work takes longer than `ms` milliseconds, returns the result of `onLate`
 * instead, which may throw. The work itself is not stopped.
 */
export const withDeadline = async <T>(work: Promise<T>, ms: number, onLate: () => T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onLate);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
