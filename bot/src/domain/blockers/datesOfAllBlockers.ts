import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDateAt, msOf } from '../core/zonedTimeAndCalendarDates.ts';
import { sinceOf, wasReported } from './blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from './blockerStateAndAllowedChanges.ts';
import { pastOf } from './keepPastBlockerDates.ts';

export interface BlockerDates {
  readonly since: LocalDate;
  /** Date of the end in the zone of the report; null if the blocker is open, or if its end is unknown. */
  readonly endedOn: LocalDate | null;
}

interface Zoned {
  readonly timezone: ZoneId;
}

/**
 * Returns the zone in which the ends of a report's blockers get their dates: the current zone of the report, as on the
 * page of blockers. For a deleted report, this is the zone of its newest counted run in the period.
 */
export const blockerZone = (meeting: Zoned | undefined, newest: Zoned | undefined): ZoneId | undefined =>
  (meeting ?? newest)?.timezone;

/** Returns the dates of all known blockers of a row, oldest first. The roll-up and the trends count these blockers. */
export const blockerDates = (blocker: TrackedBlocker, zone: ZoneId): BlockerDates[] => {
  if (!wasReported(blocker)) return [];
  const last = { since: sinceOf(blocker), closedAt: blocker.isOpen ? null : blocker.closedAt };
  return [...pastOf(blocker).ended, last].map(({ since, closedAt }) => {
    if (closedAt === null) return { since, endedOn: null };
    const date = localDateAt(msOf(closedAt), zone);
    // An answer before the opening can report a blocker. Such a blocker can end before its first date begins in this
    // zone.
    return { since, endedOn: date < since ? since : date };
  });
};
