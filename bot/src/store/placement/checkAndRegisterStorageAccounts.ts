import { randomUUID } from 'node:crypto';
import type { Clock } from '../../domain/core/clockPort.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { accountMark, mainAccount, organisationPlace, placePartition, placesState } from './organisationPlaceKinds.ts';
import { orgShards } from '../kinds/organisations/organisationIndex.ts';
import { outside, readAs, scanRows } from '../recordKindsAndAccess.ts';
import type { Stored } from '../recordKindsAndAccess.ts';
import { buildFormat, claimFormat } from '../storeFormatAndFillingMark.ts';
import { isConflict, StoreError } from '../tableStorePort.ts';
import type { TableStore } from '../tableStorePort.ts';
import { placedTables } from './partitionAccountsAndPlaceTags.ts';
import type { WholeStore } from './partitionAccountsAndPlaceTags.ts';
import { noPlaces } from './cachedOrganisationPlaces.ts';
import type { PlacesState } from './cachedOrganisationPlaces.ts';

// Checks at the start that the settings name every storage account that is in use, and registers new storage accounts.

/**
 * Thrown if TABLES_ACCOUNTS lacks a storage account that organisations use, names another storage account by a known
 * name, or names a new storage account that is not empty. The message is for the operator.
 */
export class UnfitAccountsError extends StoreError {
  constructor(message: string) {
    super('UNAVAILABLE', message);
    this.name = 'UnfitAccountsError';
  }
}

const readState = async (main: TableStore): Promise<Stored<PlacesState> | undefined> =>
  outside(main).get(placesState, undefined);

/**
 * Returns the further storage accounts that contain an organisation, or that are the source or the target of a move.
 */
export const listUsedAccounts = async (main: TableStore): Promise<Set<string>> => {
  const move = (await readState(main))?.value.move ?? null;
  const used = new Set<string>(move === null ? [] : [move.from, move.to]);
  for (const shard of orgShards)
    for await (const row of scanRows(main, organisationPlace.table, placePartition(shard), { from: '', to: '~' }))
      used.add(readAs(organisationPlace, row).value.account);
  used.delete(mainAccount);
  return used;
};

const checkMissing = async (main: TableStore, state: PlacesState, given: ReadonlySet<string>): Promise<void> => {
  const missing = state.accounts.filter(({ name }) => !given.has(name));
  if (missing.length === 0) return;
  const used = await listUsedAccounts(main);
  const needed = missing.find(({ name }) => used.has(name));
  if (needed !== undefined)
    throw new UnfitAccountsError(
      `Organisations are in the storage account ${needed.name}, but TABLES_ACCOUNTS does not name it. Add it, or move them with admin move-organisation first.`,
    );
};

const checkMark = async (name: string, id: string, store: TableStore): Promise<void> => {
  const mark = (await outside(store).get(accountMark, undefined))?.value;
  if (mark?.id !== id)
    throw new UnfitAccountsError(
      `TABLES_ACCOUNTS names another storage account as ${name} than before. Set the earlier address again.`,
    );
};

/**
 * Throws UnfitAccountsError if the settings lack a storage account that organisations use, or name another storage
 * account by a known name. Writes nothing.
 */
export const checkAccounts = async (main: TableStore, further: ReadonlyMap<string, TableStore>): Promise<void> => {
  const state = (await readState(main))?.value ?? noPlaces;
  await checkMissing(main, state, new Set(further.keys()));
  for (const { name, id } of state.accounts) {
    const store = further.get(name);
    if (store !== undefined) await checkMark(name, id, store);
  }
};

/** True if the storage account belongs to the installation of `main`. */
export const isOwnAccount = async (main: TableStore, store: TableStore): Promise<boolean> => {
  const mark = (await outside(store).get(accountMark, undefined))?.value;
  return mark !== undefined && ((await readState(main))?.value.accounts ?? []).some(({ id }) => id === mark.id);
};

const hasRows = async ({ admin }: WholeStore): Promise<boolean> => {
  for (const table of placedTables)
    if ((await admin.scanAll(table, { limit: 1, keysOnly: true })).rows.length > 0) return true;
  return false;
};

/**
 * Returns the id of a storage account, and creates the id if it is missing. If several instances do this at once, all
 * return the id that was written first.
 */
const markOf = async (store: TableStore): Promise<string> => {
  const records = outside(store);
  const mark = await records.get(accountMark, undefined);
  if (mark !== undefined) return mark.value.id;
  try {
    await records.insert(accountMark, undefined, { id: randomUUID() });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return markOf(store);
};

const register = async (main: TableStore, clock: Clock, name: string, store: WholeStore): Promise<void> => {
  if (await hasRows(store))
    throw new UnfitAccountsError(
      `The storage account ${name} of TABLES_ACCOUNTS contains data that this installation does not know. Use an empty account.`,
    );
  // Builds that do not know this format would look for all organisations in the main account, so they must not start
  // from now on.
  await claimFormat(main, { format: buildFormat.format, readableBy: buildFormat.format });
  const records = outside(main);
  for (;;) {
    const row = await readState(main);
    const state = row?.value ?? noPlaces;
    if (state.accounts.some((account) => account.name === name)) return;
    // The mark is written first, so that a registered account always has a mark.
    const id = await markOf(store);
    const accounts = [...state.accounts, { name, id, since: toInstant(clock.now()) }];
    const next = { ...state, version: state.version + 1, accounts };
    try {
      if (row === undefined) await records.insert(placesState, undefined, next);
      else await records.replace(placesState, undefined, next, row.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

/** Registers new storage accounts, and then makes the checks of `checkAccounts`. */
export const claimAccounts = async (
  main: TableStore,
  further: ReadonlyMap<string, WholeStore>,
  clock: Clock,
): Promise<void> => {
  const known = new Set((await readState(main))?.value.accounts.map(({ name }) => name));
  for (const [name, store] of further) if (!known.has(name)) await register(main, clock, name, store);
  await checkAccounts(main, further);
};
