import { useFormContext } from 'react-hook-form';
import { clockTime } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { LazySearchableChoice } from '../../../parts/LazySearchableChoice.tsx';
import { clockChoices, findClock, readClock } from './clockTimeChoicesAndSearch.ts';
import css from './Form.module.css';
import { useBound } from './formContextAndFieldBinding.ts';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

export const TimeOfDayField = () => {
  const t = useTranslate();
  const { trigger } = useFormContext<MeetingForm>();
  const time = useBound('time');
  const choices = clockChoices(time.value);
  return (
    <LazySearchableChoice
      className={css.time}
      label={t('form.time')}
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
      unread={t('form.timeQuarters')}
    />
  );
};
