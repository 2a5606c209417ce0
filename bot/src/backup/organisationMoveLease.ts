import { shareRunningCall } from '#contracts/shareRunningCall.ts';
import { placesState } from '../store/placement/organisationPlaceKinds.ts';
import { placeTimes } from '../store/placement/cachedOrganisationPlaces.ts';
import type { PlacesState } from '../store/placement/cachedOrganisationPlaces.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import type { Stored } from '../store/recordKindsAndAccess.ts';
import { longestEffectMs } from '../store/tables/requestTimeLimits.ts';
import { isConflict } from '../store/tableStorePort.ts';
import type { TableStore } from '../store/tableStorePort.ts';
import { BackupRefused } from './backupRefusedError.ts';

// Ensures that only one process works on a move. A process holds the move until `validMs` after its last heartbeat, a
// counter that it increments in `placesState`.

export type OrganisationMove = NonNullable<PlacesState['move']>;
export type MovePhase = OrganisationMove['phase'];

/** Milliseconds for which a process may still work on the move after its last heartbeat. */
const validMs = 20_000;

export const moveLeaseTimes = {
  /** Milliseconds between two heartbeats. */
  heartbeatMs: 5_000,
  validMs,
  /**
   * Milliseconds without a heartbeat after which another process may continue the move, because no request of the first
   * process can take effect any more.
   */
  takeoverMs: validMs + longestEffectMs,
  /**
   * Milliseconds from the beginning of the fence (the phase without access to the organisation) until no instance uses
   * the old storage account any more.
   */
  fenceMs: placeTimes.leaseMs + 1_000,
  /** Milliseconds from the switch until no request that began before the fence can take effect any more. */
  drainMs: longestEffectMs,
} as const;

export interface MoveLeaseDeps {
  readonly main: TableStore;
  /**
   * Milliseconds of a clock of this process that never goes back, and that counts the time for which the machine is
   * suspended (`createElapsedClock`).
   */
  readonly monotonic: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Id of this process. */
  readonly owner: string;
}

/** Thrown if an instance ended the fence because this process wrote no heartbeat for `placeTimes.fenceMs`. */
export class FenceEndedError extends Error {}

const taken = (): BackupRefused =>
  new BackupRefused('Another process moves this organisation now. Let it finish, or run the command again later.');

export interface MoveLease {
  readonly move: () => OrganisationMove;
  /**
   * Writes a heartbeat if the last one is older than `heartbeatMs`. Throws if another process took over the move, or if
   * an instance ended the fence.
   */
  alive(): Promise<void>;
  /**
   * Writes a heartbeat at once, so that this process knows without a clock that no other one has taken over. Throws as
   * `alive`.
   */
  confirm(): Promise<void>;
  /** Sets the phase of the move, and makes all instances read the places again. */
  begin(phase: MovePhase): Promise<void>;
  /** Waits for at least `ms` milliseconds and writes heartbeats meanwhile. */
  wait(ms: number): Promise<void>;
  /** Removes the move from `placesState`. */
  end(): Promise<void>;
}

export const readPlacesState = async (main: TableStore): Promise<Stored<PlacesState> | undefined> =>
  outside(main).get(placesState, undefined);

const moveIn = ({ move }: PlacesState): OrganisationMove => {
  if (move === null) throw taken();
  return move;
};

const change = (state: PlacesState, changed: Partial<OrganisationMove>): PlacesState => ({
  ...state,
  move: { ...moveIn(state), ...changed },
});
const raised = (state: PlacesState): PlacesState => ({ ...state, version: state.version + 1 });

const take = async (main: TableStore, row: Stored<PlacesState>, value: PlacesState): Promise<Stored<PlacesState>> => {
  try {
    return { ...row, value, etag: await outside(main).replace(placesState, undefined, value, row.etag) };
  } catch (error) {
    throw isConflict(error) ? taken() : error;
  }
};

/**
 * Begins or takes over a move. `row`: the stored state that this write replaces. Throws BackupRefused if the row has
 * changed.
 */
export const acquireMoveLease = async (
  deps: MoveLeaseDeps,
  row: Stored<PlacesState>,
  move: Omit<OrganisationMove, 'owner' | 'beat'>,
): Promise<MoveLease> => {
  const { main, monotonic, sleep, owner } = deps;
  const records = outside(main);
  const taking = { ...row.value, version: row.value.version + 1, move: { ...move, owner, beat: 0 } };
  let heartbeatAt = monotonic();
  let current = await take(main, row, taking);

  /**
   * Reads the row again after a conflict. If only another field of the row changed, for example because a server
   * registered a storage account, this process may continue to work on the move.
   */
  const readAgain = async (): Promise<void> => {
    const { phase } = moveIn(current.value);
    const found = await readPlacesState(main);
    if (found?.value.move?.owner !== owner) throw taken();
    current = found;
    if (found.value.move.phase !== phase) throw new FenceEndedError('The fence was ended.');
  };
  const update = async (next: (state: PlacesState) => PlacesState): Promise<void> => {
    for (;;) {
      const at = monotonic();
      try {
        const value = next(current.value);
        const etag = await records.replace(placesState, undefined, value, current.etag);
        current = { ...current, value, etag };
        heartbeatAt = at;
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
        await readAgain();
      }
    }
  };
  const heartbeat = shareRunningCall(async () => {
    await update((state) => change(state, { beat: moveIn(state).beat + 1 }));
    // After a slow write, another process may soon take over, so no work begins.
    if (monotonic() - heartbeatAt >= moveLeaseTimes.validMs) throw taken();
  });
  const alive = async (): Promise<void> => {
    if (monotonic() - heartbeatAt >= moveLeaseTimes.heartbeatMs) await heartbeat.run();
  };

  return {
    move: () => moveIn(current.value),
    alive,
    confirm: async () => {
      // A heartbeat that is already running may have begun before the takeover.
      if (heartbeat.isRunning()) await heartbeat.run();
      await heartbeat.run();
    },
    begin: (phase) => update((state) => raised(change(state, { phase }))),
    wait: async (ms) => {
      // The times of the sleeps are added, because `monotonic` may jump ahead, and the wait must not be shorter.
      for (let left = ms; left > 0; left -= 1_000) {
        await alive();
        await sleep(Math.min(1_000, left));
      }
    },
    end: () => update((state) => raised({ ...state, move: null })),
  };
};
