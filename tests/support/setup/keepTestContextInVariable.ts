import { AsyncLocalStorage } from 'node:async_hooks';

// Jest runs each test and hook in an asynchronous storage that contains its context. On Node 20, every promise pays for
// an enabled storage. The tests of a file run one after another, so a variable contains the context of the running one.

type Run = (this: AsyncLocalStorage<unknown>, context: unknown, callback: () => unknown) => unknown;

const original = Symbol.for('rollcall.runOfStorages');
const prototype = AsyncLocalStorage.prototype as unknown as { run: Run; [original]?: Run };
prototype[original] ??= prototype.run;
const run = prototype[original];

const isTestContext = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && ('test' in context || 'hook' in context);

/** Makes a storage of Jest return its context from a variable. */
const keepInVariable = (storage: AsyncLocalStorage<unknown>): void => {
  let current: unknown;
  storage.getStore = () => current;
  (storage as unknown as { run: Run }).run = async (context, callback) => {
    const outer = current;
    current = context;
    try {
      return await callback();
    } finally {
      current = outer;
    }
  };
};

prototype.run = function runWithoutHooks(context, callback, ...inputs: unknown[]) {
  if (!isTestContext(context)) return (run as (...all: unknown[]) => unknown).call(this, context, callback, ...inputs);
  keepInVariable(this);
  return this.run(context, callback);
};
