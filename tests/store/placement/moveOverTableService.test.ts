import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { openForWork } from '../../../bot/src/startup/openAndCheckStores.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import type { TablesStore } from '../../../bot/src/store/tables/openTables.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { settlingMs } from '../../../bot/src/store/placement/placeNewOrganisation.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { azuriteCredential, startAzurite } from '../../support/fakes/azurite.ts';
import type { Azurite } from '../../support/fakes/azurite.ts';
import { startFlakyProxy } from '../flakyProxy.ts';
import { aPartition, aRow, numbered, refusal } from '../testedStoreRowsAndReaders.ts';
import { readLines } from './organisationMoveWorld.ts';

const hourMs = 3_600_000;
let services: readonly [Azurite, Azurite];
beforeAll(async () => {
  services = await Promise.all([startAzurite(), startAzurite()]);
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

const openAccount = ({ url, credential }: Azurite): Promise<TablesStore> => openTablesStore({ url, credential });

/** Moves an organisation with a process whose waits only advance `clock`. */
const moveTo = async (to: string, id: ReturnType<typeof anOrgId>, clock: ReturnType<typeof fakeClock>) => {
  const [main, east] = await Promise.all(services.map(openAccount));
  if (main === undefined || east === undefined) throw new Error('Both services have started.');
  const accounts = new Map<string, WholeStore>([
    ['main', main],
    ['east', east],
  ]);
  const sleep = (ms: number): Promise<void> => {
    clock.set(clock.now() + ms);
    return Promise.resolve();
  };
  const deps = { main, accounts, clock, sleep, owner: `mover to ${to}`, print: () => undefined };
  const moved = await moveOrganisation({ ...deps, monotonic: () => clock.now() }, id, to);
  return { moved, main, east };
};

it('moves an organisation over the table service, and a suspended server writes nothing to the old account', async () => {
  if (azuriteCredential.kind !== 'emulator') throw new Error('The emulator has a key.');
  const [clock, id] = [fakeClock(), anOrgId('moving')];
  // To the server, each advance of this clock is a suspension, because `performance.now()` hardly advances meanwhile.
  const config = {
    ...{ engine: 'tables' as const, url: services[0].url, key: azuriteCredential.key },
    ...{ accounts: [{ name: 'east', url: services[1].url }], shares: new Map<string, number>() },
  };
  const { store: server } = await openForWork(config, clock);
  clock.set(clock.now() + settlingMs);
  await createOrg(testDeps(server, clock), { orgId: id, name: 'One', tid: null, actor: 'Ann' });
  const rows = numbered(`${id}|T`, 230);
  await server.admin.bulkPut('Team', rows);
  const before = await readLines(server, id);
  const { moved, main, east } = await moveTo('east', id, clock);
  expect(moved.counted?.rows).toBe(before.length);
  expect([await readLines(east, id), await readLines(main, id)]).toEqual([before, []]);
  await server.touch('Team', { pk: `${id}|T`, rk: '000000', values: { written: true } });
  expect((await east.get('Team', { pk: `${id}|T`, rk: '000000' }))?.values['written']).toBe(true);
  expect(await readLines(main, id)).toEqual([]);
  await Promise.all([server, main, east].map((store) => store.close()));
});

it('a request is not repeated if its machine was suspended longer than a request may take', async () => {
  let now = Date.UTC(2026, 10, 20);
  let suspendedMs = hourMs;
  let attempt = new AbortController();
  const proxy = await startFlakyProxy(services[0].url, {
    onHang: () => {
      now += suspendedMs;
      attempt.abort();
    },
  });
  const deadline = (): AbortSignal => {
    attempt = new AbortController();
    return attempt.signal;
  };
  const store = await openTablesStore({
    ...{ url: proxy.url, credential: azuriteCredential, now: () => now, patience: { pauseMs: 1, deadline } },
  });
  const pk = aPartition();
  proxy.plan('hang');
  await expect(store.insert('Team', aRow(pk, 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
  expect(proxy.requests()).toBe(1);
  suspendedMs = 30_000;
  proxy.plan('hang');
  await store.insert('Team', aRow(pk, 'a'));
  expect(proxy.requests()).toBe(2);
  await store.close();
  await proxy.stop();
});
