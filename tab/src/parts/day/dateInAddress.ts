import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { readDate } from '../../ui/text/calculateAndFormatDates.ts';
import { usePutParam, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';

/** The shown day. The page's address stores it, so that a reload, Back and a copied link show the same day. */
export interface DateFilter {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly setDate: (date: LocalDate) => void;
}

export const useDateFilter = (): DateFilter => {
  const today = useToday();
  const params = useSearchParams();
  const put = usePutParam();
  return {
    date: readDate(params.get('date')) ?? today,
    today,
    // Today is not stored in the address, so that an open page shows the new day after midnight.
    setDate: (date) => {
      put('date', date === today ? undefined : date);
    },
  };
};
