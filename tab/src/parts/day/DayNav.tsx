import { Button } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { DateField } from '../../ui/forms/DateField.tsx';
import { addDays } from '../../ui/text/dates.ts';
import { useWords } from '../../ui/text/words.ts';
import type { DateFilter } from './dateFilter.ts';
import css from './DayNav.module.css';

/** Buttons and a date field that lead to another day. */
export const DayNav = ({ filter: { date, today, setDate } }: { readonly filter: DateFilter }) => {
  const words = useWords();
  return (
    <div className={css.days}>
      <Button
        appearance="subtle"
        icon={<ChevronLeft20Regular data-mirrored />}
        aria-label={words('dashboard.previousDay')}
        title={words('dashboard.previousDay')}
        onClick={() => {
          setDate(addDays(date, -1));
        }}
      />
      <DateField date={date} today={today} label={words('dashboard.pickDate')} onChange={setDate} />
      <Button
        appearance="subtle"
        icon={<ChevronRight20Regular data-mirrored />}
        aria-label={words('dashboard.nextDay')}
        title={words('dashboard.nextDay')}
        onClick={() => {
          setDate(addDays(date, 1));
        }}
      />
      <Button
        appearance="subtle"
        className={css.today ?? ''}
        disabledFocusable={date === today}
        onClick={() => {
          setDate(today);
        }}
      >
        {words('dashboard.today')}
      </Button>
    </div>
  );
};
