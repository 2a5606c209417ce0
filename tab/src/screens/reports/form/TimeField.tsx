import { useFormContext } from 'react-hook-form';
import { clockTime } from '../../../parts/schedule.ts';
import { useWords } from '../../../ui/text/words.ts';
import { ChoiceField } from '../../../parts/ChoiceField.tsx';
import { clockChoices, findClock, readClock } from './timeOfDayChoices.ts';
import css from './Form.module.css';
import { useBound } from './formContext.ts';
import type { MeetingForm } from './values.ts';

/** A choice of quarters of an hour, by list or by typing. */
export const TimeField = () => {
  const words = useWords();
  const { trigger } = useFormContext<MeetingForm>();
  const time = useBound('time');
  const choices = clockChoices(time.value);
  return (
    <ChoiceField
      className={css.time}
      label={words('form.time')}
      fault={time.fault}
      chosen={time.value === null ? null : String(time.value)}
      textOfChosen={time.value === null ? '' : clockTime(time.value)}
      choices={choices}
      find={(typed) => findClock(choices, typed)}
      read={(typed) => {
        const minutes = readClock(typed);
        return minutes === undefined ? undefined : String(minutes);
      }}
      onChoose={(id) => {
        time.set(id === null ? null : Number(id));
      }}
      onLeftEmpty={() => void trigger('time')}
      unread={words('form.timeQuarters')}
    />
  );
};
