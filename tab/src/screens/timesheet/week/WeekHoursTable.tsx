import type { FullWeek } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import table from '../../../ui/display/Table.module.css';
import { shortDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { HorizontalScroll } from '../../../ui/display/HorizontalScroll.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { gridOf, hoursOf } from './weekSumsAndHourConversion.ts';
import type { GridLine } from './weekSumsAndHourConversion.ts';
import css from './WeekHoursTable.module.css';
import { hoursNumber, isWeekend } from '../formatHoursAndWeekDates.ts';

interface GridProps {
  readonly week: FullWeek;
  readonly labelledBy: string;
}

/** Shows minutes as decimal hours. Zero is shown as a dash, so that cells with hours are easy to find. */
const Cell = ({ minutes, className }: { readonly minutes: number; readonly className?: string | undefined }) => {
  const { locale } = useReader();
  return (
    <td className={[table.number, className].join(' ')}>
      {minutes === 0 ? <span className={css.none}>–</span> : hoursNumber(hoursOf(minutes), locale)}
    </td>
  );
};

const tint = (date: Parameters<typeof isWeekend>[0]): string | undefined => (isWeekend(date) ? css.weekend : undefined);

const nameOf = ({ meetingId, name }: GridLine, none: string, gone: string): string =>
  name ?? (meetingId === null ? none : gone);

/** Shows a week as a table: a line for each report, a column for each day, and the sums of both. */
export const WeekHoursTable = ({ week, labelledBy }: GridProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const lines = gridOf(week.items, locale);
  return (
    <HorizontalScroll labelledBy={labelledBy}>
      <table className={[table.table, css.grid].join(' ')} aria-label={t('timesheet.grid')}>
        <thead>
          <tr>
            <th scope="col">{t('timesheet.report')}</th>
            {week.days.map(({ date }) => (
              <th key={date} scope="col" className={[table.number, tint(date)].join(' ')}>
                {shortDate(date, locale)}
              </th>
            ))}
            <th scope="col" className={table.number}>
              {t('timesheet.sum')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.meetingId ?? ''}>
              <th scope="row">{nameOf(line, t('timesheet.noReport'), t('timesheet.deletedReport'))}</th>
              {week.days.map(({ date }) => (
                <Cell key={date} minutes={line.byDate.get(date) ?? 0} className={tint(date)} />
              ))}
              <Cell minutes={line.minutes} className={css.sum} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('timesheet.sum')}</th>
            {week.days.map(({ date, minutes }) => (
              <Cell key={date} minutes={minutes} className={tint(date)} />
            ))}
            <Cell minutes={week.minutes} className={css.sum} />
          </tr>
        </tfoot>
      </table>
    </HorizontalScroll>
  );
};
