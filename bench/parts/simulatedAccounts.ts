import type { Clock } from '../../bot/src/domain/core/clockPort.ts';
import { monthOf } from '../../bot/src/domain/billing/billingMonths.ts';
import { toInstant } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createPlacements } from '../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { claimAccounts } from '../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { mainAccount, organisationPlace } from '../../bot/src/store/placement/organisationPlaceKinds.ts';
import { isPlaced } from '../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import type { WholeStore } from '../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { accountByShare, settlingMs } from '../../bot/src/store/placement/placeNewOrganisation.ts';
import type { AccountShares } from '../../bot/src/store/placement/placeNewOrganisation.ts';
import { createPlacedStore } from '../../bot/src/store/placement/storeAcrossStorageAccounts.ts';
import { usage } from '../../bot/src/store/kinds/billing/usageLedger.ts';
import { inOrg, outside } from '../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { TablesOptions } from '../../bot/src/store/tables/openTables.ts';
import { rowLimits, tables } from '../../bot/src/store/tableStorePort.ts';
import type { Table } from '../../bot/src/store/tableStorePort.ts';
import type { TableAccount } from '../../tests/support/fakes/tableService/tableAccount.ts';
import { noRates } from '../../tests/support/fakes/tableService/tableRates.ts';
import { createTableService } from '../../tests/support/fakes/tableService/tableService.ts';
import type { TableService } from '../../tests/support/fakes/tableService/tableService.ts';
import { morning, today } from './movedClockAndBenchmarkInstants.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';

// Fills simulated storage accounts with the rows of a day, and opens the product's store over one or several of them.

/** Storage accounts by name. The main account is the first. */
export type Accounts = ReadonlyMap<string, TableAccount>;

interface OpenPlan extends Pick<TablesOptions, 'patience'> {
  readonly clock: Clock;
}

const openEach = async (
  services: ReadonlyMap<string, TableService>,
  patience: TablesOptions['patience'] = {},
): Promise<Map<string, WholeStore>> => {
  const stores = new Map<string, WholeStore>();
  for (const [name, { url, credential, httpClient }] of services)
    stores.set(name, await openTablesStore({ url, credential, httpClient, patience }));
  return stores;
};

const mainOf = (stores: ReadonlyMap<string, WholeStore>): WholeStore => {
  const main = stores.get(mainAccount);
  if (main === undefined) throw new Error('There is no main account.');
  return main;
};

const overAll = (accounts: ReadonlyMap<string, WholeStore>, clock: Clock): WholeStore => {
  const main = mainOf(accounts);
  const placements = createPlacements({ main, monotonic: () => clock.now() });
  return createPlacedStore({ main, clock, accounts, placements, shares: new Map() });
};

/** Opens the product's store on one storage account, or over several of them. */
export const openAccounts = async (
  services: ReadonlyMap<string, TableService>,
  { clock, patience }: OpenPlan,
): Promise<WholeStore> => {
  const stores = await openEach(services, patience);
  return stores.size === 1 ? mainOf(stores) : overAll(stores, clock);
};

const copyTable = async (from: WholeStore, to: WholeStore, table: Table): Promise<void> => {
  let continuation: string | undefined;
  do {
    const page = await from.admin.scanAll(table, continuation === undefined ? {} : { continuation });
    await to.admin.bulkPut(table, page.rows);
    continuation = page.continuation;
  } while (continuation !== undefined);
};

const month = monthOf(Date.parse(today));
const monthBegin = toInstant(Date.parse(`${today.slice(0, 7)}-01T09:00:00Z`));

/**
 * Each person gets the month's ledger row, because on most days of a month an earlier answer has created it.
 */
const addLedgerRows = async (store: WholeStore, { teams }: Day): Promise<void> => {
  for (const { orgId, meetingId, people } of teams) {
    const records = inOrg(store, orgId);
    const known = await Promise.all(people.map(({ memberId }) => records.get(usage, { month, memberId })));
    const inserts = people
      .filter((_, index) => known[index] === undefined)
      .map(({ memberId }) =>
        records.insertStep(usage, { month, memberId }, { memberId, meetingId, event: 'ANSWER', at: monthBegin }),
      );
    for (let first = 0; first < inserts.length; first += rowLimits.transactionRows)
      await records.transact(inserts.slice(first, first + rowLimits.transactionRows));
  }
};

/** Registers the further accounts and puts each tenant into the account that the shares give it. */
const placeTenants = async (
  stores: ReadonlyMap<string, WholeStore>,
  { teams }: Day,
  shares: AccountShares,
): Promise<void> => {
  const main = mainOf(stores);
  const further = new Map([...stores].filter(([name]) => name !== mainAccount));
  await claimAccounts(main, further, { now: () => Date.parse(morning) - settlingMs });
  for (const orgId of new Set(teams.map((team) => team.orgId))) {
    const account = accountByShare(shares, orgId);
    const version = account === mainAccount ? 0 : further.size;
    await outside(main).touch(organisationPlace, { orgId }, { orgId, account, version });
  }
};

/** Copies the rows of a day into new simulated accounts: those of `shares`, and the main account in any case. */
export const accountsByTenant = async (day: Day, shares: AccountShares): Promise<Accounts> => {
  const services = new Map(
    [...new Set([mainAccount, ...shares.keys()])].map((name) => [
      name,
      createTableService({ now: () => Date.parse(morning), sleep: () => Promise.resolve(), rates: noRates }),
    ]),
  );
  const [from, stores] = [openSqliteStore({ file: day.file }), await openEach(services)];
  const main = mainOf(stores);
  for (const table of tables.filter((each) => !isPlaced(each))) await copyTable(from, main, table);
  if (stores.size > 1) await placeTenants(stores, day, shares);
  const store = stores.size > 1 ? overAll(stores, { now: () => Date.parse(morning) }) : main;
  for (const table of tables.filter(isPlaced)) await copyTable(from, store, table);
  await addLedgerRows(store, day);
  await Promise.all([from.close(), store.close()]);
  return new Map([...services].map(([name, { account }]) => [name, account]));
};

/** Copies the rows of a day into a new simulated account. */
export const accountOf = async (day: Day): Promise<TableAccount> => {
  const account = (await accountsByTenant(day, new Map())).get(mainAccount);
  if (account === undefined) throw new Error('There is no main account.');
  return account;
};
