// Writes the fixture of the current format: up to three rows of each kind as JSON lines. After a change of the format,
// run this program by hand on a store with varied data: node --import tsx tests/store/writeStoreFormatFixture.ts FILE
import { tables } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { kindOf } from '../../bot/src/store/admin/kindOfRow.ts';

const most = 3;

const main = async (): Promise<void> => {
  const store = openSqliteStore({ file: process.argv[2] ?? '' });
  const taken = new Map<string, number>();
  for (const table of tables) {
    let continuation: string | undefined;
    do {
      const page = await store.admin.scanAll(table, continuation === undefined ? {} : { continuation });
      for (const { pk, rk, values } of page.rows) {
        const name = kindOf(table, { pk, rk })?.name ?? 'unknown';
        const count = (taken.get(name) ?? 0) + 1;
        taken.set(name, count);
        if (count <= most) process.stdout.write(`${JSON.stringify({ table, kind: name, pk, rk, values })}\n`);
      }
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
  await store.close();
};

void main();
