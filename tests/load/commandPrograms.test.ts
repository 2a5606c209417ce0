import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { aScenario } from '../support/worlds/buildAndPlayScenarios.ts';

// Starts the programs of `npm run verify-store` and `npm run simulate` as npm does. The quick tests call the functions
// of these programs in their own process.

const place = useTempDir();

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const start = (script: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, ['--import', 'tsx', script, ...words], options, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });

it('verify-store reads the settings, and ends with the exit code of the check', async () => {
  const dataDir = place('data');
  mkdirSync(dataDir);
  await openSqliteStore({ file: storeFile(dataDir) }).close();
  const check = (folder: string) =>
    start('scripts/operate/verifyStoreProgram.ts', [], { STORE: 'sqlite', DATA_DIR: folder });
  expect(await check(dataDir)).toEqual({ code: 0, out: '0 rows, 0 findings\n', err: '' });
  const none = await check(place('nothing'));
  expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('There is no store') as string });
});

it('simulate reads the file of its argument, and ends with the exit code of the simulation', async () => {
  const file = place('scenario.json');
  writeFileSync(file, JSON.stringify(aScenario({ start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' })));
  const played = await start('scripts/run/simulateScenarioFile.ts', [file]);
  expect(played).toMatchObject({ code: 0, err: '', out: expect.stringContaining('"kind":"summary"') as string });
  expect(await start('scripts/run/simulateScenarioFile.ts', [])).toMatchObject({ code: 2, out: '' });
});
