import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';

// A clock that moves only while all work waits. The results therefore depend on the rates and round trips of the
// messages, and not on the load of the machine.

export interface EngineClock {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  /** Wraps the store, so that its calls take no virtual time: the clock stops while a call runs. */
  watch(store: TableStore): TableStore;
  run(isOver: () => boolean, until: number): Promise<void>;
}

type Operation = Exclude<keyof TableStore, 'close'>;
const operations: readonly Operation[] = [
  ...(['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'inOrder', 'scan'] as const),
];
/** After this many turns of the event loop without a store call, all work counts as waiting. */
const quietTurns = 4;

export const createEngineClock = (start: number): EngineClock => {
  let now = start;
  let calls = 0;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  const wakeNext = (): void => {
    now = Math.max(now, Math.min(...sleepers.map((sleeper) => sleeper.at)));
    for (const sleeper of sleepers.filter(({ at }) => at <= now)) {
      sleepers.splice(sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
  };
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns;) {
      await turn();
      quiet = calls === 0 ? quiet + 1 : 0;
    }
  };
  const counted =
    (store: TableStore, name: Operation) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      calls += 1;
      try {
        return await (store[name] as (...items: unknown[]) => Promise<unknown>)(...parameters);
      } finally {
        calls -= 1;
      }
    };
  return {
    clock: { now: () => now },
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    watch: (store) => ({
      ...store,
      ...Object.fromEntries(operations.map((name) => [name, counted(store, name)])),
    }),
    run: async (isOver, until) => {
      while (!isOver() && now < until) {
        await settle();
        wakeNext();
      }
    },
  };
};
