import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { DateField } from '../ui/forms/DateField.tsx';
import { useToday } from '../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../ui/text/translate.ts';
import css from './DateRangeForm.module.css';
import { daysIn } from './dateRangeInUrl.ts';
import type { FirstDay } from '../ui/text/weekdays.ts';
import type { Range } from './dateRangeInUrl.ts';

interface DateRangeProps {
  readonly range: Range;
  readonly mostDays: number;
  readonly firstDay?: FirstDay;
  /**
   * Set if the two dates are a group within a larger filter bar. `name` names the group; `action` is the text of its
   * button.
   */
  readonly part?: { readonly name: string; readonly action: string };
  readonly onSearch: (range: Range) => void;
}

/**
 * Shows two date fields and a button. Changing a date alone has no effect; `onSearch` is called when the reader presses
 * the button.
 */
export const DateRangeForm = ({ range, mostDays: maxDays, firstDay = 'locale', part, onSearch }: DateRangeProps) => {
  const t = useTranslate();
  const today = useToday();
  const faultId = useId();
  const [chosen, setChosen] = useState(range);
  const days = daysIn(chosen);
  const fault = (): string | undefined => {
    if (days === 0) return t('range.backwards');
    return days > maxDays ? t('range.tooLong', { days: maxDays }) : undefined;
  };
  const wrong = fault();
  return (
    <div className={css.range} role={part === undefined ? 'search' : 'group'} aria-label={part?.name}>
      <div className={css.field}>
        <span aria-hidden="true">{t('range.from')}</span>
        <DateField
          date={chosen.from}
          today={today}
          label={t('range.from')}
          firstDay={firstDay}
          onChange={(from) => {
            setChosen({ ...chosen, from });
          }}
        />
      </div>
      <div className={css.field}>
        <span aria-hidden="true">{t('range.to')}</span>
        <DateField
          date={chosen.to}
          today={today}
          label={t('range.to')}
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
        {part?.action ?? t('range.search')}
      </Button>
      {wrong !== undefined && (
        <p id={faultId} className={css.fault} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
};
