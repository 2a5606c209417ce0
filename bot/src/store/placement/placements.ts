import { joinRunning } from '#contracts/joinRunning.ts';
import { BoundedMap } from '#contracts/memo.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import { org } from '../kinds/organisationsAndMembers.ts';
import { mainAccount, organisationPlace, placesState } from './organisationPlaces.ts';
import { outside } from '../records.ts';
import type { Stored, ValueOf } from '../records.ts';
import { isConflict, StoreError } from '../tableStore.ts';
import type { TableStore } from '../tableStore.ts';

// Finds the storage account of an organisation (docs/decisions/091). An instance uses what it read about places for `leaseMs` at
// most. So `leaseMs` after a change, each call that still used the earlier place fails at its end, and its caller starts again.

export const placeTimes = {
  /** Age at which the state is read again, while calls still use it. */
  refreshMs: 2_000,
  /** Age at which the state is too old for calls. */
  leaseMs: 5_000,
  /** Time without a sign of the moving process after which an instance ends the fence. */
  fenceMs: 30_000,
} as const;

export type PlacesState = ValueOf<typeof placesState>;

export interface Place {
  readonly account: string;
  /** Prefix of versions and continuations of this place, so that none is valid in another place; empty = none. */
  readonly tag: string;
}

export interface PlacementDeps {
  readonly main: TableStore;
  /** Time of this process in milliseconds. It never goes back. */
  readonly monotonic: () => number;
}

export interface Placements {
  /** Returns the place for a call that begins now. Throws UNAVAILABLE while the organisation changes its account. */
  find(orgId: OrgId): Promise<Place>;
  /** Throws UNAVAILABLE if the organisation may have left the place before the end of a call. */
  confirm(orgId: OrgId, place: Place): Promise<void>;
  /** Returns the place of the rows, also while the organisation changes its account. */
  locate(orgId: OrgId): Promise<Place>;
  state(): Promise<PlacesState>;
}

export const noPlaces: PlacesState = { version: 0, accounts: [], move: null };

const placeOf = (account: string, version: number): Place => ({
  account,
  tag: account === mainAccount && version === 0 ? '' : `${account}.${version}`,
});
const atHome = placeOf(mainAccount, 0);

const isSame = (a: Place, b: Place): boolean => a.account === b.account && a.tag === b.tag;

const moving = (): StoreError =>
  new StoreError('UNAVAILABLE', 'The organisation is moving to another storage account. Try again in a few seconds.');

interface Known {
  readonly state: PlacesState;
  readonly readAt: number;
}

/**
 * Ends the fence of a move whose process gives no sign of life, so that the organisation is not locked out. The process then fails to
 * switch the place, and copies again.
 */
const createFenceWatch = ({ main, monotonic }: PlacementDeps) => {
  let seen: { readonly etag: string; readonly at: number } | undefined;
  return async (row: Stored<PlacesState> | undefined): Promise<void> => {
    const move = row?.value.move;
    if (row === undefined || move?.phase !== 'FENCE') {
      seen = undefined;
      return;
    }
    if (seen?.etag !== row.etag) seen = { etag: row.etag, at: monotonic() };
    if (monotonic() - seen.at < placeTimes.fenceMs) return;
    const state: PlacesState = { ...row.value, version: row.value.version + 1, move: { ...move, phase: 'COPY' } };
    try {
      await outside(main).replace(placesState, undefined, state, row.etag);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  };
};

/** Keeps the state of places, which is read again when it is needed and old. */
const createStateLease = (deps: PlacementDeps, onChange: () => void) => {
  const { main, monotonic } = deps;
  const endSilentFence = createFenceWatch(deps);
  let known: Known | undefined;
  const { run: read } = joinRunning(async () => {
    const readAt = monotonic();
    const row = await outside(main).get(placesState, undefined);
    const state = row?.value ?? noPlaces;
    if (state.version !== known?.state.version) onChange();
    known = { state, readAt };
    await endSilentFence(row);
  });
  const age = (): number => (known === undefined ? Infinity : monotonic() - known.readAt);
  return {
    current: async (): Promise<PlacesState> => {
      // A failure of this early read has no effect: the next call tries again, and waits if the state is too old.
      if (age() >= placeTimes.refreshMs) void read().catch(() => undefined);
      if (age() >= placeTimes.leaseMs) await read();
      if (age() >= placeTimes.leaseMs)
        throw new StoreError('UNAVAILABLE', 'The places of organisations are read too slowly.');
      return known?.state ?? noPlaces;
    },
    /** True if calls may still use what follows from the state. */
    isValid: ({ version }: PlacesState): boolean => version === known?.state.version && age() < placeTimes.leaseMs,
  };
};

/** Maximum number of organisations whose place is kept in memory. */
const maxPlaces = 100_000;

export const createPlacements = (deps: PlacementDeps): Placements => {
  const { main } = deps;
  const places = new BoundedMap<OrgId, Place>(maxPlaces);
  const lease = createStateLease(deps, () => {
    places.clear();
  });

  const lookUp = async (orgId: OrgId, state: PlacesState): Promise<Place> => {
    const row = await outside(main).get(organisationPlace, { orgId });
    const place = row === undefined ? atHome : placeOf(row.value.account, row.value.version);
    // An organisation without a row is only kept if it exists, because one that does not exist yet may get a place.
    const isSettled = row !== undefined || (await main.get(org.table, org.at(orgId, undefined))) !== undefined;
    if (isSettled && lease.isValid(state)) places.set(orgId, place);
    return place;
  };

  const locateIn = async (state: PlacesState, orgId: OrgId): Promise<Place> => {
    const { accounts, move } = state;
    if (accounts.length === 0) return atHome;
    if (move?.orgId === orgId)
      return move.phase === 'CLEAN' ? placeOf(move.to, move.toVersion) : placeOf(move.from, move.fromVersion);
    return places.get(orgId) ?? lookUp(orgId, state);
  };

  const find = async (orgId: OrgId): Promise<Place> => {
    for (;;) {
      const state = await lease.current();
      if (state.move?.orgId === orgId && state.move.phase === 'FENCE') throw moving();
      const place = await locateIn(state, orgId);
      // The lookup of a place may take longer than its state is valid.
      if (lease.isValid(state)) return place;
    }
  };

  return {
    find,
    confirm: async (orgId, place) => {
      if (!isSame(await find(orgId), place)) throw moving();
    },
    locate: async (orgId) => locateIn(await lease.current(), orgId),
    state: () => lease.current(),
  };
};
