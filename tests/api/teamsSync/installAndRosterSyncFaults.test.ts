import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aRosterPerson, aSender, aThread, fakeChat } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import type { Failure } from '../../support/store/storeFailingAtNthCall.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';

// Makes each store operation of a call fail in turn. A repetition of the event must then complete the work without
// duplicates; an unused pointer may remain, because no reader follows it.

const setUp = () => {
  const store = openSqliteStore({ file: ':memory:' });
  const chat = fakeChat();
  const thread = aThread();
  chat.setRoster(
    thread,
    ['ann', 'bob', 'cy'].map((name) => aRosterPerson(name)),
  );
  chat.setChannels(thread, [
    { threadId: thread.threadId, name: null },
    { threadId: '19:a', name: 'Alerts' },
  ]);
  return { store, thread, chat, deps: { ...testDeps(store), messenger: chat.messenger } };
};

type World = ReturnType<typeof setUp>;

/** Runs `act` once for each of its store operations, which fails in that run. Then `check` tests the result. */
const walk = async (
  prepare: (world: World) => Promise<unknown>,
  act: (world: World, deps: World['deps']) => Promise<unknown>,
  check: (world: World, failed: { at: number; failure: Failure; result: unknown }) => Promise<void>,
): Promise<number> => {
  let operations = 0;
  for (const failure of failures)
    for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
      const world = setUp();
      await prepare(world);
      const failing = failingStore(world.store, index, failure);
      const result: unknown = await act(world, { ...world.deps, store: failing.store }).catch(() => undefined);
      isDone = failing.calls() < index;
      operations = Math.max(operations, failing.calls());
      await check(world, { at: index, failure, result });
      expect(await faultsIn(world.store)).toEqual([]);
      await world.store.close();
    }
  return operations;
};

const counts = async ({ admin }: SqliteStore) => {
  const [dir, orgRows, teamRows] = await Promise.all([
    rowsOf(admin, 'Dir'),
    rowsOf(admin, 'Org'),
    rowsOf(admin, 'Team'),
  ]);
  const logged = [...orgRows, ...teamRows]
    .filter((row) => row.rk.startsWith('L|'))
    .map((row) => String(row.values['message']));
  const count = (prefix: string): number => [...orgRows, ...teamRows].filter((row) => row.rk.startsWith(prefix)).length;
  return {
    tenants: dir.filter((row) => row.pk.startsWith('tid:')).length,
    orgs: count('org'),
    index: dir.filter((row) => row.pk.startsWith('org-')).length,
    teams: `${count('team|')} ${teamRows.filter((row) => row.rk === 'T').length}`,
    states: [
      ...new Set(
        [...orgRows, ...teamRows]
          .filter((row) => row.rk === 'T' || row.rk.startsWith('team|'))
          .map((row) => row.values['state']),
      ),
    ],
    people: `${count('mem|')} ${count('mt|')} ${count('tm|')} ${count('M|')}`,
    left: teamRows.filter((row) => row.rk.startsWith('M|') && row.values['leftOn'] !== undefined).length,
    channels: count('C|'),
    admins: orgRows.filter((row) => row.values['role'] === 'admin').map((row) => row.values['name']),
    logged: logged.sort(),
  };
};

const afterInstall = {
  tenants: 1,
  orgs: 1,
  index: 1,
  teams: '1 1',
  states: ['CONNECTED'],
  people: '3 3 3 3',
  left: 0,
  channels: 2,
  admins: ['Bob'],
  logged: [
    'activity.channelAdded',
    'activity.firstAdmin',
    'activity.membersJoined',
    'activity.orgCreated',
    'activity.teamConnected',
  ],
};

const isWelcome = (result: unknown): boolean =>
  (result as { isWelcomeDue: boolean } | undefined)?.isWelcomeDue === true;

describe('a fault at any operation', () => {
  it('a fault at any operation of the first install is repaired by the next event', async () => {
    let lostWelcomes = 0;
    const operations = await walk(
      () => Promise.resolve(),
      ({ thread }, deps) => installs.handleInstalled(deps, thread, aSender('bob')),
      async ({ store, thread, deps }, { result }) => {
        const again = await installs.handleInstalled(deps, thread, aSender('bob'));
        expect(await counts(store)).toEqual(afterInstall);
        expect(isWelcome(result) && again.isWelcomeDue).toBe(false);
        if (!isWelcome(result) && !again.isWelcomeDue) lostWelcomes += 1;
        expect((await syncSender(deps, aSender('ann'))).actor).toMatchObject({ teamIds: [again.teamId] });
      },
    );
    expect(operations).toBeGreaterThan(40);
    // The welcome is sent at most once, so it is lost if the last write succeeded but its reply did not arrive.
    expect(callsBetweenFaults === 1 ? [2] : [0, 1, 2]).toContain(lostWelcomes);
  });

  it('a fault at any operation while a person leaves or joins is repaired by the next event', async () => {
    await walk(
      ({ deps, thread }) => installs.handleInstalled(deps, thread, aSender('bob')),
      ({ thread }, deps) => installs.handleMembersRemoved(deps, thread, [teamsUserIdOf('cy')]),
      async ({ store, thread, deps }) => {
        await installs.handleMembersRemoved(deps, thread, [teamsUserIdOf('cy')]);
        expect(await counts(store)).toMatchObject({ people: '3 2 2 3', left: 1 });
        expect((await syncSender(deps, aSender('cy'))).actor).toBeUndefined();
        const failing = failingStore(store, 9, 'crash');
        await installs
          .handleMembersAdded({ ...deps, store: failing.store }, thread, [aRosterPerson('cy')])
          .catch(() => undefined);
        await installs.handleMembersAdded(deps, thread, [aRosterPerson('cy')]);
        expect(await counts(store)).toMatchObject({ people: '3 3 3 3', left: 0 });
      },
    );
  });

  it('a fault at any operation of an uninstall is repaired by the next event', async () => {
    await walk(
      ({ deps, thread }) => installs.handleInstalled(deps, thread, aSender('bob')),
      ({ thread }, deps) => installs.handleUninstalled(deps, thread),
      async ({ store, thread, deps }) => {
        await installs.handleUninstalled(deps, thread);
        const { states, logged } = await counts(store);
        expect(states).toEqual(['DISCONNECTED']);
        expect(logged.filter((text) => text === 'activity.teamDisconnected')).toHaveLength(1);
      },
    );
  });

  it('during a sender sync leaves the old or the new state', async () => {
    await walk(
      async ({ deps, thread }) => {
        await installs.handleInstalled(deps, thread, null);
        await installs.handleInstalled(deps, aThread('sales'), null);
      },
      (_world, deps) => syncSender(deps, aSender('ann', { personalConversationId: 'a:1' })),
      async ({ store, deps }) => {
        const sender = aSender('ann', { personalConversationId: 'a:1' });
        await syncSender(deps, sender);
        const before = await everything(store.admin);
        expect((await syncSender(deps, sender)).reader.timezone).toBe('Europe/Berlin');
        expect(await everything(store.admin)).toEqual(before);
      },
    );
  });
});
