import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { DateField } from '../ui/forms/DateField.tsx';
import { useToday } from '../ui/text/reader.ts';
import { useWords } from '../ui/text/words.ts';
import css from './DateRange.module.css';
import { daysIn } from './dateRange.ts';
import type { FirstDay } from '../ui/text/week.ts';
import type { Range } from './dateRange.ts';

interface DateRangeProps {
  readonly range: Range;
  readonly mostDays: number;
  readonly firstDay?: FirstDay;
  readonly onSearch: (range: Range) => void;
}

/** Two date fields and a button: the page loads nothing until the reader presses the button. */
export const DateRange = ({ range, mostDays, firstDay = 'locale', onSearch }: DateRangeProps) => {
  const words = useWords();
  const today = useToday();
  const faultId = useId();
  const [chosen, setChosen] = useState(range);
  const days = daysIn(chosen);
  const fault = (): string | undefined => {
    if (days === 0) return words('range.backwards');
    return days > mostDays ? words('range.tooLong', { days: mostDays }) : undefined;
  };
  const wrong = fault();
  return (
    <div className={css.range} role="search">
      <div className={css.field}>
        <span aria-hidden="true">{words('range.from')}</span>
        <DateField
          date={chosen.from}
          today={today}
          label={words('range.from')}
          firstDay={firstDay}
          onChange={(from) => {
            setChosen({ ...chosen, from });
          }}
        />
      </div>
      <div className={css.field}>
        <span aria-hidden="true">{words('range.to')}</span>
        <DateField
          date={chosen.to}
          today={today}
          label={words('range.to')}
          firstDay={firstDay}
          onChange={(to) => {
            setChosen({ ...chosen, to });
          }}
        />
      </div>
      <Button
        disabledFocusable={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : faultId}
        onClick={() => {
          if (wrong === undefined) onSearch(chosen);
        }}
      >
        {words('range.search')}
      </Button>
      {wrong !== undefined && (
        <p id={faultId} className={css.fault} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
};
