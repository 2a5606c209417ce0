import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * A reference that is true while a form contains a typed password or key, which is stored nowhere else. Null outside
 * the settings.
 */
export const TypedSecretContext = createContext<RefObject<boolean> | null>(null);

/**
 * Reports to the settings whether a password or a key is typed. Drafts never contain them, so the settings ask for
 * confirmation before the reader leaves the form.
 */
export const useTypedSecret = (isTyped: boolean): void => {
  const secret = useContext(TypedSecretContext);
  useEffect(() => {
    if (secret !== null) secret.current = isTyped;
    return () => {
      if (secret !== null) secret.current = false;
    };
  }, [secret, isTyped]);
};
