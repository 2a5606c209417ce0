import { setPreferences } from '../../../bot/src/services/people/setPreferences.ts';
import { joinTeam } from '../../../bot/src/services/teamsSync/syncRoster.ts';
import { leaveTeam } from '../../../bot/src/services/teamsSync/leaveTeam.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { aRosterPerson } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Bob, a member of one team, joins a second team. At some store call of the join, he changes his settings.

type Change = Parameters<typeof setPreferences>[2];

const bob = aMemberId('bob');

const twoTeams = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const deps = testDeps(store);
  const { orgId, teamId, tid } = await seedTeam(store, { people: ['ann', 'bob'] });
  const second = await seedTeam(store, { team: 'mobile', people: ['eve'] });
  const place = { orgId, teamId: second.teamId, tid, serviceUrl: 'https://smba.test/' };
  const settingsIn = async (team: typeof teamId) => {
    const row = (await inOrg(store, orgId).get(teamMember, { teamId: team, memberId: bob }))?.value;
    return { isMuted: row?.isMuted, quietHours: row?.quietHours, timezone: row?.timezone, leftOn: row?.leftOn };
  };
  return {
    store,
    join: (through: TableStore = store) => joinTeam({ ...deps, store: through }, place, [aRosterPerson('bob')]),
    joinFirst: (through: TableStore = store) =>
      joinTeam({ ...deps, store: through }, { ...place, teamId }, [aRosterPerson('bob')]),
    leave: () => leaveTeam(deps, place, [bob]),
    leaveFirst: () => leaveTeam(deps, { ...place, teamId }, [bob]),
    change: async (change: Change, through: TableStore = store): Promise<void> => {
      await setPreferences({ ...deps, store: through }, anActor('bob'), change);
    },
    settings: async () => ({ first: await settingsIn(teamId), second: await settingsIn(place.teamId) }),
  };
};

/**
 * Makes the changes at two store calls of a join, for each pair of neighbouring calls. Returns the settings of the two
 * teams where they differ.
 */
const changeAtEveryCall = async (changes: readonly [Change, Change], isReturn: boolean) => {
  const different: unknown[] = [];
  let tried = 0;
  for (;;) {
    const { store, join, leave, change, settings } = await twoTeams();
    if (isReturn) {
      await join();
      await leave();
    }
    const call = tried + 1;
    const hooked = createHookedStore(store);
    hooked.before(call, async () => {
      await change(changes[0]);
      hooked.before(1, () => change(changes[1]));
    });
    await join(hooked);
    if (hooked.calls() < call) return { tried, different };
    tried = call;
    const { first, second } = await settings();
    if (JSON.stringify(first) !== JSON.stringify(second)) different.push({ call, first, second });
    await store.close();
  }
};

const muted: Change = { mute: true, quietHours: { from: 1200, to: 480 } };

describe.each([
  ['joins a team', false],
  ['returns to a team', true],
])('a member who %s', (_how, isReturn) => {
  it('is muted in both teams if the member mutes the bot at that moment', async () => {
    const { tried, different } = await changeAtEveryCall([muted, { timezone: aZone('Asia/Tokyo') }], isReturn);
    expect(tried).toBeGreaterThan(15);
    expect(different).toEqual([]);
  });

  it('is unmuted in both teams if the member mutes the bot and unmutes it at once', async () => {
    const { different } = await changeAtEveryCall([muted, { mute: false, quietHours: null }], isReturn);
    expect(different).toEqual([]);
  });
});

it('mutes the bot also in a team that the member joins at any store call of the change', async () => {
  const different: unknown[] = [];
  let tried = 0;
  for (;;) {
    const { store, join, change, settings } = await twoTeams();
    const hooked = createHookedStore(store);
    hooked.before(tried + 1, async () => {
      await join();
    });
    await change({ ...muted, timezone: aZone('Asia/Tokyo') }, hooked);
    if (hooked.calls() <= tried) break;
    tried += 1;
    const { first, second } = await settings();
    if (JSON.stringify(first) !== JSON.stringify(second)) different.push({ call: tried, first, second });
    await store.close();
  }
  expect(tried).toBeGreaterThan(5);
  expect(different).toEqual([]);
});

it('a member who returns to two teams at the same moment keeps settings, without endless copies between the two', async () => {
  const { store, join, leave, leaveFirst, joinFirst, change, settings } = await twoTeams();
  await join();
  await leaveFirst();
  await change({ mute: true });
  await leave();
  const hooked = createHookedStore(store);
  await Promise.all([joinFirst(hooked), join(hooked)]);
  expect(hooked.calls()).toBeLessThan(100);
  const { first, second } = await settings();
  expect([first.leftOn, second.leftOn]).toEqual([null, null]);
});

it('the settings of many members who join at once are compared at the same time', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const people = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const { orgId, tid } = await seedTeam(store, { people });
  const second = await seedTeam(store, { team: 'mobile', people: ['eve'] });
  let open = 0;
  let bursts = 0;
  const observed: TableStore = {
    ...store,
    scan: async (...request) => {
      if (open === 0) bursts += 1;
      open += 1;
      await new Promise(setImmediate);
      const page = await store.scan(...request);
      open -= 1;
      return page;
    },
  };
  const place = { orgId, teamId: second.teamId, tid, serviceUrl: 'https://smba.test/' };
  await joinTeam(
    { ...testDeps(store), store: observed },
    place,
    people.map((name) => aRosterPerson(name)),
  );
  expect(bursts).toBeLessThan(20);
});
