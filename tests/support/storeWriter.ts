import path from 'node:path';
import type { WorkerEntry } from '../../bot/src/domain/workerEntry.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import type { SqliteOptions, SqliteStore } from '../../bot/src/store/sqlite/open.ts';

const fromSource = (program: string): WorkerEntry => ({
  file: path.resolve('scripts/sourceWorker.mjs'),
  program: path.resolve(program),
});

/** The thread that writes a store file, from the sources. */
export const storeWriterFromSource = fromSource('bot/src/workers/storeWriter.ts');

/** The same, that can be told to die. */
export const mortalWriter = fromSource('tests/store/mortalWriter.ts');

export interface Beside {
  readonly store: SqliteStore;
  /** How often the thread has begun, and why it ended. */
  readonly begun: () => number;
  readonly ends: readonly unknown[];
}

/** A store whose thread has begun, so that every write goes there. */
export const openBeside = (
  options: Omit<SqliteOptions, 'thread'>,
  entry: WorkerEntry = storeWriterFromSource,
): Promise<Beside> =>
  new Promise((resolve, reject) => {
    let begun = 0;
    const ends: unknown[] = [];
    const store = openSqliteStore({
      ...options,
      thread: {
        entry,
        worthFrom: 0,
        began: () => {
          begun += 1;
          resolve({ store, begun: () => begun, ends });
        },
        ended: (cause) => {
          ends.push(cause);
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        },
      },
    });
  });
