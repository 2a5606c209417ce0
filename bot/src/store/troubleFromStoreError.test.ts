import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { StoreError } from './tableStorePort.ts';
import { asFault } from './sqlite/sqliteConnectionAndErrors.ts';
import { openSqliteStore } from './sqlite/openSqlite.ts';
import { openTablesStore } from './tables/openTables.ts';
import { storeTroubleOf } from './troubleFromStoreError.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-trouble-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const troubleIn = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return storeTroubleOf(error);
  }
  return 'none';
};

describe('of the embedded store', () => {
  const refusedBy = (work: (db: Database.Database) => void, options: Database.Options = {}) => {
    const file = path.join(folder, 'refusing.db');
    new Database(file).exec('CREATE TABLE IF NOT EXISTS t (v TEXT)');
    const db = new Database(file, options);
    return troubleIn(() => {
      try {
        work(db);
      } catch (error) {
        throw asFault(error);
      }
    });
  };

  it('a full disk', async () => {
    const fill = (db: Database.Database): void => {
      db.pragma('max_page_count = 4');
      db.prepare('INSERT INTO t VALUES (hex(zeroblob(100000)))').run();
    };
    expect(await refusedBy(fill)).toBe('disk-full');
  });

  it('a file that may not be written', async () => {
    const write = (db: Database.Database): void => {
      db.pragma('query_only = on');
      db.prepare('INSERT INTO t VALUES (1)').run();
    };
    expect(await refusedBy(write)).toBe('store-read-only');
  });

  it('a path that is no folder', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(await troubleIn(() => mkdirSync(path.join(folder, 'file', 'data'), { recursive: true }))).toBe(
      'store-read-only',
    );
    expect(await troubleIn(() => openSqliteStore({ file: path.join(folder, 'file', 'x.db') }))).toBe('store-read-only');
  });

  it('a file that is no store', async () => {
    const file = path.join(folder, 'damaged.db');
    writeFileSync(file, 'nothing that SQLite would know '.repeat(200));
    expect(await troubleIn(() => openSqliteStore({ file }))).toBe('store-damaged');
  });

  it('a file of a newer version', async () => {
    const file = path.join(folder, 'newer.db');
    const db = new Database(file);
    db.pragma('user_version = 99');
    db.close();
    expect(await troubleIn(() => openSqliteStore({ file }))).toBe('store-newer');
  });

  it.each([
    ['EACCES', 'store-read-only'],
    ['EROFS', 'store-read-only'],
    ['ENOSPC', 'disk-full'],
    ['SQLITE_IOERR_WRITE', 'disk-fault'],
    ['SQLITE_BUSY_SNAPSHOT', 'store-busy'],
  ])('%s', (code, expected) => {
    const cause = Object.assign(new Error('canary'), { code });
    expect(storeTroubleOf(new StoreError('UNAVAILABLE', 'refused', { cause }))).toBe(expected);
  });
});

describe('of the table service', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const serviceThat = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
  };
  const opening = (url: string, attemptMs = 10_000) =>
    troubleIn(() =>
      openTablesStore({
        url,
        credential: { kind: 'emulator', account: 'devstoreaccount1', key: Buffer.from('key').toString('base64') },
        patience: { attempts: 2, busyAttempts: 2, attemptMs, pauseMs: 1 },
      }),
    );
  const refusing = (status: number, code: string) =>
    serviceThat((_req, res) => {
      res.writeHead(status, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify({ 'odata.error': { code, message: { lang: 'en', value: 'canary' } } }));
    });

  it.each([
    [403, 'AuthorizationPermissionMismatch', 'store-rights'],
    [403, 'AuthorizationFailure', 'store-rights'],
    [401, 'InvalidAuthenticationInfo', 'store-rights'],
    [503, 'ServerBusy', 'store-unreachable'],
  ])('%s %s', async (status, code, expected) => {
    expect(await opening(await refusing(status, code))).toBe(expected);
  });

  it('server unreachable', async () => {
    const url = await serviceThat(() => undefined);
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    expect(await opening(url)).toBe('store-unreachable');
  });

  it('no answer', async () => {
    expect(await opening(await serviceThat(() => undefined), 50)).toBe('store-unreachable');
  });

  it('no token for us', () => {
    const cause = Object.assign(new Error('canary'), { name: 'CredentialUnavailableError' });
    expect(storeTroubleOf(new StoreError('UNAVAILABLE', 'no token', { cause }))).toBe('store-identity');
  });
});

it('reports only known facts', () => {
  expect(storeTroubleOf(new Error('canary'))).toBe('store');
  expect(storeTroubleOf('canary')).toBe('store');
  expect(storeTroubleOf(undefined)).toBe('store');
});
