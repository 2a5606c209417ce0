import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface FocusBack {
  readonly place: RefObject<HTMLDivElement | null>;
  /** To be called by what opens the modal part, before it opens. */
  readonly remember: () => void;
  /** To be called once the modal part is off the page. */
  readonly giveBack: () => void;
}

/** Gives the focus back to what had it before a modal part opened, or to `place` when that is gone. */
export const useFocusBack = (): FocusBack => {
  const opener = useRef<Element>(null);
  const place = useRef<HTMLDivElement>(null);
  const remember = (): void => {
    opener.current = document.activeElement;
  };
  const giveBack = useCallback(() => {
    if (document.activeElement !== document.body) return;
    const before = opener.current;
    (before instanceof HTMLElement && before.isConnected ? before : place.current)?.focus();
  }, []);
  return { place, remember, giveBack };
};

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

/**
 * Stands inside a modal part and tells when it is off the page. On a slow machine Fluent finds nothing to focus in a part that
 * is just being drawn and focuses its frame; its focus library then takes the part for inactive and hides it from screen
 * readers. So the focus goes on to the first control as soon as there is one.
 */
export const Leaving = ({ onGone }: { readonly onGone: () => void }) => {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => onGone, [onGone]);
  useEffect(() => {
    const later = window.setTimeout(() => {
      const frame = place.current?.closest('[aria-modal="true"]');
      if (frame === undefined || frame === null || frame !== document.activeElement) return;
      frame.querySelector<HTMLElement>('a[href], button, input, select, textarea')?.focus();
    });
    return () => {
      window.clearTimeout(later);
    };
  }, []);
  return <span ref={place} hidden />;
};

const uncover = (): void => {
  for (const element of document.body.children)
    if (!element.hasAttribute('data-tabster-dummy') && element.querySelector('[role=dialog]') === null)
      element.removeAttribute('aria-hidden');
};

/**
 * Mends two faults of Fluent's focus library, each of which hides from screen readers what is on the page: it goes with
 * its last user and leaves the page covered when a modal part is taken away open, as when the session ends; and it
 * notices late that a dialog went and takes the next one of the same identity for gone.
 * @returns the key of the dialog: another one for each opening
 */
export const useModal = (isOpen: boolean): number => {
  const [seen, setSeen] = useState({ isOpen, opening: 0 });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + (isOpen ? 1 : 0) });
  useEffect(() => uncover, []);
  return seen.opening;
};
