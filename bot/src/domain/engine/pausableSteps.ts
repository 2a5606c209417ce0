/** Long work in small steps. A caller may pause between two steps. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps without a pause and returns the result. */
export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
