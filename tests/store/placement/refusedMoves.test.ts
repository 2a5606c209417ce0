import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { claimAccounts } from '../../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  orgId,
  otherOrgId,
  watchAccounts,
  createMover,
  createPlainMover,
  move,
  readCurrentMove,
  crashMove,
  useMovingStores,
} from './organisationMoveWorld.ts';

const stores = useMovingStores();

describe('a move is refused', () => {
  const lease = (accounts?: string[]) =>
    outside(stores().main).touch(
      shardLease,
      { shard: 'i:server' },
      {
        owner: 'server',
        until: toInstant(stores().clock.now() + 10_000),
        ...(accounts === undefined ? {} : { accounts }),
      },
    );

  it('for an unknown organisation, an unknown account, and the account where it is', async () => {
    await expect(move(stores(), 'east', anOrgId('nobody'))).rejects.toThrow('no organisation');
    await expect(move(stores(), 'west')).rejects.toThrow('does not name the account west');
    await expect(move(stores(), 'main')).rejects.toThrow('in the account main already');
    expect(await readCurrentMove(stores())).toBeNull();
  });

  it('while a server runs without the account', async () => {
    await lease();
    await expect(move(stores())).rejects.toThrow('A running server does not have the account east');
    await lease(['west']);
    await expect(move(stores())).rejects.toThrow('A running server does not have the account east');
    await lease(['east']);
    await move(stores());
  });

  it('to an account that is not registered or new', async () => {
    const west = openSqliteStore({ file: ':memory:' });
    const accounts = new Map([...watchAccounts(stores(), (work) => work()), ['west', west]]);
    await expect(moveOrganisation(createMover(stores(), accounts), orgId, 'west')).rejects.toThrow(
      'No server has used',
    );
    await claimAccounts(
      stores().main,
      new Map([
        ['east', stores().east],
        ['west', west],
      ]),
      stores().clock,
    );
    await expect(moveOrganisation(createMover(stores(), accounts), orgId, 'west')).rejects.toThrow('is new');
    await west.close();
  });

  it('while another organisation moves, and while another process moves it', async () => {
    await crashMove(stores(), 30, 'crash');
    await expect(move(stores(), 'east', otherOrgId)).rejects.toThrow(`The organisation ${orgId} is moving to east`);
    const working = createPlainMover(stores());
    const records = outside(stores().main);
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      const state = await records.get(placesState, undefined);
      if (state?.value.move == null) throw new Error('There is no move.');
      const next = { ...state.value, move: { ...state.value.move, beat: state.value.move.beat + 1 } };
      await records.replace(placesState, undefined, next, state.etag);
    };
    await expect(moveOrganisation({ ...working, sleep }, orgId, 'east')).rejects.toThrow('Another process moves');
  });
});
