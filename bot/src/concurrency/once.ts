/**
 * Returns a function that computes its result at the first call and returns it at each later call. A promise is kept
 * even if it rejects; if `compute` throws, the next call computes again.
 */
export const once = <T>(compute: () => T): (() => T) => {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
};
