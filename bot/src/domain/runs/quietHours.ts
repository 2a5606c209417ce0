import type { ZoneId } from '#contracts/core/ids.ts';
import type { QuietHours } from '#contracts/organisations/quietHours.ts';
import { addDays, instantOf, localDateAt } from '../core/zonedTime.ts';

// Rules for the hours of a day in which a person gets no messages. All instants are in epoch ms.

interface Period {
  readonly start: number;
  readonly end: number;
}

/** Returns the quiet hours that begin on the person's own day, `days` days after the day of `instant`. */
const periodOf = ({ from, to }: QuietHours, zone: ZoneId, instant: number, days: number): Period => {
  const date = addDays(localDateAt(instant, zone), days);
  return { start: instantOf(date, from, zone), end: instantOf(to > from ? date : addDays(date, 1), to, zone) };
};

/**
 * Returns the end of the quiet hours around an instant; null if the instant is outside quiet hours. Clock changes count as in a
 * schedule: a skipped time moves forward by the gap, and of a repeated time the first one counts.
 */
export const endOfQuietHours = (
  quietHours: QuietHours | null | undefined,
  zone: ZoneId,
  instant: number,
): number | null => {
  if (quietHours == null) return null;
  // If a zone skips a date, quiet hours that began two dates earlier may still last.
  for (const days of [0, -1, -2]) {
    const { start, end } = periodOf(quietHours, zone, instant, days);
    if (start <= instant && instant < end) return end;
  }
  return null;
};
