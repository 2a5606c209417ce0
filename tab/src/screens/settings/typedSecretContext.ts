import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';

/** True while a form holds typed text that is kept nowhere else. Null outside the settings. */
export const TypedSecretContext = createContext<RefObject<boolean> | null>(null);

/** Reports typed passwords to the settings, which ask before the reader leaves the form: passwords are never kept. */
export const useTypedSecret = (isTyped: boolean): void => {
  const secret = useContext(TypedSecretContext);
  useEffect(() => {
    if (secret !== null) secret.current = isTyped;
    return () => {
      if (secret !== null) secret.current = false;
    };
  }, [secret, isTyped]);
};
