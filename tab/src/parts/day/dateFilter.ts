import { useSearchParams } from 'react-router-dom';
import type { LocalDate } from '#contracts/ids.ts';
import { readDate } from '../../ui/dates.ts';
import { usePutParam } from '../../ui/params.ts';
import { useToday } from '../../ui/reader.ts';

/** The day a page shows; lives in its address, so that reload, back and a copied link show the same. */
export interface DateFilter {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly setDate: (date: LocalDate) => void;
}

export const useDateFilter = (): DateFilter => {
  const today = useToday();
  const [params] = useSearchParams();
  const put = usePutParam();
  return {
    date: readDate(params.get('date')) ?? today,
    today,
    // Today has no date in the address: a page left open moves on at midnight.
    setDate: (date) => {
      put('date', date === today ? undefined : date);
    },
  };
};
