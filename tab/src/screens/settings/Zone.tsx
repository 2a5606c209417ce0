import { useState } from 'react';
import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { Preferences } from '../../api/identity/profile.ts';
import { useTimezones } from '../../api/meetings/reportForm.ts';
import { ZoneChoice } from '../../parts/ZoneChoice.tsx';
import { timeOf } from '../../ui/text/dates.ts';
import { useNow, useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './PreferencesTab.module.css';
import { useSetPreference } from './setPreference.ts';

interface ZoneProps {
  readonly preferences: Preferences;
}

/** Shows the current time in the reader's zone. */
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
  const chosen = preferences.timezone;
  return (
    <ZoneChoice
      className={css.zone}
      label={words('preferencesTab.myZone')}
      hint={words('preferencesTab.browserZone', { zone: data?.default ?? reader.zone })}
      fault={null}
      chosen={chosen}
      onChoose={(id) => {
        if (id !== null && id !== chosen) set({ timezone: id });
      }}
    />
  );
};

/** Selects the reader's zone: the one from Microsoft Teams, or their own choice. */
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
