import { shareRunningCall } from '#contracts/shareRunningCall.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { outside } from '../recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../recordKindsAndAccess.ts';
import { isConflict, StoreError } from '../tableStorePort.ts';
import type { TableStore } from '../tableStorePort.ts';
import { mainAccount, organisationPlace, placesState } from './organisationPlaceKinds.ts';

// Finds the storage account of an organisation (docs/decisions/091). An instance uses the places that it has read for
// at most `leaseMs`. So a call that began with the old place and ends more than `leaseMs` after the change fails, and
// its caller repeats it.

export const placeTimes = {
  /** Milliseconds after which `placesState` is read again in the background, while calls still use the old value. */
  refreshMs: 2_000,
  /** Milliseconds after which calls wait for a new read of `placesState`. */
  leaseMs: 5_000,
  /**
   * Milliseconds without a heartbeat of the moving process, after which an instance ends the fence, in which no account
   * serves the organisation.
   */
  fenceMs: 30_000,
} as const;

export type PlacesState = ValueOf<typeof placesState>;

export interface Place {
  readonly account: string;
  /**
   * Text that is put before each etag and continuation of this place, so that no other place accepts them. Empty for an
   * organisation that never left the main account.
   */
  readonly tag: string;
}

export interface PlacementDeps {
  readonly main: TableStore;
  /**
   * Time of this process in milliseconds. It never goes back, and it counts the time for which the machine is suspended
   * (`createElapsedClock`).
   */
  readonly monotonic: () => number;
}

export interface Placements {
  /**
   * Returns the place for a call that begins now. Throws UNAVAILABLE during the fence of a move, in which no account
   * may serve the organisation.
   */
  find(orgId: OrgId): Promise<Place>;
  /** Throws UNAVAILABLE if the organisation may have moved to another account before the end of a call. */
  confirm(orgId: OrgId, place: Place): Promise<void>;
  /** Returns the storage account that has the valid rows, also during the fence of a move. */
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
 * Ends the fence of a move (the phase without access to the organisation) if the moving process writes no heartbeat, so
 * that people can use the organisation again. That process then cannot switch the place, and copies again.
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

/** Caches `placesState`. A caller of `current` gets a value that is younger than `leaseMs`. */
const createStateLease = (deps: PlacementDeps, onChange: () => void) => {
  const { main, monotonic } = deps;
  const endSilentFence = createFenceWatch(deps);
  let known: Known | undefined;
  const { run: read } = shareRunningCall(async () => {
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
    /**
     * True if the given version of `placesState` is the last one that was read and is not too old, so that a place
     * found with it may be used.
     */
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
    // The place of an organisation without a row is cached only if the organisation exists, because a new organisation
    // may still get a row.
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
      // The lookup may have taken so long that `state` is too old. Then the place is looked up again.
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
