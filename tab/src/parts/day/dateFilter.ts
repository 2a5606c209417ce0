import { useSearchParams } from 'react-router-dom';
import type { LocalDate } from '#contracts/ids.ts';
import { readDate } from '../../ui/dates.ts';
import { useToday } from '../../ui/reader.ts';

/** The day a page shows; lives in its address, so that reload, back and a copied link show the same. */
export interface DateFilter {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly setDate: (date: LocalDate) => void;
}

/** Sets one part of the page's query and keeps the others; undefined takes it away. */
export const usePutParam = (): ((name: string, value: string | undefined) => void) => {
  const [, setParams] = useSearchParams();
  return (name, value) => {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (value === undefined) changed.delete(name);
      else changed.set(name, value);
      return changed;
    });
  };
};

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
