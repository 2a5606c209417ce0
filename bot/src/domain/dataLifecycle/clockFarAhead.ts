import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, dayMs, hourMs, minuteMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

// Protects data from a clock that is far ahead by mistake: work that cannot be undone waits while the clock is more than
// two days past the last day with nightly work. After an hour with the new time the clock is believed, because a server
// that was switched off for days looks the same.

/** The last day with nightly work, and the checks of a clock that was far ahead of it. */
export interface LastNight {
  readonly day: LocalDate;
  readonly aheadSince?: Instant | null | undefined;
  readonly aheadAt?: Instant | null | undefined;
  readonly believedAt?: Instant | null | undefined;
}

const longestGapMs = 2 * dayMs;
const agreementMs = hourMs;
/** If the clock was not checked for this long, the hour begins again. */
const longestSilenceMs = 30 * minuteMs;

const lastKnownMs = ({ day, believedAt }: LastNight): number => {
  const endOfDay = Date.parse(addDays(day, 1));
  return believedAt == null ? endOfDay : Math.max(endOfDay, msOf(believedAt));
};

/** True if `now` (epoch ms) is more than two days past the end of the last known day. */
export const isFarAhead = (night: LastNight, now: number): boolean => now - lastKnownMs(night) > longestGapMs;

/** Returns the changed fields after a check of a clock that is far ahead. `now` in epoch ms. */
export const afterCheck = (night: LastNight, now: number): Omit<LastNight, 'day'> => {
  const at = toInstant(now);
  const { aheadSince, aheadAt } = night;
  const silenceMs = aheadAt == null ? Infinity : now - msOf(aheadAt);
  if (aheadSince == null || silenceMs < 0 || silenceMs > longestSilenceMs) return { aheadSince: at, aheadAt: at };
  if (now - msOf(aheadSince) < agreementMs) return { aheadAt: at };
  return { believedAt: at, aheadSince: null, aheadAt: null };
};
