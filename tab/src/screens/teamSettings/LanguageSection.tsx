import { Select } from '@fluentui/react-components';
import { languageNames, languages } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useSetTeamLanguage, useTeamInfo } from '../../api/organisations/teamSettings.ts';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { Section } from '../../ui/display/Section.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './TeamSettingsScreen.module.css';

interface ChoiceProps {
  readonly teamId: string;
  readonly language: Language;
}

const Choice = ({ teamId, language }: ChoiceProps) => {
  const words = useWords();
  const notices = useNotices();
  const save = useSetTeamLanguage(teamId);
  const choose = (value: string): void => {
    const chosen = languages.find((item) => item === value);
    if (chosen === undefined || save.isPending) return;
    save.mutate(chosen, {
      onSuccess: () => {
        notices.push('success', words('teamSettings.languageSaved', { name: languageNames[chosen] }));
      },
      onError: (error) => {
        notices.push('failure', errorText(error, words));
      },
    });
  };
  return (
    <Select
      className={css.language ?? ''}
      aria-label={words('teamSettings.language')}
      value={language}
      onChange={(_, { value }) => {
        choose(value);
      }}
    >
      {languages.map((item) => (
        <option key={item} value={item} lang={item}>
          {languageNames[item]}
        </option>
      ))}
    </Select>
  );
};

/** Selects the language of messages to channels. Several people read a channel, so no member's own language applies. */
export const LanguageSection = ({ teamId, mayManage }: { readonly teamId: string; readonly mayManage: boolean }) => {
  const words = useWords();
  const { data: info } = useTeamInfo(teamId);
  if (info === undefined) return null;
  const { language } = info;
  return (
    <Section title={words('teamSettings.language')} text={words('teamSettings.languageText')}>
      {mayManage ? <Choice teamId={teamId} language={language} /> : <p lang={language}>{languageNames[language]}</p>}
    </Section>
  );
};
