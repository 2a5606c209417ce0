import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface FocusBack {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Stores the focused element. Call this function before a dialog or another modal part opens. */
  readonly remember: () => void;
  /**
   * Returns the focus to the stored element, if no other element of the page has it. If the stored element has left the
   * page, `place` takes the focus.
   */
  readonly giveBack: () => void;
}

/**
 * Returns the functions that store the focused element before a modal part opens and return the focus to it afterwards,
 * and a reference for the element that takes the focus if the stored one has left the page.
 */
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

/**
 * Moves the focus to another element when `part` leaves the page while it contains the focus, so that readers keep
 * their position. `to` returns the other element; it is called while `part` is still in the page.
 */
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
 * Render this inside a modal part: it calls `onGone` when that part leaves the page. It also focuses the first control,
 * because on a slow machine Fluent finds no control yet and focuses the frame; its focus library would then hide the
 * part from screen readers.
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
 * Returns the key for a dialog, a new one at each opening. Works around two faults of Fluent's focus library: if an
 * open modal part is unmounted, for example when the session ends, the page stays hidden from screen readers; and a
 * dialog that opens again with the same key is treated as the closed one.
 */
export const useModal = (isOpen: boolean): number => {
  const [seen, setSeen] = useState({ isOpen, opening: 0 });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + (isOpen ? 1 : 0) });
  useEffect(() => uncover, []);
  return seen.opening;
};
