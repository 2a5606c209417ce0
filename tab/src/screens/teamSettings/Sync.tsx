import { Button, ProgressBar } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { errorText } from '../../api/client/errorText.ts';
import { useSyncTeam } from '../../api/organisations/teamSettings.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './TeamMembersSection.module.css';

/** Reads the members of the team from Microsoft Teams, which may take a while. */
export const Sync = ({ teamId }: { readonly teamId: string }) => {
  const words = useWords();
  const { mutate, isPending, data, error } = useSyncTeam(teamId);
  const said = (): string => {
    if (isPending) return words('teamSettings.syncing');
    if (error !== null) return errorText(error, words);
    if (data === undefined) return '';
    const { joined, left, members } = data;
    return data.isSynced ? words('teamSettings.synced', { joined, left, members }) : words('teamSettings.notSynced');
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
        {words('teamSettings.sync')}
      </Button>
      <span className={error !== null || data?.isSynced === false ? css.failed : css.said} role="status">
        {said()}
      </span>
      {isPending && <ProgressBar className={css.progress} aria-label={words('teamSettings.syncing')} />}
    </div>
  );
};
