import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useFluent } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { DayPicker } from 'react-day-picker';
import type { ClassNames, DayPickerProps, Labels, Matcher } from 'react-day-picker';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { calendarDateFormats } from '../text/calendarDateFormats.ts';
import { daysBetween, fromPickerDate, toPickerDate } from '../text/calculateAndFormatDates.ts';
import { firstWeekday } from '../text/weekdays.ts';
import css from './DaysOffCalendar.module.css';
import { useReader, useToday } from '../text/readerContextClockAndDates.ts';
import { useTranslate } from '../text/translate.ts';

/** Days of one kind, with the style and the name of the kind for the legend and for screen readers. */
export interface DayMark {
  /** Style of the days: holidays are filled, vacations are striped. */
  readonly style: 'holiday' | 'vacation';
  /** Name of the kind, such as "Team holiday". */
  readonly label: string;
  readonly days: readonly LocalDate[];
  /** Returns the name of a single day, such as "Christmas Day"; undefined = the day has no name. */
  readonly nameOf?: ((day: LocalDate) => string | undefined) | undefined;
}

interface Change {
  readonly dates: readonly LocalDate[];
}

interface DaysCalendarProps {
  readonly label: string;
  readonly chosen: DayMark;
  /** Days that the calendar also shows, but that the reader cannot change here. */
  readonly others?: readonly DayMark[];
  /** Days whose change is still being saved. The calendar marks them and ignores presses on them. */
  readonly busy?: readonly LocalDate[];
  /** The last change; undefined = none. The calendar moves to its first day, so that the reader sees it. */
  readonly changed?: Change | undefined;
  /**
   * `min` and `max`: the first and the last day that the reader may choose. Months outside this range are not shown.
   */
  readonly min?: LocalDate | undefined;
  readonly max?: LocalDate | undefined;
  readonly isReadOnly?: boolean;
  /**
   * Called with the days to change, oldest first, and their new state. A press changes one day. With the shift key, a
   * press changes all days since the previous press that do not have this state yet.
   */
  readonly onChange: (days: readonly LocalDate[], isChosen: boolean) => void;
}

const narrow = '(max-width: 639px)';
const watchWidth = (changed: () => void): (() => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
};
/** Returns the number of months to show: three side by side, or one on a phone. */
const useMonths = (): number =>
  useSyncExternalStore(watchWidth, () => window.matchMedia(narrow).matches) ? 1 : ui.calendarMonths;

const parts: Partial<ClassNames> = {
  root: css.root ?? '',
  months: css.months ?? '',
  month: css.month ?? '',
  nav: css.nav ?? '',
  button_previous: css.turn ?? '',
  button_next: css.turn ?? '',
  chevron: css.chevron ?? '',
  month_caption: css.caption ?? '',
  month_grid: css.grid ?? '',
  weekday: css.weekday ?? '',
  day: css.day ?? '',
  day_button: css.button ?? '',
  today: css.today ?? '',
  disabled: css.disabled ?? '',
};

const Chevron = ({ orientation }: { readonly orientation?: string }) => (
  <span className={css.chevron} aria-hidden="true">
    {orientation === 'left' ? <ChevronLeft20Regular /> : <ChevronRight20Regular />}
  </span>
);
const components = { Chevron };

const isIn = (days: readonly LocalDate[]): Matcher => {
  const known = new Set(days);
  return (date: Date) => known.has(fromPickerDate(date));
};

/**
 * Returns a function that returns the label of a day for screen readers, such as "Friday 25 December 2026, today, team
 * holiday: Christmas Day, being saved".
 */
const useDayLabel = (marks: readonly DayMark[], busy: readonly LocalDate[], today: LocalDate) => {
  const t = useTranslate();
  const { locale } = useReader();
  return useMemo(() => {
    const sets = marks.map((mark) => ({ ...mark, known: new Set(mark.days) }));
    const names = calendarDateFormats(locale);
    return (date: Date): string => {
      const day = fromPickerDate(date);
      const texts = sets
        .filter(({ known }) => known.has(day))
        .map(({ label, nameOf }) => {
          const name = nameOf?.(day);
          return name === undefined ? label : t('calendar.named', { label, name });
        });
      return [
        names.day(date),
        ...(day === today ? [t('calendar.isToday')] : []),
        ...texts,
        ...(busy.includes(day) ? [t('calendar.saving')] : []),
      ].join(', ');
    };
  }, [marks, busy, today, t, locale]);
};

const Legend = ({ marks }: { readonly marks: readonly DayMark[] }) => (
  <ul className={css.legend}>
    {marks.map(({ style, label }) => (
      <li key={style}>
        <span className={`${css.swatch ?? ''} ${css[style] ?? ''}`} aria-hidden="true" />
        {label}
      </li>
    ))}
  </ul>
);

/**
 * Returns the handler for a press on a day. With the shift key (`isRange`), the press changes all days since the
 * previous press.
 */
const usePresses = ({
  chosen,
  busy,
  onChange,
  min,
  max,
}: DaysCalendarProps & { readonly busy: readonly LocalDate[] }) => {
  const last = useRef<LocalDate>(undefined);
  const known = useMemo(() => new Set(chosen.days), [chosen.days]);
  return (day: LocalDate, isRange: boolean): void => {
    if (busy.includes(day)) return;
    const isChosen = !known.has(day);
    const from = isRange ? (last.current ?? day) : day;
    last.current = day;
    const days = daysBetween(from, day).filter(
      (item) =>
        known.has(item) !== isChosen &&
        !busy.includes(item) &&
        (min === undefined || item >= min) &&
        (max === undefined || item <= max),
    );
    if (days.length > 0) onChange(days, isChosen);
  };
};

const none: readonly never[] = [];

const monthNumber = (date: Date): number => date.getFullYear() * 12 + date.getMonth();

/**
 * Returns the first shown month and its setter. If the first day of a new change is not in the shown months, its month
 * becomes the first.
 */
const useFirstMonth = (changed: Change | undefined, months: number, today: LocalDate) => {
  const [month, setMonth] = useState(() => toPickerDate(today));
  const [seen, setSeen] = useState(changed);
  if (changed !== seen) {
    setSeen(changed);
    const first = changed?.dates[0];
    const day = first === undefined ? month : toPickerDate(first);
    const distance = monthNumber(day) - monthNumber(month);
    if (distance < 0 || distance >= months) setMonth(day);
  }
  return [month, setMonth] as const;
};

const formattersOf = (names: ReturnType<typeof calendarDateFormats>): NonNullable<DayPickerProps['formatters']> => ({
  formatCaption: (date) => names.month(date),
  formatWeekdayName: (date) => names.shortWeekday(date),
  formatDay: (date) => names.number(date),
});

/** Disables the days before `min` and after `max`, and shows only the months from `min` to `max`. */
const boundsOf = ({ min, max }: DaysCalendarProps): DayPickerProps => ({
  disabled: [
    ...(min === undefined ? [] : [{ before: toPickerDate(min) }]),
    ...(max === undefined ? [] : [{ after: toPickerDate(max) }]),
  ],
  ...(min === undefined ? {} : { startMonth: toPickerDate(min) }),
  ...(max === undefined ? {} : { endMonth: toPickerDate(max) }),
});

/**
 * Shows a calendar of three months, or of one month on a phone. The reader chooses days one by one or, with the shift
 * key, many at once.
 */
export const DaysCalendar = (props: DaysCalendarProps) => {
  const { label, chosen, others = none, busy = none, changed, isReadOnly = false } = props;
  const t = useTranslate();
  const { locale } = useReader();
  const today = useToday();
  const { dir } = useFluent();
  const months = useMonths();
  const [month, setMonth] = useFirstMonth(changed, months, today);
  const marks = useMemo(() => [chosen, ...others], [chosen, others]);
  const dayLabel = useDayLabel(marks, busy, today);
  const press = usePresses({ ...props, busy });
  const names = useMemo(() => calendarDateFormats(locale), [locale]);
  const labels: Partial<Labels> = {
    labelNav: () => t('calendar.turn'),
    labelPrevious: () => t('calendar.previousMonth'),
    labelNext: () => t('calendar.nextMonth'),
    labelGrid: (date) => names.month(date),
    labelWeekday: (date) => names.weekday(date),
    labelDayButton: dayLabel,
    labelGridcell: dayLabel,
  };
  const modifiers = Object.fromEntries(marks.map(({ style, days }) => [style, isIn(days)]));
  const shared: DayPickerProps = {
    classNames: parts,
    components,
    labels,
    formatters: formattersOf(names),
    modifiers: { ...modifiers, selected: isIn(chosen.days), busy: isIn(busy) },
    modifiersClassNames: { holiday: css.holiday ?? '', vacation: css.vacation ?? '', busy: css.busy ?? '' },
    numberOfMonths: months,
    month,
    onMonthChange: setMonth,
    today: toPickerDate(today),
    weekStartsOn: firstWeekday(locale),
    fixedWeeks: true,
    dir,
    lang: locale,
    ...boundsOf(props),
  };
  return (
    <div className={css.calendar} role="group" aria-label={label}>
      {isReadOnly ? (
        <DayPicker {...shared} />
      ) : (
        <DayPicker
          {...shared}
          mode="multiple"
          selected={[]}
          onSelect={(_, date, __, event) => {
            press(fromPickerDate(date), event.shiftKey);
          }}
        />
      )}
      <div className={css.foot}>
        <Legend marks={marks} />
        {!isReadOnly && <p className={css.keys}>{t('calendar.keys')}</p>}
      </div>
    </div>
  );
};
