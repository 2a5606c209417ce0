/** Long work in small steps. The caller may pause between two steps, so that the event loop serves other requests. */
export type Steps<T> = Generator<void, T>;

export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Number of items that are sorted or merged in one step. */
const inStep = 256;

const mergeSteps = function* <T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [inA, inB] = [0, 0];
  for (;;) {
    const [own, other] = [a[inA], b[inB]];
    if (own === undefined || other === undefined) return merged.concat(a.slice(inA), b.slice(inB));
    if (compare(own, other) <= 0) {
      merged.push(own);
      inA += 1;
    } else {
      merged.push(other);
      inB += 1;
    }
    if (merged.length % inStep === 0) yield;
  }
};

/** Returns a sorted copy of the items, in small steps. As with `Array.sort`, equal items keep their order. */
export const sortSteps = function* <T extends object>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<T[]> {
  let parts: T[][] = [];
  for (let from = 0; from < items.length; from += inStep) {
    parts.push(items.slice(from, from + inStep).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const next: T[][] = [];
    for (let index = 0; index < parts.length; index += 2)
      next.push(yield* mergeSteps(parts[index] ?? [], parts[index + 1] ?? [], compare));
    parts = next;
  }
  return parts[0] ?? [];
};
