import { useEffect, useMemo, useRef } from 'react';
import { Popover, PopoverSurface } from '@fluentui/react-components';
import { Calendar, DayOfWeek } from '@fluentui/react-calendar-compat';
import type { CalendarStrings, ICalendar } from '@fluentui/react-calendar-compat';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import css from './DateField.module.css';
import { fromPickerDate, toPickerDate } from '../text/calculateAndFormatDates.ts';
import { firstWeekday } from '../text/weekdays.ts';
import type { FirstDay } from '../text/weekdays.ts';
import { useReader } from '../text/readerContextClockAndDates.ts';
import { useTranslate } from '../text/translate.ts';
import type { WebTranslate } from '../text/translate.ts';

/** The calendar library's constants for weekdays, by index: 0 = Sunday. */
const { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday } = DayOfWeek;
const days = [Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday];

export interface DateCalendarProps {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly label: string;
  readonly firstDay: FirstDay;
  readonly field: HTMLElement | null;
  readonly onPick: (date: LocalDate) => void;
  readonly onClose: () => void;
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
// Returns an instant on the weekday with this index (0 = Sunday); 1 November 2026 is a Sunday.
const day = (index: number): number => Date.UTC(2026, 10, 1 + index);

const stringsOf = (t: WebTranslate, locale: string): CalendarStrings => ({
  months: names(12, month, { month: 'long' }, locale),
  shortMonths: names(12, month, { month: 'short' }, locale),
  days: names(7, day, { weekday: 'long' }, locale),
  shortDays: names(7, day, { weekday: 'narrow' }, locale),
  goToToday: t('calendar.today'),
  prevMonthAriaLabel: t('calendar.previousMonth'),
  nextMonthAriaLabel: t('calendar.nextMonth'),
  prevYearAriaLabel: t('calendar.previousYear'),
  nextYearAriaLabel: t('calendar.nextYear'),
  prevYearRangeAriaLabel: t('calendar.previousYears'),
  nextYearRangeAriaLabel: t('calendar.nextYears'),
  // The calendar library replaces `{0}` by the shown month or year.
  monthPickerHeaderAriaLabel: `{0}, ${t('calendar.changeYear')}`,
  yearPickerHeaderAriaLabel: `{0}, ${t('calendar.changeMonth')}`,
  closeButtonAriaLabel: t('common.close'),
  selectedDateFormatString: `${t('calendar.selected')} {0}`,
  todayDateFormatString: `${t('calendar.todayIs')} {0}`,
});

export const DateCalendar = ({ date, today, label, firstDay, field, onPick, onClose }: DateCalendarProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const strings = useMemo(() => stringsOf(t, locale), [t, locale]);
  const calendar = useRef<ICalendar>(null);
  useEffect(() => {
    calendar.current?.focus();
  }, []);
  return (
    <Popover
      open
      trapFocus
      positioning={{ target: field, position: 'below', align: 'start', offset: 4, fallbackPositions: ['above'] }}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <PopoverSurface className={css.calendar} aria-label={label}>
        <Calendar
          componentRef={calendar}
          value={toPickerDate(date)}
          today={toPickerDate(today)}
          firstDayOfWeek={days[firstDay === 'locale' ? firstWeekday(locale) : 1] ?? DayOfWeek.Sunday}
          isMonthPickerVisible
          strings={strings}
          onSelectDate={(value) => {
            onPick(fromPickerDate(value));
          }}
        />
      </PopoverSurface>
    </Popover>
  );
};
