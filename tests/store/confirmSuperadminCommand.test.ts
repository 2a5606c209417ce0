import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { runAdminCommand } from '../../scripts/commands/storeAndAdminCommands.ts';
import { createAccount } from '../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { outside } from '../../bot/src/store/recordKindsAndAccess.ts';
import { superadminProof } from '../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId, aUserId } from '../support/data/idDateAndRecordBuilders.ts';
import { seedOrg } from '../support/data/seedOrganisationsTeamsAndActors.ts';
import { recordingHost } from '../support/files/recordingCommandHost.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { testDeps } from '../support/data/testDepsAndLogs.ts';

const inTemp = useTempDir();
const email = 'root@example.test';

const run = async (dataDir: string, words: readonly string[], superadmins: string) => {
  const { host, written } = recordingHost({ STORE: 'sqlite', DATA_DIR: dataDir, SUPERADMINS: superadmins });
  const code = await runAdminCommand(['confirm-superadmin', ...words], host);
  return { code, output: written().both };
};

it('lets the operator confirm the account of a named address, and prints its owner', async () => {
  const dataDir = inTemp('data');
  mkdirSync(dataDir);
  const store = openSqliteStore({ file: path.join(dataDir, 'rollcall.db') });
  await seedOrg(store, {});
  const person = { email, password: 'correct horse battery', firstName: 'Ruth', lastName: 'Ott' };
  const place = { orgId: anOrgId(), memberId: null, role: 'admin' as const, isConfirmed: true };
  await createAccount(testDeps(store), { ...person, ...place, userId: aUserId('ruth') });
  const proof = async () => (await outside(store).get(superadminProof, { userId: aUserId('ruth') }))?.value;

  expect(await run(dataDir, [email], 'other@example.test')).toEqual({
    ...{ code: 1, output: `SUPERADMINS does not name ${email}.\n` },
  });
  expect(await run(dataDir, ['nobody@example.test'], 'nobody@example.test')).toMatchObject({ code: 1 });
  expect(await run(dataDir, [], email)).toMatchObject({ code: 2 });
  const wrong = await run(dataDir, [email], 'root');
  expect(wrong).toMatchObject({
    code: 2,
    output: expect.stringContaining('"root" is neither TENANT_ID:OBJECT_ID') as string,
  });
  expect(await proof()).toBeUndefined();

  const done = await run(dataDir, [email.toUpperCase()], email);
  expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/^Ruth Ott <root@example\.test>/) as string });
  expect(await proof()).toMatchObject({ email, confirmedBy: 'Operator' });
  await store.close();
});

it('creates no store in a wrong data folder', async () => {
  const dataDir = inTemp('wrong');
  expect(await run(dataDir, [email], email)).toEqual({
    ...{ code: 1, output: `There is no store at ${path.join(dataDir, 'rollcall.db')}.\n` },
  });
  expect(existsSync(dataDir)).toBe(false);
});
