// Runs as its own process and writes numbered rows until it is killed, fails or is done. It prints `ack <key>` only
// after the store has acknowledged a row; pipes are written synchronously, so no line is lost.
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';

const [file = '', name = '', count = ''] = process.argv.slice(2);
const most = count === '' ? Number.POSITIVE_INFINITY : Number(count);
const store = openSqliteStore({ file });
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Every fifth number is also inserted under a row key that all writers of the file share; only one writer may succeed
 * for each key.
 */
const sharedEvery = 5;
let next = 0;

const writeOne = async (number: number): Promise<void> => {
  const rk = `${name}|${String(number).padStart(8, '0')}`;
  await store.insert('Team', { pk: 'own', rk, values: { number, text: 'x'.repeat(400) } });
  print(`ack ${rk}`);
  if (number % sharedEvery !== 0) return;
  try {
    await store.insert('Team', { pk: 'shared', rk: String(number), values: { name } });
    print(`won ${number}`);
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== 'CONFLICT') throw error;
    print(`lost ${number}`);
  }
};

const lane = async (): Promise<void> => {
  while (next < most) {
    const number = next;
    next += 1;
    await writeOne(number);
  }
};

try {
  await Promise.all(Array.from({ length: 8 }, lane));
  await store.close();
  print('done');
} catch (error) {
  print(`failed ${error instanceof StoreError ? error.fault : String(error)}`);
}
