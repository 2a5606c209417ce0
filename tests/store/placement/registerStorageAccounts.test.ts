import { formatMark, buildFormat } from '../../../bot/src/store/storeFormatAndFillingMark.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { accountMark, placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import {
  checkAccounts,
  claimAccounts,
  listUsedAccounts,
} from '../../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { aRow } from '../testedStoreRowsAndReaders.ts';

let stores: PlacedStores;
let spare: WholeStore;
beforeEach(async () => {
  stores = await openPlacedStores();
  spare = openSqliteStore({ file: ':memory:' });
});
afterEach(async () => {
  await stores.close();
  await spare.close();
});

const register = (further: Readonly<Record<string, WholeStore>>): Promise<void> =>
  claimAccounts(stores.main, new Map(Object.entries(further)), stores.clock);
const names = async (): Promise<string[]> =>
  (await outside(stores.main).get(placesState, undefined))?.value.accounts.map(({ name }) => name) ?? [];

describe('the accounts of the settings', () => {
  it('are registered once, and lock out versions that know only one account', async () => {
    await register({ east: stores.east, west: spare });
    await register({ east: stores.east, west: spare });
    expect(await names()).toEqual(['east', 'west']);
    expect(await formatMark(stores.main)).toMatchObject({ readableBy: buildFormat.format });
  });

  it('are registered by several instances at once, and after a failure at any call', async () => {
    await Promise.all([register({ east: stores.east, west: spare }), register({ east: stores.east, west: spare })]);
    expect(await names()).toEqual(['east', 'west']);
    for (let call = 1; call <= 12; call += 1) {
      const main = openSqliteStore({ file: ':memory:' });
      const failing = { ...failingStore(main, call, 'crash').store, admin: main.admin };
      await claimAccounts(failing, new Map([['west', spare]]), stores.clock).catch(() => undefined);
      await claimAccounts(main, new Map([['west', spare]]), stores.clock);
      await checkAccounts(main, new Map([['west', spare]]));
      await main.close();
    }
  });

  it('must be empty when they are new', async () => {
    await spare.admin.bulkPut('Team', [aRow(`${anOrgId('other')}|T`, 'a')]);
    await expect(register({ east: stores.east, west: spare })).rejects.toThrow('contains data');
    expect(await names()).toEqual(['east']);
    expect(await outside(spare).get(accountMark, undefined)).toBeUndefined();
  });

  it('must not swap', async () => {
    await register({ east: stores.east, west: spare });
    await expect(register({ east: spare, west: stores.east })).rejects.toThrow('another storage account as east');
    await expect(register({ east: openSqliteStore({ file: ':memory:' }) })).rejects.toThrow('another storage account');
  });

  it('must name each account with an organisation, and may leave out an empty one', async () => {
    await register({});
    await stores.place(anOrgId('one'), 'main');
    await register({});
    await stores.place(anOrgId('one'), 'east');
    expect([...(await listUsedAccounts(stores.main))]).toEqual(['east']);
    await expect(register({})).rejects.toThrow('TABLES_ACCOUNTS does not name it');
    await expect(checkAccounts(stores.main, new Map())).rejects.toThrow('TABLES_ACCOUNTS does not name it');
    await register({ east: stores.east });
  });
});
