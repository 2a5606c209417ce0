import { Button, ProgressBar } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { errorText } from '../../api/client/errorText.ts';
import { useSyncTeam } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamMembersSection.module.css';

/**
 * Shows a button that reads the members of the team from Microsoft Teams, and then the result. Reading may take a
 * while.
 */
export const TeamSyncButton = ({ teamId }: { readonly teamId: string }) => {
  const t = useTranslate();
  const { mutate, isPending, data, error } = useSyncTeam(teamId);
  const statusText = (): string => {
    if (isPending) return t('teamSettings.syncing');
    if (error !== null) return errorText(error, t);
    if (data === undefined) return '';
    const { joined, left, members } = data;
    return data.isSynced ? t('teamSettings.synced', { joined, left, members }) : t('teamSettings.notSynced');
  };
  return (
    <div className={css.sync}>
      <Button
        icon={<ArrowSync20Regular />}
        disabledFocusable={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t('teamSettings.sync')}
      </Button>
      <span className={error !== null || data?.isSynced === false ? css.failed : css.said} role="status">
        {statusText()}
      </span>
      {isPending && <ProgressBar className={css.progress} aria-label={t('teamSettings.syncing')} />}
    </div>
  );
};
