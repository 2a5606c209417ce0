import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface FocusBack {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Stores the focused element. Call this function before the modal part opens. */
  readonly remember: () => void;
  /**
   * Restores the focus to the stored element, if the page has lost the focus. If the element has left the page, `place`
   * takes the focus.
   */
  readonly giveBack: () => void;
}

/**
 * Returns functions that store the focused element before a modal part opens and restore the focus afterwards. If the element has
 * left the page, `place` takes the focus.
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
 * Moves the focus to another element when a focused part leaves the page, so that the reader keeps their position. Calls `to`,
 * which returns the other element, while the part is still in the page.
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
 * Renders inside a modal part and calls `onGone` when that part leaves the page. Also focuses the first control,
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
 * Returns the key of a dialog, a new one for each opening. Works around two faults of Fluent's focus library: if an open modal
 * part is unmounted, for example at the end of a session, the page stays hidden from screen readers; and a reopened dialog with
 * the same key is treated as the closed one.
 */
export const useModal = (isOpen: boolean): number => {
  const [seen, setSeen] = useState({ isOpen, opening: 0 });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + (isOpen ? 1 : 0) });
  useEffect(() => uncover, []);
  return seen.opening;
};
