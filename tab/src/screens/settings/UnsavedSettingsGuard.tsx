import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useKeptValue } from '../../api/client/keptValues.ts';
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx';
import { TypedSecretContext } from './typedSecretContext.ts';

/**
 * Asks before the reader leaves unsaved settings. The forms keep their drafts while the reader looks at other tabs, so only leaving
 * the page asks about them; a typed password is lost with its tab. A router has room for one guard, so one guard serves all forms.
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
