import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import { addDays, instantOf, localDateAt } from '../core/zonedTimeAndCalendarDates.ts';

// Computes when quiet hours end. In these hours, the bot sends none of these to the person's chat: prompts, reminders,
// blocker cards, digests. Instants are in epoch ms.

interface Period {
  readonly start: number;
  readonly end: number;
}

/** Returns the quiet hours that begin `days` days after the day of `instant`, in the person's zone. */
const periodOf = ({ from, to }: QuietHours, zone: ZoneId, instant: number, days: number): Period => {
  const date = addDays(localDateAt(instant, zone), days);
  return { start: instantOf(date, from, zone), end: instantOf(to > from ? date : addDays(date, 1), to, zone) };
};

/**
 * Returns the end of the quiet hours that contain the instant; null if the instant is not in quiet hours. Clock changes
 * are handled as in a schedule: a skipped time moves forward by the gap, and for a repeated time the first instant is
 * used.
 */
export const endOfQuietHours = (
  quietHours: QuietHours | null | undefined,
  zone: ZoneId,
  instant: number,
): number | null => {
  if (quietHours == null) return null;
  // If the zone skips a date, quiet hours that began two dates earlier may still continue.
  for (const days of [0, -1, -2]) {
    const { start, end } = periodOf(quietHours, zone, instant, days);
    if (start <= instant && instant < end) return end;
  }
  return null;
};
