import { addDays, dayMs, hourMs, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { nightly } from '../../store/kinds/dataLifecycle/nightlyWork.ts';
import type { Deps } from './deps.ts';
import { retryOnConflict } from './optimisticUpdate.ts';

// Protects data from a clock that is far ahead by mistake: work that cannot be undone waits while the clock is more than
// two days past the last day with nightly work. After an hour with the new time the clock is believed, because a server
// that was switched off for days looks the same.

type Night = ValueOf<typeof nightly>;

const longestGapMs = 2 * dayMs;
const agreementMs = hourMs;
/** If the clock was not checked for this long, the hour begins again. */
const longestSilenceMs = 30 * minuteMs;

const lastKnownMs = ({ day, believedAt }: Night): number => {
  const endOfDay = Date.parse(addDays(day, 1));
  return believedAt == null ? endOfDay : Math.max(endOfDay, msOf(believedAt));
};

const isAhead = (night: Night, now: number): boolean => now - lastKnownMs(night) > longestGapMs;

/**
 * True if work of the shard that cannot be undone must wait. False if no nightly work of the shard is known, as on a new
 * store.
 */
export const isClockFarAhead = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  shard: string,
): Promise<boolean> => {
  const row = await outside(store).get(nightly, { shard });
  return row !== undefined && isAhead(row.value, clock.now());
};

/** Returns the row after a check of a clock that is far ahead. */
const afterCheck = (night: Night, now: number): Night => {
  const at = toInstant(now);
  const { aheadSince, aheadAt } = night;
  const silenceMs = aheadAt == null ? Infinity : now - msOf(aheadAt);
  if (aheadSince == null || silenceMs < 0 || silenceMs > longestSilenceMs)
    return { ...night, aheadSince: at, aheadAt: at };
  if (now - msOf(aheadSince) < agreementMs) return { ...night, aheadAt: at };
  return { ...night, believedAt: at, aheadSince: null, aheadAt: null };
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
    if (row === undefined || !isAhead(row.value, now)) return true;
    const next = afterCheck(row.value, now);
    await records.replace(nightly, { shard }, next, row.etag);
    const isBelieved = next.aheadSince == null;
    const facts = { shard, day: row.value.day };
    if (isBelieved) deps.log.info('clock.believed', facts);
    else if (next.aheadSince !== row.value.aheadSince) deps.log.warn('clock.farAhead', facts);
    return isBelieved;
  });
