import { useMemo } from 'react';
import { DayOfWeek } from '@fluentui/react-calendar-compat';
import { DatePicker } from '@fluentui/react-datepicker-compat';
import type { CalendarStrings } from '@fluentui/react-datepicker-compat';
import type { LocalDate } from '#contracts/ids.ts';
import css from './DateField.module.css';
import { fromPickerDate, toPickerDate } from './dates.ts';
import { firstWeekday } from './week.ts';
import { useReader } from './reader.ts';
import { useWords } from './words.ts';
import type { WebWords } from './words.ts';

/** As Intl numbers them, from 0 = Sunday. */
const { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday } = DayOfWeek;
const days = [Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday];

export interface DateFieldProps {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly label: string;
  readonly onChange: (date: LocalDate) => void;
}

const names = (
  count: number,
  at: (index: number) => number,
  options: Intl.DateTimeFormatOptions,
  locale: string,
): string[] => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return Array.from({ length: count }, (_, index) => format.format(at(index)));
};
const month = (index: number): number => Date.UTC(2026, index, 1);
// 1 November 2026 is a Sunday, the picker's first day.
const day = (index: number): number => Date.UTC(2026, 10, 1 + index);

const stringsOf = (words: WebWords, locale: string): CalendarStrings => ({
  months: names(12, month, { month: 'long' }, locale),
  shortMonths: names(12, month, { month: 'short' }, locale),
  days: names(7, day, { weekday: 'long' }, locale),
  shortDays: names(7, day, { weekday: 'narrow' }, locale),
  goToToday: words('calendar.today'),
  prevMonthAriaLabel: words('calendar.previousMonth'),
  nextMonthAriaLabel: words('calendar.nextMonth'),
  prevYearAriaLabel: words('calendar.previousYear'),
  nextYearAriaLabel: words('calendar.nextYear'),
  prevYearRangeAriaLabel: words('calendar.previousYears'),
  nextYearRangeAriaLabel: words('calendar.nextYears'),
  // {0} is the picker's own place for the value.
  monthPickerHeaderAriaLabel: `{0}, ${words('calendar.changeYear')}`,
  yearPickerHeaderAriaLabel: `{0}, ${words('calendar.changeMonth')}`,
  closeButtonAriaLabel: words('common.close'),
  selectedDateFormatString: `${words('calendar.selected')} {0}`,
  todayDateFormatString: `${words('calendar.todayIs')} {0}`,
});

export const DatePickerOpen = ({ date, today, label, onChange }: DateFieldProps) => {
  const words = useWords();
  const { locale } = useReader();
  const strings = useMemo(() => stringsOf(words, locale), [words, locale]);
  return (
    <DatePicker
      className={css.field}
      defaultOpen
      value={toPickerDate(date)}
      today={toPickerDate(today)}
      firstDayOfWeek={days[firstWeekday(locale)] ?? DayOfWeek.Sunday}
      strings={strings}
      aria-label={label}
      formatDate={(value) => (value === undefined ? date : fromPickerDate(value))}
      onSelectDate={(value) => {
        if (value) onChange(fromPickerDate(value));
      }}
    />
  );
};
