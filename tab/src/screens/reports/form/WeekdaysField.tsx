import { Button, Label, useId } from '@fluentui/react-components';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { weekdayNumbers, weekdayName, weekIn } from '../../../ui/text/weekdays.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { FieldGroupError } from './FieldGroupError.tsx';
import css from './Form.module.css';
import { useBound } from './formContextAndFieldBinding.ts';

/**
 * Shows a toggle button for each weekday, in the order of the reader's week. Uses `Button`, because Fluent's
 * `ToggleButton` looks the same but would add 4 kB of styles.
 */
export const WeekdaysField = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const days = useBound('weekdays');
  const labelId = useId('days');
  const faultId = useId('days-fault');
  const toggle = (day: Weekday): void => {
    const chosen = days.value.includes(day) ? days.value.filter((item) => item !== day) : [...days.value, day];
    days.set(weekdayNumbers.filter((item) => chosen.includes(item)));
  };
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={days.fault === null ? undefined : faultId}>
      <Label id={labelId} className={css.label} required>
        {t('form.days')}
      </Label>
      <div className={css.days}>
        {weekIn(locale).map((day, index) => (
          <Button
            key={day}
            className={css.day}
            appearance={days.value.includes(day) ? 'primary' : 'outline'}
            aria-pressed={days.value.includes(day)}
            aria-label={weekdayName(day, 'long', locale)}
            {...(days.fault !== null && index === 0 ? { 'data-fault': true } : {})}
            onClick={() => {
              toggle(day);
            }}
          >
            {weekdayName(day, 'short', locale)}
          </Button>
        ))}
      </div>
      <FieldGroupError id={faultId} text={days.fault} />
    </div>
  );
};
