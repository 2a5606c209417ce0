import { useFormContext } from 'react-hook-form';
import { clockTime } from '../../../parts/scheduleSentence.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { LabelledChoiceField } from '../../../parts/LabelledChoiceField.tsx';
import { clockChoices, findClock, readClock } from './timeOfDayChoices.ts';
import css from './Form.module.css';
import { useBound } from './reportFormContext.ts';
import type { MeetingForm } from './formValues.ts';

export const TimeOfDayField = () => {
  const t = useTranslate();
  const { trigger } = useFormContext<MeetingForm>();
  const time = useBound('time');
  const choices = clockChoices(time.value);
  return (
    <LabelledChoiceField
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
