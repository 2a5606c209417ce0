import { useState } from 'react';
import { Link } from '@fluentui/react-components';
import type { TimesheetTotals as Totals } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Timesheet.module.css';
import { hoursNumber, hoursText } from './formatHoursAndWeekDates.ts';

/**
 * Shows the sum of all rows that pass the filter, on all pages. If there are several members, also shows the sum of
 * each member.
 */
export const TimesheetTotals = ({ totals }: { readonly totals: Totals }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const [isOpen, setOpen] = useState(false);
  const { totalHours, rows, byMember } = totals;
  if (rows === 0) return null;
  return (
    <div className={css.totals}>
      <p role="status">{t('timesheet.total', { hours: hoursNumber(totalHours, locale), count: rows })}</p>
      {byMember.length > 1 && (
        <Link
          as="button"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t('timesheet.byPerson')}
        </Link>
      )}
      {isOpen && byMember.length > 1 && (
        <dl className={css.people}>
          {byMember.map((item) => (
            <div key={item.memberId}>
              <dt>{item.user === '' ? t('timesheet.formerMember') : item.user}</dt>
              <dd>{hoursText(item.totalHours, locale, t)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
