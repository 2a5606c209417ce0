import { useState } from 'react';
import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { useTimezones } from '../../api/people/timezonesQuery.ts';
import { TimezoneField } from '../../parts/TimezoneField.tsx';
import { timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './PreferencesTab.module.css';
import { useSetPreference } from './useSetPreference.ts';

interface ZoneProps {
  readonly preferences: Preferences;
}

const Now = ({ zone }: { readonly zone: string }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const now = useNow();
  return <p className={css.state}>{t('preferencesTab.now', { zone, time: timeOf(now, zone, locale) })}</p>;
};

const ByHand = ({ preferences }: ZoneProps) => {
  const t = useTranslate();
  const reader = useReader();
  const { set } = useSetPreference();
  const { data } = useTimezones(reader.zone);
  const chosen = preferences.timezone;
  return (
    <TimezoneField
      className={css.zone}
      label={t('preferencesTab.myZone')}
      hint={t('preferencesTab.browserZone', { zone: data?.default ?? reader.zone })}
      fault={null}
      chosen={chosen}
      onChoose={(id) => {
        if (id !== null && id !== chosen) set({ timezone: id });
      }}
    />
  );
};

export const ZoneSetting = ({ preferences }: ZoneProps) => {
  const t = useTranslate();
  const { set, isSaving } = useSetPreference();
  // True after the reader has chosen to set the zone by hand, so that the list appears before a zone is stored. A
  // stored zone keeps this choice until the server has removed it.
  const [isOpened, setOpened] = useState(false);
  const isByHand = preferences.timezone !== null || isOpened;
  const { currentTimezone } = preferences;
  return (
    <>
      <Field label={t('preferencesTab.zoneFrom')}>
        <RadioGroup
          value={isByHand ? 'hand' : 'automatic'}
          disabled={isSaving}
          onChange={(_, { value }) => {
            setOpened(value === 'hand');
            if (value === 'automatic' && preferences.timezone !== null) set({ timezone: null });
          }}
        >
          <Radio value="automatic" label={t('preferencesTab.zoneAutomatic')} />
          <Radio value="hand" label={t('preferencesTab.zoneByHand')} />
        </RadioGroup>
      </Field>
      {isByHand && <ByHand preferences={preferences} />}
      {currentTimezone === null ? (
        <p className={css.state}>{t('preferencesTab.zoneUnknown')}</p>
      ) : (
        <Now zone={currentTimezone} />
      )}
    </>
  );
};
