import { Button, Label, useId } from '@fluentui/react-components';
import type { Weekday } from '#contracts/meetings/meeting.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { week, weekdayName, weekIn } from '../../../ui/text/week.ts';
import { useWords } from '../../../ui/text/words.ts';
import { FaultText } from './FaultText.tsx';
import css from './Form.module.css';
import { useBound } from './formContext.ts';

/** Seven toggle buttons in the order of the reader's week. Fluent's own toggle is the same button with 4 kB more of styles. */
export const DaysField = () => {
  const words = useWords();
  const { locale } = useReader();
  const days = useBound('weekdays');
  const labelId = useId('days');
  const faultId = useId('days-fault');
  const toggle = (day: Weekday): void => {
    const chosen = days.value.includes(day) ? days.value.filter((item) => item !== day) : [...days.value, day];
    days.set(week.filter((item) => chosen.includes(item)));
  };
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={days.fault === null ? undefined : faultId}>
      <Label id={labelId} className={css.label} required>
        {words('form.days')}
      </Label>
      <div className={css.days}>
        {weekIn(locale).map((day, at) => (
          <Button
            key={day}
            className={css.day}
            appearance={days.value.includes(day) ? 'primary' : 'outline'}
            aria-pressed={days.value.includes(day)}
            aria-label={weekdayName(day, 'long', locale)}
            {...(days.fault !== null && at === 0 ? { 'data-fault': true } : {})}
            onClick={() => {
              toggle(day);
            }}
          >
            {weekdayName(day, 'short', locale)}
          </Button>
        ))}
      </div>
      <FaultText id={faultId} text={days.fault} />
    </div>
  );
};
