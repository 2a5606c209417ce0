import { rejectOpeningsInProgress } from '../../../../bot/src/services/runs/state/rejectOpeningsInProgress.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import { StoreError } from '../../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';

// An opening conflicts if its meeting was replaced after it was read. Only meetings that can open now are replaced.

const twoMeetings = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ start: '2026-11-20T12:00:00Z', store });
  const { id: first } = await world.meeting({ id: aMeetingId('first'), name: 'First' });
  const { id: second } = await world.meeting({ id: aMeetingId('second'), name: 'Second' });
  const recordsOn = (through: TableStore) => inOrg(through, world.orgId);
  const rowOf = async (meetingId: typeof first) => {
    const row = await recordsOn(store).get(meetingKind, { teamId: world.teamId, meetingId });
    if (row === undefined) throw new Error('The meeting exists.');
    return row;
  };
  /** Returns the names of the meetings whose rows were replaced. */
  const reject = async (dates: readonly string[], isConcerned: (name: string) => boolean = () => true) => {
    const before = [await rowOf(first), await rowOf(second)];
    await rejectOpeningsInProgress({ clock: world.clock }, recordsOn(store), world.teamId, {
      dates: dates.map(aDate),
      isConcerned: ({ name }) => isConcerned(name),
    });
    const after = [await rowOf(first), await rowOf(second)];
    expect(after.map(({ value }) => value)).toEqual(before.map(({ value }) => value));
    return after.filter(({ etag }, index) => etag !== before[index]?.etag).map(({ value }) => value.name);
  };
  return { store, world, first, rowOf, recordsOn, reject };
};

describe('days off that are saved while a run may open', () => {
  it.each([
    ['yesterday', ['2026-11-19'], ['First', 'Second']],
    ['today', ['2026-11-20'], ['First', 'Second']],
    ['tomorrow', ['2026-11-21'], ['First', 'Second']],
    ['today and in a month', ['2026-12-20', '2026-11-20'], ['First', 'Second']],
    ['two days ago', ['2026-11-18'], []],
    ['in two days', ['2026-11-22'], []],
  ])('replace the meetings for a date %s only if a run of it can open', async (_when, dates, replaced) => {
    const { reject } = await twoMeetings();
    expect(await reject(dates)).toEqual(replaced);
  });

  it('replace neither a disabled meeting nor one that the days off do not concern', async () => {
    const { reject, rowOf, recordsOn, store, world, first } = await twoMeetings();
    expect(await reject(['2026-11-20'], (name) => name === 'Second')).toEqual(['Second']);
    const { value, etag } = await rowOf(first);
    const key = { teamId: world.teamId, meetingId: first };
    await recordsOn(store).replace(meetingKind, key, { ...value, isEnabled: false }, etag);
    expect(await reject(['2026-11-20'])).toEqual(['Second']);
  });

  it('accept that another writer replaces a meeting first, and report every other fault', async () => {
    const { store, world, recordsOn } = await twoMeetings();
    const rejectWith = (code: 'CONFLICT' | 'UNAVAILABLE'): Promise<void> => {
      const failing: TableStore = {
        ...store,
        replace: () => Promise.reject(new StoreError(code, 'Fails in this test.')),
      };
      const change = { dates: [aDate('2026-11-20')], isConcerned: () => true };
      return rejectOpeningsInProgress({ clock: world.clock }, recordsOn(failing), world.teamId, change);
    };
    await expect(rejectWith('CONFLICT')).resolves.toBeUndefined();
    await expect(rejectWith('UNAVAILABLE')).rejects.toThrow('Fails in this test.');
  });
});
