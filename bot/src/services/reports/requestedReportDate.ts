import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';

/**
 * Returns the date that a request means; today if it has none. A date yyyy-MM-dd is used as it is; an instant with an
 * offset means the date in its text; an instant with Z means the date in the reader's zone (docs/product-rules.md, HTTP
 * interface).
 */
export const requestedReportDate = (requested: string | undefined, zone: ZoneId, now: number): LocalDate => {
  if (requested === undefined) return localDateAt(now, zone);
  const plain = localDate.safeParse(requested);
  if (plain.success) return plain.data;
  const day = requested.toUpperCase().endsWith('Z') ? localDateAt(Date.parse(requested), zone) : requested.slice(0, 10);
  // The result is checked again: in a zone east of UTC, an instant on the last supported day may fall on the next day.
  const read = localDate.safeParse(day);
  if (!read.success) throw new AppError('INVALID_INPUT', { message: 'invalid.date' });
  return read.data;
};
