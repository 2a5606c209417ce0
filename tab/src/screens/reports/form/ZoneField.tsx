import { useMemo } from 'react';
import { useTimezones } from '../../../api/reportForm.ts';
import { useReader } from '../../../ui/reader.ts';
import { useWords } from '../../../ui/words.ts';
import { ChoiceField } from '../../../parts/ChoiceField.tsx';
import type { Choice } from '../../../parts/ChoiceBox.tsx';
import css from './Form.module.css';
import { useBound } from './formContext.ts';

/** Every zone the server knows, with its offset now. */
export const ZoneField = () => {
  const words = useWords();
  const reader = useReader();
  const zone = useBound('timezone');
  const { data } = useTimezones(reader.zone);
  const choices = useMemo(
    (): readonly Choice[] => (data?.timezones ?? []).map(({ id, name }) => ({ id, text: name })),
    [data],
  );
  const textOf = (id: string): string => choices.find((one) => one.id === id)?.text ?? id;
  return (
    <ChoiceField
      className={css.zone}
      label={words('form.timezone')}
      fault={zone.fault}
      chosen={zone.value === '' ? null : zone.value}
      textOfChosen={textOf(zone.value)}
      choices={choices}
      read={(typed) => {
        const wanted = typed.toLowerCase();
        return choices.find(({ id, text }) => id.toLowerCase() === wanted || text.toLowerCase() === wanted)?.id;
      }}
      onChoose={(id) => {
        zone.set(id ?? '');
      }}
      more={(count) => words('form.moreChoices', { count })}
    />
  );
};
