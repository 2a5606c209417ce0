import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';

/** True while a form contains a typed password or key, which is stored nowhere else. Null outside the settings. */
export const TypedSecretContext = createContext<RefObject<boolean> | null>(null);

/**
 * Reports a typed password or key to the settings. Secrets are never stored in drafts, so the settings ask for confirmation before the
 * reader leaves the form.
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
