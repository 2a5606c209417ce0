import { errorText } from '../../api/errorText.ts';
import { useSavePreferences } from '../../api/profile.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';

/** Saves at once, and says so: there is no form to send here. */
export const useSetPreference = () => {
  const words = useWords();
  const notices = useNotices();
  const save = useSavePreferences();
  return {
    isSaving: save.isPending,
    set: (change: Parameters<typeof save.mutate>[0]): void => {
      if (save.isPending) return;
      save.mutate(change, {
        onSuccess: () => {
          notices.push('success', words('preferencesTab.saved'));
        },
        onError: (error) => {
          notices.push('failure', errorText(error, words));
        },
      });
    },
  };
};
