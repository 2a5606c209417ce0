// React shows a lazy part at the earliest 300 ms after the last loading state, so each test that is the first to use
// such a part would wait. This file lets React show the part as soon as it has loaded. It must be loaded before React,
// which keeps the function that it finds.

const schedule = window.setTimeout.bind(window);
let shortened = 0;

/** Returns how often a loaded part appeared without the wait. */
export const shortenedWaits = (): number => shortened;

const withoutWait: typeof window.setTimeout = (handler, ms, ...inputs: unknown[]) => {
  const isWait = typeof handler === 'function' && handler.name === 'bound completeRootWhenReady';
  if (isWait) shortened += 1;
  return schedule(handler, isWait ? 0 : ms, ...inputs);
};
window.setTimeout = withoutWait;
