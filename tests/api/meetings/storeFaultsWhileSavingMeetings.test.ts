import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as meetings from '../../../bot/src/services/meetings/storeMeeting.ts';
import { isMeetingNameExists } from '../../../bot/src/services/meetings/isMeetingNameExists.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMeetingDraft, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';

// Makes each store operation of a save fail in turn, after which the client repeats the save.

const actor = anActor('bob');

const setUp = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  await seedTeam(store, { people: ['ann', 'bob'] });
  const deps = testDeps(store);
  const saved = await meetings.storeMeeting(deps, actor, meetingDraft.parse(aMeetingDraft({ name: 'Weekly' })));
  return { store, deps, saved };
};

/** Checks the invariants of the rows, which must hold after any failure. Returns the names of the meetings. */
const invariants = async ({ store }: Awaited<ReturnType<typeof setUp>>) => {
  const [found, names, pointers, due] = await Promise.all([
    rowsOf(store.admin, 'Team', 'G|'),
    rowsOf(store.admin, 'Team', 'N|'),
    rowsOf(store.admin, 'Org', 'g|'),
    rowsOf(store.admin, 'Due'),
  ]);
  expect(names.map((row) => row.values['meetingId']).sort()).toEqual(found.map((row) => row.values['id']).sort());
  for (const row of found) {
    expect(pointers.map((pointer) => pointer.values['meetingId'])).toContain(row.values['id']);
    expect(
      due.filter((item) => item.values['meetingId'] === row.values['id']).map((item) => item.values['rev']),
    ).toContain(row.values['rev']);
  }
  expect(await faultsIn(store)).toEqual([]);
  return found.map((row) => row.values['name']).sort();
};

describe('a fault at any operation', () => {
  it('a fault at any operation of creating leaves no meeting or one whole meeting, and sending it again never makes two', async () => {
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await setUp();
        const failing = failingStore(world.store, index, failure);
        const draft = meetingDraft.parse(aMeetingDraft({ name: 'Daily' }));
        await meetings.storeMeeting({ ...world.deps, store: failing.store }, actor, draft).catch(() => undefined);
        isDone = failing.calls() < index;
        const matches = await invariants(world);
        expect([['Weekly'], ['Daily', 'Weekly']]).toContainEqual(matches);
        const again = await Promise.allSettled([meetings.storeMeeting(world.deps, actor, draft)]);
        // If the first save succeeded but its reply was lost, the repeated save is rejected, because its name is taken
        // by the first.
        expect(countOutcomes(again)).toEqual(matches.length === 2 ? { MEETING_NAME_EXISTS: 1 } : { done: 1 });
        expect(await invariants(world)).toEqual(['Daily', 'Weekly']);
        expect((await rowsOf(world.store.admin, 'Team', 'L|')).length).toBe(2);
        await world.store.close();
      }
  });

  it('a fault at any operation of creating a draft ends in that one meeting when it is sent again', async () => {
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await setUp();
        const failing = failingStore(world.store, index, failure);
        const draft = meetingDraft.parse(aMeetingDraft({ name: 'Daily', draftId: aMeetingId('draft') }));
        await meetings.storeMeeting({ ...world.deps, store: failing.store }, actor, draft).catch(() => undefined);
        isDone = failing.calls() < index;
        const again = await meetings.storeMeeting(world.deps, actor, draft);
        expect(again).toMatchObject({ name: 'Daily', rev: 1 });
        expect(await invariants(world)).toEqual(['Daily', 'Weekly']);
        expect((await rowsOf(world.store.admin, 'Team', 'L|')).length).toBe(2);
        await world.store.close();
      }
  });

  it('a fault at any operation of an edit leaves the old or the new meeting, and sending it again brings the new one once', async () => {
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await setUp();
        const failing = failingStore(world.store, index, failure);
        const draft = meetingDraft.parse({ ...world.saved, name: 'Monthly', time: 660 });
        await meetings.storeMeeting({ ...world.deps, store: failing.store }, actor, draft).catch(() => undefined);
        isDone = failing.calls() < index;
        expect(await faultsIn(world.store)).toEqual([]);
        const [name] = (await rowsOf(world.store.admin, 'Team', 'G|')).map((row) => row.values['name']);
        expect(['Weekly', 'Monthly']).toContain(name);
        expect(await meetings.storeMeeting(world.deps, actor, draft)).toMatchObject({
          name: 'Monthly',
          time: 660,
          rev: 2,
        });
        expect(await invariants(world)).toEqual(['Monthly']);
        expect(await isMeetingNameExists(world.deps, actor, { teamId: aTeamId(), name: 'Weekly' })).toEqual({
          isExists: false,
        });
        // The log has one entry each for the creation, the new name and the new time.
        expect((await rowsOf(world.store.admin, 'Team', 'L|')).length).toBe(3);
        await world.store.close();
      }
  });
});
