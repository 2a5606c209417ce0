/** Long work in small steps. The caller may pause between two steps, so that the event loop serves other requests. */
export type Steps<T> = Generator<void, T>;

export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
