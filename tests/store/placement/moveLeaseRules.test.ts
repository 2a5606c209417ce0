import {
  FenceEndedError,
  acquireMoveLease,
  moveLeaseTimes,
  readPlacesState,
} from '../../../bot/src/backup/organisationMoveLease.ts';
import type { MoveLease } from '../../../bot/src/backup/organisationMoveLease.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { placeTimes } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import type { PlacesState } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { Stored } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { orgId, useMovingStores } from './organisationMoveWorld.ts';

const stores = useMovingStores();

const move = {
  ...{ orgId, from: 'main', to: 'east', startedAt: anInstant('2026-11-20T09:00:00.000Z') },
  phase: 'COPY',
  ...{ fromVersion: 0, toVersion: 1 },
} as const;

const stateNow = async (): Promise<Stored<PlacesState>> => {
  const row = await readPlacesState(stores().main);
  if (row === undefined) throw new Error('The accounts are registered.');
  return row;
};

/** Acquires the lease of a new move. `main`: the connection to the main account. */
const acquired = async (main: TableStore = stores().main, sleeps: number[] = []): Promise<MoveLease> => {
  const { clock } = stores();
  const sleep = (ms: number): Promise<void> => {
    sleeps.push(ms);
    clock.set(clock.now() + ms);
    return Promise.resolve();
  };
  const deps = { main, monotonic: () => clock.now(), sleep, owner: 'first' };
  return acquireMoveLease(deps, await stateNow(), { ...move });
};

const later = (ms: number): void => {
  stores().clock.set(stores().clock.now() + ms);
};

/** Changes the stored state as another process would do. */
const changeState = async (change: (state: PlacesState) => PlacesState): Promise<void> => {
  const { value, etag } = await stateNow();
  await outside(stores().main).replace(placesState, undefined, change(value), etag);
};

const changeMove = (change: Partial<NonNullable<PlacesState['move']>>): Promise<void> =>
  changeState((state) => ({ ...state, move: state.move === null ? null : { ...state.move, ...change } }));

describe('the lease of a move', () => {
  it('is stored with its owner, and makes instances read the places again', async () => {
    const before = (await stateNow()).value.version;
    const lease = await acquired();
    const { value } = await stateNow();
    expect([value.version, value.move]).toEqual([before + 1, { ...move, owner: 'first', beat: 0 }]);
    expect(lease.move()).toEqual(value.move);
  });

  it('is refused if the state changed since it was read', async () => {
    const stale = await stateNow();
    await changeState((state) => ({ ...state, version: state.version + 1 }));
    const { main, clock } = stores();
    const deps = { main, monotonic: () => clock.now(), sleep: () => Promise.resolve(), owner: 'first' };
    await expect(acquireMoveLease(deps, stale, { ...move })).rejects.toThrow(
      'Another process moves this organisation now. Let it finish, or run the command again later.',
    );
    expect((await stateNow()).value.move).toBeNull();
  });

  it('passes on an error of the store', async () => {
    const failure = new StoreError('UNAVAILABLE', 'no network');
    const main: TableStore = { ...stores().main, replace: () => Promise.reject(failure) };
    await expect(acquired(main)).rejects.toBe(failure);
    const lease = await acquired();
    let isDown = false;
    const failing: TableStore = {
      ...stores().main,
      replace: (...call) => (isDown ? Promise.reject(failure) : stores().main.replace(...call)),
    };
    await lease.end();
    const other = await acquired(failing);
    isDown = true;
    await expect(other.begin('FENCE')).rejects.toBe(failure);
  });

  it('has a heartbeat when the last write is five seconds old', async () => {
    const lease = await acquired();
    later(moveLeaseTimes.heartbeatMs - 1);
    await lease.alive();
    expect((await stateNow()).value.move?.beat).toBe(0);
    later(1);
    await lease.alive();
    await lease.alive();
    expect((await stateNow()).value.move?.beat).toBe(1);
    later(moveLeaseTimes.heartbeatMs);
    await Promise.all([lease.alive(), lease.alive()]);
    expect((await stateNow()).value.move?.beat).toBe(2);
  });

  it('is confirmed by a heartbeat at once, whatever the clock of the process shows', async () => {
    const lease = await acquired();
    await lease.confirm();
    expect((await stateNow()).value.move?.beat).toBe(1);
    later(moveLeaseTimes.heartbeatMs);
    // The first heartbeat may have begun before a takeover, so another one follows.
    await Promise.all([lease.alive(), lease.confirm()]);
    expect((await stateNow()).value.move?.beat).toBe(3);
    await changeMove({ owner: 'second' });
    await expect(lease.alive()).resolves.toBeUndefined();
    await expect(lease.confirm()).rejects.toThrow('Another process moves this organisation now.');
  });

  it('keeps its heartbeats while it waits, so that neither an instance nor another process ends it', async () => {
    const sleeps: number[] = [];
    const lease = await acquired(stores().main, sleeps);
    const begun = stores().clock.now();
    await lease.wait(60_500);
    expect(stores().clock.now() - begun).toBe(60_500);
    expect(Math.max(...sleeps)).toBeLessThan(placeTimes.fenceMs - moveLeaseTimes.heartbeatMs);
    expect((await stateNow()).value.move?.beat).toBe(12);
  });

  it('ends if a heartbeat took so long that another process may soon take over', async () => {
    let slowMs = 0;
    const slow: TableStore = {
      ...stores().main,
      replace: (...call) => {
        later(slowMs);
        return stores().main.replace(...call);
      },
    };
    const lease = await acquired(slow);
    later(moveLeaseTimes.heartbeatMs);
    slowMs = moveLeaseTimes.validMs - 1;
    await expect(lease.alive()).resolves.toBeUndefined();
    later(moveLeaseTimes.heartbeatMs);
    slowMs = moveLeaseTimes.validMs;
    await expect(lease.alive()).rejects.toThrow('Another process moves this organisation now.');
  });

  it.each([
    ['another process took over the move', () => changeMove({ owner: 'second' })],
    ['the move has ended', () => changeState((state) => ({ ...state, move: null }))],
    ['the state is gone', async () => outside(stores().main).delete(placesState, undefined, (await stateNow()).etag)],
  ])('ends if %s', async (_, change) => {
    const lease = await acquired();
    await change();
    later(moveLeaseTimes.heartbeatMs);
    await expect(lease.alive()).rejects.toThrow('Another process moves this organisation now.');
    await expect(lease.begin('CLEAN')).rejects.toThrow('Another process moves this organisation now.');
  });

  it('reports that an instance ended the fence, and then continues', async () => {
    const lease = await acquired();
    await lease.begin('FENCE');
    await changeMove({ phase: 'COPY' });
    const switching = lease.begin('CLEAN');
    await expect(switching).rejects.toThrow(FenceEndedError);
    await expect(switching).rejects.toThrow('The fence was ended.');
    expect(lease.move().phase).toBe('COPY');
    await lease.begin('FENCE');
    expect((await stateNow()).value.move?.phase).toBe('FENCE');
  });

  it('continues if another part of the state changed, and keeps that change', async () => {
    const lease = await acquired();
    const account = { name: 'west', since: '2026-11-20T09:00:00.000Z' } as const;
    await changeState((state) => ({
      ...state,
      accounts: [...state.accounts, { ...state.accounts[0], ...account }] as PlacesState['accounts'],
    }));
    await lease.begin('FENCE');
    const { value } = await stateNow();
    expect([value.accounts.at(-1)?.name, value.move?.phase]).toEqual(['west', 'FENCE']);
  });

  it('makes instances read the places again with each phase and at its end', async () => {
    const lease = await acquired();
    const { version } = (await stateNow()).value;
    await lease.begin('FENCE');
    expect((await stateNow()).value).toMatchObject({ version: version + 1, move: { phase: 'FENCE' } });
    await lease.end();
    expect((await stateNow()).value).toMatchObject({ version: version + 2, move: null });
  });
});
