import { Link } from '@fluentui/react-components';
import { useWaitingWeeks } from '../../api/timesheet.ts';
import type { WaitingWeeks } from '../../api/timesheet.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { SheetAddress } from './address.ts';
import css from './Timesheet.module.css';
import { hoursText, weekDates } from './words.ts';

interface WaitingProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly isApprover: boolean;
}

/** The oldest first, those of one week by name. */
const inOrder = (weeks: WaitingWeeks, locale: string): WaitingWeeks => {
  const { compare } = new Intl.Collator(locale);
  return weeks.toSorted((one, other) => one.monday.localeCompare(other.monday) || compare(one.user, other.user));
};

/** The weeks whose owners wait for this reader. */
export const Waiting = ({ teamId, address, isApprover }: WaitingProps) => {
  const words = useWords();
  const { locale } = useReader();
  const weeks = useWaitingWeeks(teamId, isApprover);
  if (weeks.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby="timesheet-waiting">
      <h2 id="timesheet-waiting" className={css.sectionTitle}>
        {words('timesheet.waiting', { count: weeks.length })}
      </h2>
      <ul className={css.weeks}>
        {inOrder(weeks, locale).map(({ memberId, monday, user, totalHours }) => {
          const isHere = address.week === monday && address.member === memberId;
          return (
            <li key={`${memberId} ${monday}`}>
              <Link
                as="button"
                aria-current={isHere ? 'true' : undefined}
                onClick={() => {
                  address.openWeek(monday, memberId);
                }}
              >
                {words('timesheet.waitingWeek', {
                  user: user === '' ? words('timesheet.formerMember') : user,
                  dates: weekDates(monday, locale),
                })}
              </Link>
              <span className={css.hours}>{hoursText(totalHours, locale, words)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
