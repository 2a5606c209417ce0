import { minuteMs } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Milliseconds after which no store call of an earlier request can take effect any more. At least `longestEffectMs` in
 * `store/tables/requestTimeLimits.ts`, which only the store imports.
 */
export const lateRequestMs = 2 * minuteMs;
