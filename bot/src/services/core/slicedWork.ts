/** Milliseconds of work between two pauses, far below the 50 ms for which one request may block the event loop. */
const sliceMs = 5;

const waiting: (() => void)[] = [];
let isTurnOrdered = false;

const orderTurn = (): void => {
  if (isTurnOrdered) return;
  isTurnOrdered = true;
  setImmediate(() => {
    isTurnOrdered = false;
    waiting.shift()?.();
    if (waiting.length > 0) orderTurn();
  });
};

/**
 * Resolves in a later turn of the event loop. All long work shares one queue, and each turn runs one slice. So many
 * long requests together block the event loop no longer at a time than a single long request.
 */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    orderTurn();
  });

/**
 * Await this between small steps of long work. It resolves at once, or in a later turn of the event loop if the current
 * slice is used up.
 */
export type Pause = () => Promise<void>;

/** Begins long work in a later turn of the event loop, and returns the function to await between its steps. */
export const startSlices = async (): Promise<Pause> => {
  await nextTurn();
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await nextTurn();
    since = performance.now();
  };
};

export const runSliced = async <T>(steps: Generator<unknown, T>, pause: Pause): Promise<T> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
};
