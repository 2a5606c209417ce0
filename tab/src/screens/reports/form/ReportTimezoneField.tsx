import { useFormContext } from 'react-hook-form';
import { TimezoneField } from '../../../parts/TimezoneField.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './Form.module.css';
import { useBound } from './formContextAndFieldBinding.ts';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

export const ReportTimezoneField = () => {
  const t = useTranslate();
  const { trigger } = useFormContext<MeetingForm>();
  const zone = useBound('timezone');
  return (
    <TimezoneField
      className={css.zone}
      label={t('form.timezone')}
      fault={zone.fault}
      chosen={zone.value === '' ? null : zone.value}
      onChoose={(id) => {
        zone.set(id ?? '');
      }}
      onLeftEmpty={() => void trigger('timezone')}
    />
  );
};
