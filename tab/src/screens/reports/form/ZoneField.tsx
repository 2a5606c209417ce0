import { useFormContext } from 'react-hook-form';
import { ZoneChoice } from '../../../parts/ZoneChoice.tsx';
import { useWords } from '../../../ui/text/words.ts';
import css from './Form.module.css';
import { useBound } from './formContext.ts';
import type { MeetingForm } from './values.ts';

/** A choice of every zone that the server knows, with its current offset. */
export const ZoneField = () => {
  const words = useWords();
  const { trigger } = useFormContext<MeetingForm>();
  const zone = useBound('timezone');
  return (
    <ZoneChoice
      className={css.zone}
      label={words('form.timezone')}
      fault={zone.fault}
      chosen={zone.value === '' ? null : zone.value}
      onChoose={(id) => {
        zone.set(id ?? '');
      }}
      onLeftEmpty={() => void trigger('timezone')}
    />
  );
};
