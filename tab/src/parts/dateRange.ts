import { useSearchParams } from 'react-router-dom';
import { ui } from '#contracts/limits.ts';
import type { LocalDate } from '#contracts/ids.ts';
import { addDays, readDate } from '../ui/dates.ts';
import { useChangeParams } from '../ui/params.ts';
import { useToday } from '../ui/reader.ts';

/** Days, both included. */
export interface Range {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const dayMs = 86_400_000;
/** How many days a range has; none when it ends before it begins. */
export const daysIn = ({ from, to }: Range): number =>
  Math.max(0, (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1);

export const isRange = (range: Range, mostDays: number): boolean => {
  const days = daysIn(range);
  return days > 0 && days <= mostDays;
};

/** The last thirty days. */
export const lastDays = (today: LocalDate, days: number = ui.windowDays): Range => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** The range of the page's address; one that is none is taken for the default. */
export const useRange = (mostDays: number): { readonly range: Range; readonly setRange: (range: Range) => void } => {
  const today = useToday();
  const [params] = useSearchParams();
  const change = useChangeParams();
  const usual = lastDays(today);
  const asked = { from: readDate(params.get('from')) ?? usual.from, to: readDate(params.get('to')) ?? usual.to };
  return {
    range: isRange(asked, mostDays) ? asked : usual,
    setRange: ({ from, to }) => {
      change((params) => {
        params.set('from', from);
        params.set('to', to);
      });
    },
  };
};
