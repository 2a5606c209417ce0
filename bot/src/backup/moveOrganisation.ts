import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { msOf, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { mainAccount, organisationPlace } from '../store/placement/organisationPlaceKinds.ts';
import { org } from '../store/kinds/organisations/organisation.ts';
import { placedTables } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import type { WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { isKnownEverywhere, settlingMs } from '../store/placement/placeNewOrganisation.ts';
import { noPlaces } from '../store/placement/cachedOrganisationPlaces.ts';
import type { PlacesState } from '../store/placement/cachedOrganisationPlaces.ts';
import { inOrg, outside } from '../store/recordKindsAndAccess.ts';
import type { Step, StoredRow, Table } from '../store/tableStorePort.ts';
import { isChangedRow } from '../store/tables/doubtfulConflictError.ts';
import { BackupRefused } from './backupRefusedError.ts';
import { copyOrganisation, partitionsOf, rowsOfPartitions } from './copyOrganisationToStorageAccount.ts';
import type { OrganisationCopy } from './copyOrganisationToStorageAccount.ts';
import { FenceEndedError, acquireMoveLease, moveLeaseTimes, readPlacesState } from './organisationMoveLease.ts';
import type { MoveLeaseDeps, MoveLease, OrganisationMove } from './organisationMoveLease.ts';
import { deleteStep, deletionBatches } from './checkAndEmptyTargetStore.ts';
import type { CountedRow } from './tableChecksum.ts';

// Moves an organisation to another storage account while people use it (docs/decisions/091). Each step may be repeated,
// so after an interruption the same call continues.

export interface MoveDeps extends MoveLeaseDeps {
  readonly main: WholeStore;
  /** All storage accounts of the settings by name, with the main account. */
  readonly accounts: ReadonlyMap<string, WholeStore>;
  readonly clock: Clock;
  /** Reports the progress to the operator. */
  readonly print: (line: string) => void;
}

export interface MovedOrganisation {
  /**
   * Number and hash of the moved rows; null = an earlier call had already switched the organisation to the new account,
   * or the move was cancelled.
   */
  readonly counted: CountedRow | null;
  /** Milliseconds for which the organisation was not available during this call. */
  readonly fencedMs: number;
}

const accountOf = ({ accounts }: MoveDeps, name: string): WholeStore => {
  const store = accounts.get(name);
  if (store === undefined) throw new BackupRefused(`TABLES_ACCOUNTS does not name the account ${name}.`);
  return store;
};

/**
 * Throws if a running instance does not have the storage account in its settings, because that instance would not find
 * the organisation in it.
 */
const requireUsable = async ({ main, clock }: MoveDeps, { accounts }: PlacesState, to: string): Promise<void> => {
  if (to === mainAccount) return;
  const registered = accounts.find(({ name }) => name === to);
  if (registered === undefined)
    throw new BackupRefused(
      `No server has used the account ${to} yet. Start the servers with it in TABLES_ACCOUNTS first.`,
    );
  if (clock.now() - msOf(registered.since) < settlingMs)
    throw new BackupRefused(`The account ${to} is new. Run the command again in two minutes.`);
  if (!(await isKnownEverywhere(main, clock, to)))
    throw new BackupRefused(
      `A running server does not have the account ${to} in TABLES_ACCOUNTS. Restart it with the setting.`,
    );
};

const newMove = async (
  deps: MoveDeps,
  state: PlacesState,
  orgId: OrgId,
  to: string,
): Promise<Omit<OrganisationMove, 'owner' | 'beat'>> => {
  const place = (await outside(deps.main).get(organisationPlace, { orgId }))?.value;
  const from = place?.account ?? mainAccount;
  if ((await inOrg(accountOf(deps, from), orgId).get(org, undefined)) === undefined)
    throw new BackupRefused(`There is no organisation with the id ${orgId}.`);
  if (from === to) throw new BackupRefused(`The organisation is in the account ${to} already.`);
  const startedAt = toInstant(deps.clock.now());
  const versions = { fromVersion: place?.version ?? 0, toVersion: state.version + 1 };
  return { ...{ orgId, from, to, startedAt }, ...versions, phase: 'COPY' };
};

/** True if moving the organisation to `to` cancels the move. After its switch (CLEAN), a move cannot be cancelled. */
const isCancelling = (move: OrganisationMove, to: string): boolean => move.from === to && move.phase !== 'CLEAN';

const requireSameMove = (move: OrganisationMove, orgId: OrgId, to: string): void => {
  if (move.orgId !== orgId || (move.to !== to && !isCancelling(move, to)))
    throw new BackupRefused(
      `The organisation ${move.orgId} is moving to ${move.to}. Finish that first: move-organisation ${move.orgId} ${move.to}`,
    );
};

/**
 * Continues a move whose process has written no heartbeat for `takeoverMs`. If that process stopped during the fence
 * (the phase in which no instance uses the organisation), the move begins again with the copy.
 */
const takeOver = async (deps: MoveDeps, orgId: OrgId, to: string): Promise<MoveLease> => {
  const before = await readPlacesState(deps.main);
  const move = before?.value.move;
  if (move == null) return begin(deps, orgId, to);
  requireSameMove(move, orgId, to);
  deps.print(
    'An earlier run was interrupted. Waiting two and a half minutes until none of its requests can take effect.',
  );
  await deps.sleep(moveLeaseTimes.takeoverMs);
  const row = await readPlacesState(deps.main);
  const found = row?.value.move;
  if (row === undefined || found == null || found.owner !== move.owner || found.beat !== move.beat)
    throw new BackupRefused('Another process moves this organisation now. Run the command again later.');
  // The last request of the interrupted process may have switched the organisation meanwhile. Its new account is then
  // the valid one, and a cancellation would delete the rows in it.
  requireSameMove(found, orgId, to);
  return acquireMoveLease(deps, row, { ...found, phase: found.phase === 'CLEAN' ? 'CLEAN' : 'COPY' });
};

const begin = async (deps: MoveDeps, orgId: OrgId, to: string): Promise<MoveLease> => {
  accountOf(deps, to);
  const row = await readPlacesState(deps.main);
  const state = row?.value ?? noPlaces;
  if (row === undefined || state.accounts.length === 0)
    throw new BackupRefused('TABLES_ACCOUNTS names no further account, so an organisation cannot move.');
  if (state.move !== null) return takeOver(deps, orgId, to);
  await requireUsable(deps, state, to);
  return acquireMoveLease(deps, row, await newMove(deps, state, orgId, to));
};

/**
 * Maximum number of passes while people use the organisation. Further passes do not help if people change rows faster
 * than a pass copies them.
 */
const maxOnlinePasses = 8;
/**
 * The online copy ends when a pass after the first finds at most this number of differing rows, so that the
 * organisation is unavailable only for a short time afterwards.
 */
const fewRows = 200;
const maxFencedPasses = 20;
const maxFences = 5;

const copyOnline = async (copy: OrganisationCopy, print: MoveDeps['print']): Promise<void> => {
  for (let pass = 1; pass <= maxOnlinePasses; pass += 1) {
    const differing = await copy.pass();
    print(`Pass ${pass}: ${differing} rows were different.`);
    if (differing <= fewRows && pass > 1) return;
  }
};

/**
 * Begins the fence, the phase in which no instance uses the organisation, and copies until both accounts are equal.
 * Then switches the organisation to the new account.
 */
const switchPlace = async (hold: MoveLease, copy: OrganisationCopy): Promise<void> => {
  await hold.begin('FENCE');
  await hold.wait(moveLeaseTimes.fenceMs);
  for (let pass = 1; (await copy.pass()) > 0; pass += 1)
    if (pass >= maxFencedPasses)
      throw new BackupRefused('The organisation still changes. Run the command again later.');
  // `CLEAN` switches the organisation to the new account. It is one conditional write, which fails if an instance has
  // ended the fence.
  await hold.begin('CLEAN');
};

const endFence = async (hold: MoveLease): Promise<void> => {
  try {
    await hold.begin('COPY');
  } catch {
    // The instances end the fence by themselves after `placeTimes.fenceMs` (half a minute) without a heartbeat.
  }
};

const copyAndSwitch = async (deps: MoveDeps, hold: MoveLease): Promise<MovedOrganisation> => {
  const { orgId, from, to } = hold.move();
  const places = { source: accountOf(deps, from), target: accountOf(deps, to) };
  const copy = copyOrganisation({ ...places, alive: () => hold.alive(), confirm: () => hold.confirm() }, orgId);
  let fencedMs = 0;
  for (let fence = 1; ; fence += 1) {
    await copyOnline(copy, deps.print);
    const fencedAt = deps.monotonic();
    try {
      await switchPlace(hold, copy);
      return { counted: copy.counted(), fencedMs: fencedMs + deps.monotonic() - fencedAt };
    } catch (error) {
      fencedMs += deps.monotonic() - fencedAt;
      if (!(error instanceof FenceEndedError) || fence >= maxFences) {
        await endFence(hold);
        throw error;
      }
      deps.print('The fence ended before the copy was complete. Copying again.');
    }
  }
};

/**
 * Deletes rows of one partition, unless the last one has changed since it was read. A delete in a transaction cannot
 * depend on an etag, so the transaction keeps the last row and writes it without a change. If the organisation is in
 * this account again, all its rows have new etags, and nothing is deleted.
 */
const deleteUnchanged = (
  store: WholeStore,
  table: Table,
  rows: readonly [StoredRow, ...StoredRow[]],
): Promise<void> => {
  const [first] = rows;
  const { pk, rk, etag } = rows.at(-1) ?? first;
  if (rows.length === 1) return store.delete(table, { pk, rk }, etag);
  const guard: Step = { do: 'merge', row: { pk, rk, values: {} }, etag };
  return store.transact(table, pk, [...rows.slice(0, -1).map(deleteStep), guard]);
};

/** Deletes rows of a table that a scan finds, and returns true if it found some. A later pass deletes the rest. */
const deletePass = async (store: WholeStore, table: Table, hold: MoveLease): Promise<boolean> => {
  const request = { partitions: partitionsOf(hold.move().orgId), keysOnly: true };
  let hasFound = false;
  for await (const rows of deletionBatches(rowsOfPartitions(store, table, request, () => hold.alive()))) {
    hasFound = true;
    await hold.alive();
    try {
      await deleteUnchanged(store, table, rows);
    } catch (error) {
      if (!isChangedRow(error)) throw error;
      await hold.confirm();
    }
  }
  return hasFound;
};

/** Deletes the rows of the organisation in a storage account that does not serve it, until a pass finds none. */
const deleteRowsIn = async (deps: MoveDeps, hold: MoveLease, account: string): Promise<void> => {
  for (const table of placedTables) while (await deletePass(accountOf(deps, account), table, hold));
};

/**
 * Writes the new place of the organisation. A process that another one has replaced must not overwrite the place of a
 * later move, whose version is higher.
 */
const recordPlace = async ({ main }: MoveDeps, hold: MoveLease): Promise<void> => {
  const { orgId, to, toVersion } = hold.move();
  const place = { orgId, account: to, version: toVersion };
  const records = outside(main);
  for (;;) {
    const row = await records.get(organisationPlace, { orgId });
    if (row !== undefined && row.value.version >= toVersion) return;
    try {
      if (row === undefined) await records.insert(organisationPlace, { orgId }, place);
      else await records.replace(organisationPlace, { orgId }, place, row.etag);
      return;
    } catch (error) {
      if (!isChangedRow(error)) throw error;
      await hold.confirm();
    }
  }
};

const clean = async (deps: MoveDeps, hold: MoveLease): Promise<void> => {
  const { from } = hold.move();
  await recordPlace(deps, hold);
  deps.print('The organisation is in its new account. The old rows are deleted in two minutes.');
  await hold.wait(moveLeaseTimes.drainMs);
  await deleteRowsIn(deps, hold, from);
  await hold.end();
};

/** Cancels a move before its switch. Deletes the copied rows; the organisation remains in its old storage account. */
const cancel = async (deps: MoveDeps, hold: MoveLease): Promise<MovedOrganisation> => {
  await deleteRowsIn(deps, hold, hold.move().to);
  await hold.end();
  deps.print('The move is cancelled.');
  return { counted: null, fencedMs: 0 };
};

/**
 * Moves an organisation, or continues an interrupted move. A move to the account that the organisation is leaving
 * cancels that move. Throws BackupRefused with a sentence for the operator.
 */
export const moveOrganisation = async (deps: MoveDeps, orgId: OrgId, to: string): Promise<MovedOrganisation> => {
  const hold = await begin(deps, orgId, to);
  if (hold.move().to !== to) return cancel(deps, hold);
  const moved = hold.move().phase === 'CLEAN' ? { counted: null, fencedMs: 0 } : await copyAndSwitch(deps, hold);
  await clean(deps, hold);
  return moved;
};
