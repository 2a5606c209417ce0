import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failures } from '../../support/store/storeFailingAtNthCall.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import {
  orgId,
  aStore,
  createMover,
  createPlainMover,
  move,
  readLines,
  readCurrentMove,
  crashMove,
  useMovingStores,
  watchAccounts,
} from './organisationMoveWorld.ts';

const stores = useMovingStores();

/**
 * Checks that the organisation is available again within the time for which a fence may block it, and has all rows.
 * Repeats the command if the move is not over.
 */
const continueMove = async (opened: PlacedStores, before: readonly string[]): Promise<void> => {
  const instance = opened.instance();
  for (let wait = 0; wait < 2; wait += 1) {
    await instance.get('Team', { pk: `${orgId}|T`, rk: '000000' }).catch(() => undefined);
    opened.clock.set(opened.clock.now() + 40_000);
  }
  expect(await readLines(instance, orgId)).toEqual(before);
  const isOver = (await readCurrentMove(opened)) === null && (await readLines(opened.main, orgId)).length === 0;
  if (!isOver) await move(opened, 'east');
};

/**
 * Moves the organisation with a process that is killed while its switch is on the way to the storage account. Returns a
 * function that lets the switch arrive.
 */
const crashAtSwitch = async (opened: PlacedStores): Promise<() => Promise<unknown>> => {
  let arrive: (() => Promise<unknown>) | undefined;
  const killed = new StoreError('UNAVAILABLE', 'the process is killed');
  const accounts = watchAccounts(opened, (work) => (arrive === undefined ? work() : Promise.reject(killed)));
  const mover = createMover(opened, accounts);
  const main: WholeStore = {
    ...opened.main,
    ...accounts.get('main'),
    replace: (table, row, etag) => {
      if (arrive !== undefined) return Promise.reject(killed);
      if (!JSON.stringify(row.values).includes('CLEAN')) return opened.main.replace(table, row, etag);
      arrive = () => opened.main.replace(table, row, etag);
      return Promise.reject(killed);
    },
  };
  await expect(moveOrganisation({ ...mover, main }, orgId, 'east')).rejects.toThrow('killed');
  if (arrive === undefined) throw new Error('The move did not reach its switch.');
  return arrive;
};

/**
 * Distance between the calls that fail: 12 in the quick suite, because a move makes many calls; 1 with `EVERY_CALL=1`.
 */
const moveStep = callsBetweenFaults === 1 ? 1 : 12;

describe('an interrupted move', () => {
  it.each(failures)('is completed by the same command, after a failure (%s) at any call', async (failure) => {
    for (let call = 1; ; call += moveStep) {
      const opened = await aStore();
      const before = await readLines(opened.main, orgId);
      const hasFailed = await crashMove(opened, call, failure);
      if (hasFailed) await continueMove(opened, before);
      expect(await readLines(opened.east, orgId)).toEqual(before);
      expect([await readLines(opened.main, orgId), await readCurrentMove(opened)]).toEqual([[], null]);
      await opened.close();
      if (!hasFailed) break;
    }
  });

  it('ends before its switch if the operator moves the organisation to its present place', async () => {
    const before = await readLines(stores().main, orgId);
    await crashMove(stores(), 40, 'crash');
    expect((await readCurrentMove(stores()))?.phase).toBe('COPY');
    await move(stores(), 'main');
    expect([await readLines(stores().main, orgId), await readLines(stores().east, orgId)]).toEqual([before, []]);
    expect(await readCurrentMove(stores())).toBeNull();
  });

  it.each(['main', 'east'])('keeps every row if its switch arrives late, while it is moved to %s', async (to) => {
    const opened = stores();
    const before = await readLines(opened.main, orgId);
    const arrive = await crashAtSwitch(opened);
    expect((await readCurrentMove(opened))?.phase).toBe('FENCE');
    const instance = opened.instance();
    const key = { pk: `${orgId}|T`, rk: '000000' };
    const working = createPlainMover(opened);
    let hasArrived = false;
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      if (hasArrived) return;
      hasArrived = true;
      await arrive();
      await instance.touch('Team', { ...key, values: { written: true } });
    };
    const moving = moveOrganisation({ ...working, sleep }, orgId, to);
    const outcome = await moving.then(() => 'moved', String);
    expect(outcome).toContain(to === 'main' ? `Finish that first: move-organisation ${orgId} east` : 'moved');
    if (to === 'main') await move(opened, 'east');
    expect((await instance.get('Team', key))?.values['written']).toBe(true);
    const after = await readLines(opened.east, orgId);
    expect([after.length, await readLines(opened.main, orgId)]).toEqual([before.length, []]);
    expect(await readCurrentMove(opened)).toBeNull();
  });

  it('ends with the old process giving up, if an instance ended its fence', async () => {
    const instance = stores().instance();
    let isPaused = false;
    const working = createPlainMover(stores());
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      if (isPaused || (await readCurrentMove(stores()))?.phase !== 'FENCE') return;
      isPaused = true;
      const key = { pk: `${orgId}|T`, rk: '000000' };
      await instance.get('Team', key).catch(() => undefined);
      stores().clock.set(stores().clock.now() + 40_000);
      await instance.get('Team', key).catch(() => undefined);
      stores().clock.set(stores().clock.now() + 10_000);
      await instance.touch('Team', { ...key, values: { written: true } });
    };
    await moveOrganisation({ ...working, sleep }, orgId, 'east');
    expect(working.printed).toContain('The fence ended before the copy was complete. Copying again.');
    const row = await instance.get('Team', { pk: `${orgId}|T`, rk: '000000' });
    expect(row?.values['written']).toBe(true);
  });
});
