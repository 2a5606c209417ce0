import { useState } from 'react';
import { Link } from '@fluentui/react-components';
import type { TimesheetTotals } from '#contracts/timesheets/timesheet.ts';
import { useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './Timesheet.module.css';
import { hoursNumber, hoursText } from './sheetText.ts';

/** The total of all rows that pass the filter, on every page; also by member if there are several. */
export const Totals = ({ totals }: { readonly totals: TimesheetTotals }) => {
  const words = useWords();
  const { locale } = useReader();
  const [isOpen, setOpen] = useState(false);
  const { totalHours, rows, byMember } = totals;
  if (rows === 0) return null;
  return (
    <div className={css.totals}>
      <p role="status">{words('timesheet.total', { hours: hoursNumber(totalHours, locale), count: rows })}</p>
      {byMember.length > 1 && (
        <Link
          as="button"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {words('timesheet.byPerson')}
        </Link>
      )}
      {isOpen && byMember.length > 1 && (
        <dl className={css.people}>
          {byMember.map((item) => (
            <div key={item.memberId}>
              <dt>{item.user === '' ? words('timesheet.formerMember') : item.user}</dt>
              <dd>{hoursText(item.totalHours, locale, words)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
