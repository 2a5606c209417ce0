/** Long work in small steps, so that a caller may pause between two of them. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. */
export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
