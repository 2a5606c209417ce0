import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { readDate } from '../../ui/text/calculateAndFormatDates.ts';
import { usePutParam, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';

/** The shown day. The page's address contains it, so that a reload, Back and a copied link show the same day. */
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
    // Today is left out of the address, so that a page that stays open shows the new day after midnight.
    setDate: (date) => {
      put('date', date === today ? undefined : date);
    },
  };
};
