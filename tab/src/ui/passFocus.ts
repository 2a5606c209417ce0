import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** What goes while the focus is in it hands the focus on, so that its reader keeps their place. `to` is asked while it is still there. */
export const usePassFocus = (
  part: RefObject<HTMLElement | null>,
  isShown: boolean,
  to: (part: HTMLElement) => HTMLElement | null,
): void => {
  useLayoutEffect(() => {
    const here = part.current;
    return () => {
      if (here?.contains(document.activeElement) === true) to(here)?.focus();
    };
  }, [part, isShown, to]);
};
