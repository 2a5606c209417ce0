// React shows a lazy part no earlier than 300 ms after the last loading state, so each test that is the first to use
// such a part would wait. With this file, React shows the part as soon as it has loaded. Load this file before React,
// which keeps the `setTimeout` that it finds.

const schedule = window.setTimeout.bind(window);
let shortened = 0;

/** Returns how many of these waits were skipped so far. */
export const shortenedWaits = (): number => shortened;

const withoutWait: typeof window.setTimeout = (handler, ms, ...inputs: unknown[]) => {
  const isWait = typeof handler === 'function' && handler.name === 'bound completeRootWhenReady';
  if (isWait) shortened += 1;
  return schedule(handler, isWait ? 0 : ms, ...inputs);
};
window.setTimeout = withoutWait;
