import { useMemo, useState } from 'react';
import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { Preferences } from '../../api/profile.ts';
import { useTimezones } from '../../api/reportForm.ts';
import type { Choice } from '../../parts/ChoiceBox.tsx';
import { ChoiceField } from '../../parts/ChoiceField.tsx';
import { timeOf } from '../../ui/dates.ts';
import { useNow, useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './PreferencesTab.module.css';
import { useSetPreference } from './setPreference.ts';

interface ZoneProps {
  readonly preferences: Preferences;
}

/** What it is now where the reader is taken to be. */
const Now = ({ zone }: { readonly zone: string }) => {
  const words = useWords();
  const { locale } = useReader();
  const now = useNow();
  return <p className={css.state}>{words('preferencesTab.now', { zone, time: timeOf(now, zone, locale) })}</p>;
};

const ByHand = ({ preferences }: ZoneProps) => {
  const words = useWords();
  const reader = useReader();
  const { set } = useSetPreference();
  const { data } = useTimezones(reader.zone);
  const choices = useMemo(
    (): readonly Choice[] => (data?.timezones ?? []).map(({ id, name }) => ({ id, text: name })),
    [data],
  );
  const chosen = preferences.timezone;
  return (
    <ChoiceField
      className={css.zone}
      label={words('preferencesTab.myZone')}
      hint={words('preferencesTab.browserZone', { zone: data?.default ?? reader.zone })}
      fault={null}
      chosen={chosen}
      textOfChosen={choices.find(({ id }) => id === chosen)?.text ?? chosen ?? ''}
      choices={choices}
      read={(typed) => {
        const wanted = typed.toLowerCase();
        return choices.find(({ id, text }) => id.toLowerCase() === wanted || text.toLowerCase() === wanted)?.id;
      }}
      onChoose={(id) => {
        if (id !== null && id !== chosen) set({ timezone: id });
      }}
      more={(count) => words('preferencesTab.moreZones', { count })}
    />
  );
};

/** Where the reader is: as Microsoft Teams says, or as they say. */
export const Zone = ({ preferences }: ZoneProps) => {
  const words = useWords();
  const { set, isSaving } = useSetPreference();
  const [isAsked, setAsked] = useState(preferences.timezone !== null);
  const { currentTimezone } = preferences;
  return (
    <>
      <Field label={words('preferencesTab.zoneFrom')}>
        <RadioGroup
          value={isAsked ? 'hand' : 'automatic'}
          disabled={isSaving}
          onChange={(_, { value }) => {
            setAsked(value === 'hand');
            if (value === 'automatic' && preferences.timezone !== null) set({ timezone: null });
          }}
        >
          <Radio value="automatic" label={words('preferencesTab.zoneAutomatic')} />
          <Radio value="hand" label={words('preferencesTab.zoneByHand')} />
        </RadioGroup>
      </Field>
      {isAsked && <ByHand preferences={preferences} />}
      {currentTimezone === null ? (
        <p className={css.state}>{words('preferencesTab.zoneUnknown')}</p>
      ) : (
        <Now zone={currentTimezone} />
      )}
    </>
  );
};
