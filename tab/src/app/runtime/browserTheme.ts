import { useEffect, useSyncExternalStore } from 'react';
import { webLightTheme } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';

const prefersDark = '(prefers-color-scheme: dark)';
const isDark = (): boolean => window.matchMedia(prefersDark).matches;

let dark: Theme | undefined;

/**
 * Loads the dark theme before the first paint if the browser prefers dark. Never rejects: if loading fails, the page
 * uses the light theme.
 */
export const settleTheme = async (): Promise<void> => {
  if (!isDark() || dark !== undefined) return;
  try {
    dark = (await import('./darkTheme.ts')).darkTheme;
  } catch {
    dark = undefined;
  }
};

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(prefersDark);
  const changed = (): void => void settleTheme().then(listener);
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
};

/** Returns the theme for the browser's light or dark preference, and follows its changes. */
export const useBrowserTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => (isDark() ? dark : undefined) ?? webLightTheme);

/**
 * Sets the background colour of `body`, which is visible around the page's own box: in the gutter that a dialog leaves
 * in place of the scroll bar, and in the overscroll of phones.
 */
export const usePaintedBody = ({ colorNeutralBackground2: paint }: Theme): void => {
  useEffect(() => {
    document.body.style.backgroundColor = paint;
  }, [paint]);
};
