import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useKeptValue } from '../../api/client/unsavedInputCacheAndStorage.ts';
import type { KeptValues } from '../../api/client/unsavedInputCacheAndStorage.ts';
import type { SettingsFormName } from '../../api/client/useFormWithStoredDraft.ts';
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx';
import { TypedSecretContext } from './typedSecretContext.ts';

const useDrafts = (): Readonly<Record<SettingsFormName, KeptValues<unknown>>> => ({
  profile: useKeptValue('settings', 'profile'),
  organisation: useKeptValue('settings', 'organisation'),
  retention: useKeptValue('settings', 'retention'),
  linkPatterns: useKeptValue('settings', 'linkPatterns'),
  textModel: useKeptValue('settings', 'textModel'),
});

/**
 * Asks for confirmation before the reader leaves unsaved settings. Before another tab of the settings opens, asks only
 * if a password or a key is typed, because all other values are kept as drafts. A router supports only one guard, so
 * this one serves all forms of the settings.
 */
export const UnsavedSettingsGuard = ({ children }: { readonly children: ReactNode }) => {
  const drafts = Object.values(useDrafts());
  const secret = useRef(false);
  return (
    <TypedSecretContext value={secret}>
      <UnsavedGuard
        isUnsaved={(target) =>
          secret.current || (target === 'page' && drafts.some((draft) => draft.read() !== undefined))
        }
        onLeave={(target) => {
          if (target === 'page') for (const draft of drafts) draft.drop();
        }}
      />
      {children}
    </TypedSecretContext>
  );
};
