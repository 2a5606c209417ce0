import { useState } from 'react';
import { Link } from '@fluentui/react-components';
import type { TimesheetTotals } from '#contracts/timesheet.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './Timesheet.module.css';
import { hoursNumber, hoursText } from './words.ts';

/** What everything looked at comes to, on all its pages; by person when there are several. */
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
          {byMember.map((one) => (
            <div key={one.memberId}>
              <dt>{one.user === '' ? words('timesheet.formerMember') : one.user}</dt>
              <dd>{hoursText(one.totalHours, locale, words)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
