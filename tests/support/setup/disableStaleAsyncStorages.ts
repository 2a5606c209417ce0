import { AsyncLocalStorage } from 'node:async_hooks';

// Jest creates asynchronous storages for each test file and leaves them enabled. On Node 20 each promise pays for every
// enabled storage, so that a process becomes slower with each file. This file disables the storages of the previous
// files.

type Run = (this: AsyncLocalStorage<unknown>, ...inputs: unknown[]) => unknown;

const used = Symbol.for('rollcall.usedStorages');
const prototype = AsyncLocalStorage.prototype as unknown as { run: Run; [used]?: Set<AsyncLocalStorage<unknown>> };

const recordStorages = (): Set<AsyncLocalStorage<unknown>> => {
  const storages = new Set<AsyncLocalStorage<unknown>>();
  const run = prototype.run;
  prototype.run = function runRecorded(...inputs) {
    storages.add(this);
    return run.apply(this, inputs);
  };
  return storages;
};

const storages = (prototype[used] ??= recordStorages());
for (const storage of storages) storage.disable();
storages.clear();
