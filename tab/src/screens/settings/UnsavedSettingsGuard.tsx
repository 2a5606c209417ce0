import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useKeptValue } from '../../api/client/keptTypedText.ts';
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx';
import { TypedSecretContext } from './typedSecretContext.ts';

/**
 * Asks for confirmation before the reader leaves unsaved settings. When the reader opens another tab, asks only if a
 * password is typed, because the other values are kept as drafts. A router supports only one guard, so this guard
 * serves the profile, the organisation's name, the retention and the passwords.
 */
export const UnsavedSettingsGuard = ({ children }: { readonly children: ReactNode }) => {
  const drafts = [
    useKeptValue('settings', 'profile'),
    useKeptValue('settings', 'organisation'),
    useKeptValue('settings', 'retention'),
  ];
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
