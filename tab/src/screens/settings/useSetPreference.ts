import { errorText } from '../../api/client/errorText.ts';
import { useSavePreferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/**
 * Returns a function that saves a preference at once. A notice reports the result. A call while another is running has
 * no effect.
 */
export const useSetPreference = () => {
  const t = useTranslate();
  const notices = useNotices();
  const save = useSavePreferences();
  return {
    isSaving: save.isPending,
    set: (change: Parameters<typeof save.mutate>[0]): void => {
      if (save.isPending) return;
      save.mutate(change, {
        onSuccess: () => {
          notices.push('success', t('preferencesTab.saved'));
        },
        onError: (error) => {
          notices.push('failure', errorText(error, t));
        },
      });
    },
  };
};
