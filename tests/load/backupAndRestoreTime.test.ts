import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import path from 'node:path';
import Database from 'libsql';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { rowsOf } from '../support/data/readStoreRows.ts';
import { useTempDir } from '../support/files/tempDir.ts';

// A separate process backs up and restores a large store while this process writes. A store of a quarter of a gigabyte
// must take a quarter of the limits for 1 GB: 60 s for a backup, 2 min for a restore.

const inTemp = useTempDir();
const wantedBytes = 250_000_000;
const [backupSeconds, restoreSeconds] = [15, 30];

const fill = (file: string): void => {
  const db = new Database(file);
  const row = "json_object('v', 1, 'at', i, 'text', hex(zeroblob(400)))";
  db.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.round(wantedBytes / 900)})
     INSERT INTO Team (pk, rk, etag, v) SELECT 'org|team' || (i % 400), printf('S|%09d|m', i), 'e' || i, ${row} FROM n`,
  );
  db.close();
};

const run = async (
  dataDir: string,
  words: readonly string[],
): Promise<{ code: number; output: string; seconds: number }> => {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/operate/admin.ts', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, STORE: 'sqlite', DATA_DIR: dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: text, seconds: (performance.now() - begun) / 1000 };
};

it('finishes a backup during writes, and its restore, in time', async () => {
  const [source, target] = [inTemp('source'), inTemp('target')];
  mkdirSync(source);
  const file = path.join(source, 'rollcall.db');
  const store = openSqliteStore({ file });
  fill(file);
  expect(statSync(file).size).toBeGreaterThan(wantedBytes * 0.8);

  const backup = inTemp('backup');
  const end = new AbortController();
  let slowest = 0;
  const acknowledged: string[] = [];
  const writing = (async (): Promise<void> => {
    for (let index = 0; !end.signal.aborted; index += 1) {
      const begun = performance.now();
      const rk = `r|${String(index).padStart(7, '0')}`;
      await store.insert('Usage', { pk: 'org|202611', rk, values: { v: 1 } });
      slowest = Math.max(slowest, performance.now() - begun);
      acknowledged.push(rk);
      await turn();
    }
  })();
  const backedUp = await run(source, ['backup', backup]);
  end.abort();
  await writing;
  expect(backedUp).toMatchObject({ code: 0, output: expect.stringContaining('read back and complete') as string });
  // The backup must not make a write of the server wait: all writes take less than two seconds.
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(slowest).toBeLessThan(2_000);

  // A restore under a running server must be rejected.
  expect(await run(source, ['restore', backup, '--replace'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is in use. Stop the server first') as string,
  });
  await store.close();

  const restored = await run(target, ['restore', backup]);
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('Messages that were due before now are not sent') as string,
  });
  const again = openSqliteStore({ file: path.join(target, 'rollcall.db') });
  // The backup must contain every write up to one moment and none after it.
  const existing = (await rowsOf(again.admin, 'Usage')).map((row) => row.rk);
  expect(acknowledged.slice(0, existing.length)).toEqual(existing);
  expect(again.integrityCheck()).toBe('ok');
  await again.close();
  expect(existsSync(path.join(target, 'rollcall.db.restoring'))).toBe(false);
  expect({ backup: backedUp.seconds < backupSeconds, restore: restored.seconds < restoreSeconds }).toEqual({
    backup: true,
    restore: true,
  });
});
