import { clockTime } from '../../../parts/schedule.ts';
import { useWords } from '../../../ui/words.ts';
import { ChoiceField } from '../../../parts/ChoiceField.tsx';
import { clockChoices, readClock } from './clock.ts';
import css from './Form.module.css';
import { useBound } from './formContext.ts';

/** Quarters of an hour, by list or typed. */
export const TimeField = () => {
  const words = useWords();
  const time = useBound('time');
  return (
    <ChoiceField
      className={css.time}
      label={words('form.time')}
      fault={time.fault}
      chosen={time.value === null ? null : String(time.value)}
      textOfChosen={time.value === null ? '' : clockTime(time.value)}
      choices={clockChoices(time.value)}
      read={(typed) => {
        const minutes = readClock(typed);
        return minutes === undefined ? undefined : String(minutes);
      }}
      onChoose={(id) => {
        time.set(id === null ? null : Number(id));
      }}
      more={(count) => words('form.moreChoices', { count })}
    />
  );
};
