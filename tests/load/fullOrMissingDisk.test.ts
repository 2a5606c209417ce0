import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { freePort, programFile } from '../support/files/freePortsAndBundledPrograms.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { faultsInFile } from './engine/startEnginesAndReadArrivals.ts';

// Tests a real server whose disk is full or whose files disappear: it must report the fault, must not be ready, and
// must keep every acknowledged write.

const inTemp = useTempDir();

interface Server {
  readonly child: ChildProcess;
  readonly address: string;
  status(path: string): Promise<number>;
  signIn(): Promise<number>;
}

const running: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});

/** Starts a server. `fileKilobytes` limits the size of its files, which has the effect of a full disk. */
const startServer = async (dataDir: string, fileKilobytes: number | null): Promise<Server> => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const limit = fileKilobytes === null ? 'unlimited' : String(fileKilobytes);
  const command = `ulimit -f ${limit} && exec "$0" "$1"`;
  const env = { ...process.env, DEMO: 'true', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const child = spawn('bash', ['-c', command, process.execPath, programFile('scripts/run/serve.ts')], {
    stdio: 'ignore',
    env,
  });
  running.push(child);
  const status = (path: string): Promise<number> =>
    fetch(`${address}${path}`).then(
      (reply) => reply.status,
      () => 0,
    );
  for (let tries = 0; (await status('/readyz')) !== 200; tries += 1) {
    if (child.exitCode !== null || tries > 2_400) throw new Error('The server did not start.');
    await wait(200);
  }
  return {
    child,
    address,
    status,
    signIn: async () => {
      const reply = await fetch(`${address}/api/account/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@rollcall.test', password: 'Rollcall-demo-1' }),
      });
      return reply.status;
    },
  };
};

const becomes = async (server: Server, path: string, wanted: number, seconds: number): Promise<number> => {
  let status = await server.status(path);
  for (let tries = 0; status !== wanted && tries < seconds * 5; tries += 1) {
    await wait(200);
    status = await server.status(path);
  }
  return status;
};

const sessionsIn = (file: string): number => {
  const db = new Database(file);
  const [count] = db.prepare("SELECT count(*) FROM Accounts WHERE rk LIKE 'fam|%'").raw(true).get() as [number];
  db.close();
  return count;
};

it('replies 503 and is not ready while the disk is full, and continues when space is free again', async () => {
  const dataDir = inTemp('full');
  const file = storeFile(dataDir);
  // The first server creates the demo data without a limit of the file size.
  const first = await startServer(dataDir, null);
  expect(await first.signIn()).toBe(200);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const server = await startServer(dataDir, 6_144);
  expect(await server.signIn()).toBe(200);
  const before = sessionsIn(file);

  // An open reader keeps SQLite from restarting its write-ahead log, so the log only grows.
  const reader = new Database(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM Sys').raw(true).get();
  const writer = openSqliteStore({ file });
  const text = 'x'.repeat(30_000);
  for (let row = 0; row < 300; row += 1)
    await writer.insert('Sys', {
      pk: 'probe',
      rk: `01M7W9GCBFJGH6WYKPTKM3${String(row).padStart(4, '0')}`,
      values: { v: 1, text },
    });
  const notReady = await becomes(server, '/readyz', 503, 20);
  const alive = await server.status('/livez');
  const refused = await server.signIn();
  reader.exec('COMMIT');
  reader.close();
  for (let row = 0; row < 300; row += 1) {
    const key = { pk: 'probe', rk: `01M7W9GCBFJGH6WYKPTKM3${String(row).padStart(4, '0')}` };
    const existing = await writer.get('Sys', key);
    if (existing !== undefined) await writer.delete('Sys', key, existing.etag);
  }
  // Closing the store moves the write-ahead log into the database file and empties the log.
  await writer.close();
  const again = await becomes(server, '/readyz', 200, 30);
  const signedIn = await server.signIn();
  reportFigures(
    `disk full: readyz ${notReady}, livez ${alive}, sign-in ${refused}; with room again: readyz ${again}, sign-in ${signedIn}`,
  );
  expect([notReady, alive, refused]).toEqual([503, 200, 503]);
  expect([again, signedIn]).toEqual([200, 200]);
  expect(sessionsIn(file)).toBe(before + 1);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  expect(await faultsInFile(file)).toEqual([]);
});

/**
 * Limits the files of a running server to this size, so that a limit of 0 stops all writes as a failing disk does; null
 * = no limit.
 */
const letWrite = ({ child }: Server, bytes: 0 | null): void => {
  const soft = bytes === null ? 'unlimited' : String(bytes);
  execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${soft}:unlimited`]);
};

it('replies 503 and is not ready while its file is read-only, keeps every acknowledged sign-in, and recovers', async () => {
  const dataDir = inTemp('readonly');
  const file = storeFile(dataDir);
  const server = await startServer(dataDir, null);
  let acknowledged = 0;
  const signIn = async (): Promise<number> => {
    const status = await server.signIn();
    if (status === 200) acknowledged += 1;
    return status;
  };
  for (let time = 0; time < 3; time += 1) expect(await signIn()).toBe(200);
  const before = sessionsIn(file) - acknowledged;
  letWrite(server, 0);
  const notReady = await becomes(server, '/readyz', 503, 20);
  const alive = await server.status('/livez');
  const refused = [await signIn(), await signIn()];
  letWrite(server, null);
  const again = await becomes(server, '/readyz', 200, 30);
  const signedIn = await signIn();
  reportFigures(
    `read-only: readyz ${notReady}, livez ${alive}, sign-ins ${refused.join(' and ')}; writable again: readyz ${again}, ` +
      `sign-in ${signedIn}; ${sessionsIn(file) - before} of ${acknowledged} acknowledged are there`,
  );
  expect([notReady, alive, ...refused]).toEqual([503, 200, 503, 503]);
  expect([again, signedIn]).toEqual([200, 200]);
  expect(sessionsIn(file) - before).toBe(acknowledged);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  expect(sessionsIn(file) - before).toBe(acknowledged);
  expect(await faultsInFile(file)).toEqual([]);
});

it('is not ready after its files were deleted, and the next server has every acknowledged write', async () => {
  const dataDir = inTemp('removed');
  const file = storeFile(dataDir);
  const server = await startServer(dataDir, null);
  expect(await server.signIn()).toBe(200);
  rmSync(`${file}-wal`);
  const notReady = await becomes(server, '/readyz', 503, 20);
  const refused = await server.signIn();
  reportFigures(`log removed: readyz ${notReady}, sign-in ${refused}`);
  expect([notReady, refused]).toEqual([503, 503]);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  expect(sessionsIn(file)).toBeGreaterThanOrEqual(1);
  expect(await faultsInFile(file)).toEqual([]);
  const next = await startServer(dataDir, null);
  expect(await next.signIn()).toBe(200);
});
