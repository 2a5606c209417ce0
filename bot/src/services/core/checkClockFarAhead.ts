import { afterCheck, isFarAhead } from '../../domain/dataLifecycle/clockFarAhead.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { nightly } from '../../store/kinds/dataLifecycle/nightlyWork.ts';
import type { Deps } from './deps.ts';
import { retryOnConflict } from './optimisticUpdate.ts';

// Checks whether the clock is far ahead by mistake (`domain/dataLifecycle/clockFarAhead.ts`).

/**
 * True if work of the shard that cannot be undone must wait. False if no nightly work of the shard is known, as on a new
 * store.
 */
export const isClockFarAhead = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  shard: string,
): Promise<boolean> => {
  const row = await outside(store).get(nightly, { shard });
  return row !== undefined && isFarAhead(row.value, clock.now());
};

/**
 * Checks the clock before the nightly work of a shard, once a minute until the work is done. Returns true if the clock
 * is not far ahead, or if it has shown the new time for an hour.
 */
export const checkClockAtNight = (deps: Pick<Deps, 'store' | 'clock' | 'log'>, shard: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const now = deps.clock.now();
    const row = await records.get(nightly, { shard });
    if (row === undefined || !isFarAhead(row.value, now)) return true;
    const next = { ...row.value, ...afterCheck(row.value, now) };
    await records.replace(nightly, { shard }, next, row.etag);
    const isBelieved = next.aheadSince == null;
    const facts = { shard, day: row.value.day };
    if (isBelieved) deps.log.info('clock.believed', facts);
    else if (next.aheadSince !== row.value.aheadSince) deps.log.warn('clock.farAhead', facts);
    return isBelieved;
  });
