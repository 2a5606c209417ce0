import { Select } from '@fluentui/react-components';
import { languageNames, languageOf, languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { usePreferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { MuteSetting } from './MuteSetting.tsx';
import { QuietHoursSetting } from './QuietHoursSetting.tsx';
import css from './PreferencesTab.module.css';
import { Section, Sections } from '../../ui/display/Section.tsx';
import { useSetPreference } from './useSetPreference.ts';
import { ZoneSetting } from './TimezoneSetting.tsx';

const deliveries = ['CHAT', 'EMAIL', 'BOTH'] as const satisfies readonly Preferences['summaryDelivery'][];

const LanguageChoice = ({ preferences }: { readonly preferences: Preferences }) => {
  const t = useTranslate();
  const { set, isSaving } = useSetPreference();
  const chosen = preferences.language === null ? '' : (languageOf(preferences.language) ?? '');
  return (
    <Select
      className={css.language ?? ''}
      aria-label={t('preferencesTab.language')}
      disabled={isSaving}
      value={chosen}
      onChange={(_, { value }) => {
        set({ language: value === '' ? null : value });
      }}
    >
      <option value="">{t('preferencesTab.automatic')}</option>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  );
};

const SummaryDeliveryChoice = ({ preferences }: { readonly preferences: Preferences }) => {
  const t = useTranslate();
  const { set, isSaving } = useSetPreference();
  return (
    <Select
      className={css.language ?? ''}
      aria-label={t('preferencesTab.observed')}
      disabled={isSaving}
      value={preferences.summaryDelivery}
      onChange={(_, { value }) => {
        set({ summaryDelivery: deliveries.find((delivery) => delivery === value) ?? 'CHAT' });
      }}
    >
      {deliveries.map((delivery) => (
        <option key={delivery} value={delivery}>
          {t(`preferencesTab.observed${delivery}`)}
        </option>
      ))}
    </Select>
  );
};

export const PreferencesTab = () => {
  const t = useTranslate();
  const query = usePreferences();
  return (
    <Sections>
      <LoadedData query={query}>
        {(preferences) => (
          <>
            <Section title={t('preferencesTab.zone')} text={t('preferencesTab.zoneText')}>
              {preferences.isInTeam ? <ZoneSetting preferences={preferences} /> : <p>{t('profile.noTeam')}</p>}
            </Section>
            <Section title={t('preferencesTab.language')} text={t('preferencesTab.languageText')}>
              <LanguageChoice preferences={preferences} />
            </Section>
            <Section title={t('preferencesTab.reminders')} text={t('preferencesTab.remindersText')}>
              {preferences.isInTeam ? <MuteSetting preferences={preferences} /> : <p>{t('profile.noTeam')}</p>}
            </Section>
            {preferences.isInTeam && (
              <Section title={t('preferencesTab.quiet')} text={t('preferencesTab.quietText')}>
                <QuietHoursSetting preferences={preferences} />
              </Section>
            )}
            {preferences.isInTeam && (
              <Section title={t('preferencesTab.observed')} text={t('preferencesTab.observedText')}>
                <SummaryDeliveryChoice preferences={preferences} />
              </Section>
            )}
          </>
        )}
      </LoadedData>
    </Sections>
  );
};
