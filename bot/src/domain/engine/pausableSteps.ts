/** Long work in small steps. A caller may pause between two steps, so that other requests are served. */
export type Steps<T> = Generator<void, T>;

export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
