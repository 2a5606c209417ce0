import { Select } from '@fluentui/react-components';
import { languageNames, languageOf, languages } from '#contracts/text/languages.ts';
import { usePreferences } from '../../api/identity/profile.ts';
import type { Preferences } from '../../api/identity/profile.ts';
import { useWords } from '../../ui/text/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Muting } from './Muting.tsx';
import css from './PreferencesTab.module.css';
import { Section, Sections } from '../../ui/display/Section.tsx';
import { useSetPreference } from './setPreference.ts';
import { Zone } from './Zone.tsx';

const LanguageChoice = ({ preferences }: { readonly preferences: Preferences }) => {
  const words = useWords();
  const { set, isSaving } = useSetPreference();
  const chosen = preferences.language === null ? '' : (languageOf(preferences.language) ?? '');
  return (
    <Select
      className={css.language ?? ''}
      aria-label={words('preferencesTab.language')}
      disabled={isSaving}
      value={chosen}
      onChange={(_, { value }) => {
        set({ language: value === '' ? null : value });
      }}
    >
      <option value="">{words('preferencesTab.automatic')}</option>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  );
};

/** The reader's zone, language and reminders. */
export const PreferencesTab = () => {
  const words = useWords();
  const query = usePreferences();
  return (
    <Sections>
      <Loaded query={query}>
        {(preferences) => (
          <>
            <Section title={words('preferencesTab.zone')} text={words('preferencesTab.zoneText')}>
              {preferences.isInTeam ? <Zone preferences={preferences} /> : <p>{words('profile.noTeam')}</p>}
            </Section>
            <Section title={words('preferencesTab.language')} text={words('preferencesTab.languageText')}>
              <LanguageChoice preferences={preferences} />
            </Section>
            <Section title={words('preferencesTab.reminders')} text={words('preferencesTab.remindersText')}>
              {preferences.isInTeam ? <Muting preferences={preferences} /> : <p>{words('profile.noTeam')}</p>}
            </Section>
          </>
        )}
      </Loaded>
    </Sections>
  );
};
