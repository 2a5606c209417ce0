import type { LocalDate } from '#contracts/ids.ts';
import type { Task } from '#contracts/timesheet.ts';
import { mondayOf } from './presets.ts';

/** A line of a week's grid: what was done for one report, or for none. */
export interface GridLine {
  /** Of the report; null = of none. */
  readonly meetingId: string | null;
  /** Null also for a report of which nothing is left. */
  readonly name: string | null;
  /** Minutes by date; days without any are left out. */
  readonly byDate: ReadonlyMap<string, number>;
  readonly minutes: number;
}

type GridTask = Pick<Task, 'meetingId' | 'meetingName' | 'date' | 'hours' | 'minutes'>;

export const minutesOf = ({ hours, minutes }: Pick<Task, 'hours' | 'minutes'>): number => hours * 60 + minutes;

/** Decimal hours of whole minutes, rounded once. */
export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

const byName = (locale: string) => {
  const { compare } = new Intl.Collator(locale);
  // What belongs to no report comes last.
  return (one: GridLine, other: GridLine): number =>
    one.name === null || other.name === null
      ? Number(one.name === null) - Number(other.name === null)
      : compare(one.name, other.name);
};

const lineOf = (own: readonly GridTask[]): GridLine => {
  const byDate = new Map<string, number>();
  for (const task of own) byDate.set(task.date, (byDate.get(task.date) ?? 0) + minutesOf(task));
  const minutes = own.reduce((sum, task) => sum + minutesOf(task), 0);
  return { meetingId: own[0]?.meetingId ?? null, name: own[0]?.meetingName ?? null, byDate, minutes };
};

/** The lines of a week by name; their sums and those of the days are of the same minutes. */
export const gridOf = (tasks: readonly GridTask[], locale: string): readonly GridLine[] =>
  [...new Set(tasks.map(({ meetingId }) => meetingId))]
    .map((meetingId) => lineOf(tasks.filter((task) => task.meetingId === meetingId)))
    .sort(byName(locale));

/** Minutes of each week, by its Monday. */
export const weekSums = (
  days: readonly { readonly date: LocalDate; readonly minutes: number }[],
): ReadonlyMap<LocalDate, number> => {
  const sums = new Map<LocalDate, number>();
  for (const { date, minutes } of days) sums.set(mondayOf(date), (sums.get(mondayOf(date)) ?? 0) + minutes);
  return sums;
};
