import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createElapsedClock } from '../../domain/core/elapsedClock.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { countInFlight } from '../inFlightCounter.ts';
import { runTransactionsInSequence } from '../runTransactionsInSequence.ts';
import { checkTransactions } from '../checkRowsAndBatchTransactions.ts';
import { isConflict, StoreError } from '../tableStorePort.ts';
import type { Etag, Page, PageRequest, Step, Table, TableStore } from '../tableStorePort.ts';
import { mainAccount } from './organisationPlaceKinds.ts';
import { isPlaced, orgOfPartition, outward, rowOutside, separator, storeOf } from './partitionAccountsAndPlaceTags.ts';
import type { PlacedDeps, WholeStore } from './partitionAccountsAndPlaceTags.ts';
import { placeNewOrganisation } from './placeNewOrganisation.ts';
import { placedAdmin } from './tableAdminAcrossStorageAccounts.ts';
import type { Place } from './cachedOrganisationPlaces.ts';

// A store over several storage accounts. An organisation's rows in the tables Org, Team and Usage (`placedTables`) are
// in the storage account of the organisation. All other rows are in the main account (docs/decisions/091).

const etagInside = ({ tag }: Place, etag: Etag): Etag => {
  if (tag === '') return etag;
  const prefix = `${tag}${separator}`;
  // An etag from another place must cause a conflict. No storage account has an etag that begins with the separator, so
  // the result matches no row.
  return (etag.startsWith(prefix) ? etag.slice(prefix.length) : `${separator}${etag}`) as Etag;
};

const continuationInside = ({ tag }: Place, continuation: string): string => {
  if (tag === '') return continuation;
  const prefix = `${tag}${separator}`;
  if (continuation.startsWith(prefix)) return continuation.slice(prefix.length);
  throw new StoreError('INVALID', 'not a continuation of this place');
};

const stepInside = (place: Place, step: Step): Step =>
  place.tag !== '' && (step.do === 'replace' || step.do === 'merge')
    ? { ...step, etag: etagInside(place, step.etag) }
    : step;

const pageOutside = (place: Place, { rows, continuation }: Page): Page => {
  const marked = rows.map((row) => rowOutside(place, row));
  return continuation === undefined ? { rows: marked } : { rows: marked, continuation: outward(place, continuation) };
};

const requestInside = (place: Place, request: PageRequest = {}): PageRequest =>
  request.continuation === undefined
    ? request
    : { ...request, continuation: continuationInside(place, request.continuation) };

const createsOrganisation = (orgId: OrgId, table: Table, steps: readonly Step[]): boolean =>
  table === org.table && steps.some((step) => step.do === 'insert' && step.row.rk === org.at(orgId, undefined).rk);

type Work<T> = (store: TableStore, place: Place) => Promise<T>;

/**
 * Runs a call in the storage account of an organisation. If the organisation may have moved to another account before
 * the end of the call, the call fails with UNAVAILABLE.
 */
const callsOf = (deps: PlacedDeps) => {
  const { placements } = deps;
  return async <T>(orgId: OrgId, work: Work<T>): Promise<T> => {
    const place = await placements.find(orgId);
    try {
      const result = await work(storeOf(deps, place.account), place);
      await placements.confirm(orgId, place);
      return result;
    } catch (error) {
      if (isConflict(error)) await placements.confirm(orgId, place);
      throw error;
    }
  };
};

type Calls = Omit<TableStore, 'close'>;

const placedCalls = (deps: PlacedDeps): Calls => {
  const { main, placements } = deps;
  const call = callsOf(deps);
  const at = <T>(table: Table, pk: string, work: Work<T>): Promise<T> =>
    isPlaced(table) ? call(orgOfPartition(pk), work) : work(main, { account: mainAccount, tag: '' });
  const place = async (pk: string, table: Table, steps: readonly Step[]): Promise<void> => {
    const orgId = orgOfPartition(pk);
    if (createsOrganisation(orgId, table, steps)) await placeNewOrganisation(deps, await placements.state(), orgId);
  };
  /** Runs a write, and returns the new etag of the row with the tag of its place. */
  const write = (table: Table, pk: string, work: Work<Etag>): Promise<Etag> =>
    at(table, pk, async (store, there) => outward(there, await work(store, there)) as Etag);
  const transact: TableStore['transact'] = (table, pk, steps) =>
    at(table, pk, (store, there) =>
      store.transact(
        table,
        pk,
        steps.map((step) => stepInside(there, step)),
      ),
    );
  const inSequence = runTransactionsInSequence(transact, createElapsedClock(deps.clock));
  return {
    get: (table, key) =>
      at(table, key.pk, async (store, there) => {
        const row = await store.get(table, key);
        return row === undefined ? undefined : rowOutside(there, row);
      }),
    insert: async (table, row) => {
      await place(row.pk, table, [{ do: 'insert', row }]);
      return write(table, row.pk, (store) => store.insert(table, row));
    },
    replace: (table, row, etag) =>
      write(table, row.pk, (store, there) => store.replace(table, row, etagInside(there, etag))),
    merge: (table, row, etag) =>
      write(table, row.pk, (store, there) => store.merge(table, row, etagInside(there, etag))),
    delete: (table, key, etag) =>
      at(table, key.pk, (store, there) => store.delete(table, key, etagInside(there, etag))),
    touch: (table, row) => write(table, row.pk, (store) => store.touch(table, row)),
    transact: async (table, pk, steps) => {
      await place(pk, table, steps);
      await transact(table, pk, steps);
    },
    // Each transaction confirms the place at its end. So if the organisation moves during the call, no further
    // transaction begins in the old account.
    inOrder: async (transactions) => {
      checkTransactions(transactions);
      for (const { table, pk, steps } of transactions) await place(pk, table, steps);
      await inSequence(transactions);
    },
    scan: (table, pk, range, request) =>
      at(table, pk, async (store, there) =>
        pageOutside(there, await store.scan(table, pk, range, requestInside(there, request))),
      ),
  };
};

export const createPlacedStore = (deps: PlacedDeps): WholeStore => {
  const inFlight = countInFlight();
  const placed = placedCalls(deps);
  const admin = placedAdmin(deps);
  const closeAll = async (): Promise<void> => {
    await Promise.all([...deps.accounts.values()].map((store) => store.close()));
  };
  return {
    get: (table, key) => inFlight.run(() => placed.get(table, key)),
    insert: (table, row) => inFlight.run(() => placed.insert(table, row)),
    replace: (table, row, etag) => inFlight.run(() => placed.replace(table, row, etag)),
    merge: (table, row, etag) => inFlight.run(() => placed.merge(table, row, etag)),
    delete: (table, key, etag) => inFlight.run(() => placed.delete(table, key, etag)),
    touch: (table, row) => inFlight.run(() => placed.touch(table, row)),
    transact: (table, pk, steps) => inFlight.run(() => placed.transact(table, pk, steps)),
    inOrder: (transactions) => inFlight.run(() => placed.inOrder(transactions)),
    scan: (table, pk, range, request) => inFlight.run(() => placed.scan(table, pk, range, request)),
    admin: {
      scanAll: (table, page) => inFlight.run(() => admin.scanAll(table, page)),
      bulkPut: (table, rows) => inFlight.run(() => admin.bulkPut(table, rows)),
    },
    close: async () => {
      await inFlight.close(() => undefined);
      await closeAll();
    },
  };
};
