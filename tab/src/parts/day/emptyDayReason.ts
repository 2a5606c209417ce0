import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';

export type EmptyReason = 'HOLIDAY' | 'FILTERED' | 'PAUSED' | 'DISABLED' | 'AHEAD' | 'TODAY' | 'NO_RUNS';

interface EmptyFacts {
  readonly isHoliday: boolean;
  readonly isFiltered: boolean;
  readonly isPaused: boolean;
  readonly meetings: readonly { readonly isEnabled: boolean }[];
  readonly date: LocalDate;
  readonly today: LocalDate;
}

/**
 * Returns the reason that explains the empty day best. For a day in the past, ignores whether the organisation is
 * paused and the meetings are disabled, because their current state does not explain the past.
 */
export const emptyDayReason = (facts: EmptyFacts): EmptyReason => {
  const { isHoliday, isFiltered, isPaused, meetings, date, today } = facts;
  if (isHoliday) return 'HOLIDAY';
  if (isFiltered) return 'FILTERED';
  if (date < today) return 'NO_RUNS';
  if (isPaused) return 'PAUSED';
  if (meetings.every(({ isEnabled }) => !isEnabled)) return 'DISABLED';
  return date === today ? 'TODAY' : 'AHEAD';
};
