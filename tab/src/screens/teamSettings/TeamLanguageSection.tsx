import { Select } from '@fluentui/react-components';
import { languageNames, languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useSetTeamLanguage, useTeamInfo } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { Section } from '../../ui/display/Section.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamSettingsScreen.module.css';

interface ChoiceProps {
  readonly teamId: string;
  readonly language: Language;
}

const Choice = ({ teamId, language }: ChoiceProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const save = useSetTeamLanguage(teamId);
  const choose = (value: string): void => {
    const chosen = languages.find((item) => item === value);
    if (chosen === undefined || save.isPending) return;
    save.mutate(chosen, {
      onSuccess: () => {
        notices.push('success', t('teamSettings.languageSaved', { name: languageNames[chosen] }));
      },
      onError: (error) => {
        notices.push('failure', errorText(error, t));
      },
    });
  };
  return (
    <Select
      className={css.language ?? ''}
      aria-label={t('teamSettings.language')}
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

/**
 * Lets an admin choose the language of messages to channels. Several people read a channel, so such a message cannot
 * use the language of a single member.
 */
export const TeamLanguageSection = ({
  teamId,
  mayManage,
}: {
  readonly teamId: string;
  readonly mayManage: boolean;
}) => {
  const t = useTranslate();
  const { data: info } = useTeamInfo(teamId);
  if (info === undefined) return null;
  const { language } = info;
  return (
    <Section title={t('teamSettings.language')} text={t('teamSettings.languageText')}>
      {mayManage ? <Choice teamId={teamId} language={language} /> : <p lang={language}>{languageNames[language]}</p>}
    </Section>
  );
};
