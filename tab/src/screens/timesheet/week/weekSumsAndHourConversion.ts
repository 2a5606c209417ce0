import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { mondayOf } from '../../../ui/text/calculateAndFormatDates.ts';

/** A line of the week's table: the time for one report, or the time without a report. */
export interface GridLine {
  readonly meetingId: string | null;
  /** Name of the report; null = there is no report, or it was deleted. */
  readonly name: string | null;
  /** Minutes by date. Days without minutes are left out. */
  readonly byDate: ReadonlyMap<string, number>;
  readonly minutes: number;
}

type GridTask = Pick<Task, 'meetingId' | 'meetingName' | 'date' | 'hours' | 'minutes'>;

export const minutesOf = ({ hours, minutes }: Pick<Task, 'hours' | 'minutes'>): number => hours * 60 + minutes;

/** Converts whole minutes to decimal hours, rounded to two decimals. */
export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

const byName = (locale: string) => {
  const { compare } = new Intl.Collator(locale);
  // Lines without a name (no report, or a deleted one) are sorted last.
  return (gridLine: GridLine, other: GridLine): number =>
    gridLine.name === null || other.name === null
      ? Number(gridLine.name === null) - Number(other.name === null)
      : compare(gridLine.name, other.name);
};

const lineOf = (own: readonly GridTask[]): GridLine => {
  const byDate = new Map<string, number>();
  for (const task of own) byDate.set(task.date, (byDate.get(task.date) ?? 0) + minutesOf(task));
  const minutes = own.reduce((sum, task) => sum + minutesOf(task), 0);
  return { meetingId: own[0]?.meetingId ?? null, name: own[0]?.meetingName ?? null, byDate, minutes };
};

export const gridOf = (tasks: readonly GridTask[], locale: string): readonly GridLine[] =>
  [...new Set(tasks.map(({ meetingId }) => meetingId))]
    .map((meetingId) => lineOf(tasks.filter((task) => task.meetingId === meetingId)))
    .sort(byName(locale));

/** Returns the sums of minutes by week. The key is the Monday of the week. */
export const weekSums = (
  days: readonly { readonly date: LocalDate; readonly minutes: number }[],
): ReadonlyMap<LocalDate, number> => {
  const sums = new Map<LocalDate, number>();
  for (const { date, minutes } of days) {
    const monday = mondayOf(date);
    sums.set(monday, (sums.get(monday) ?? 0) + minutes);
  }
  return sums;
};
