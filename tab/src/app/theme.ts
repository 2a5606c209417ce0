import { useEffect, useSyncExternalStore } from 'react';
import { webLightTheme } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';

const prefersDark = '(prefers-color-scheme: dark)';
const isDark = (): boolean => window.matchMedia(prefersDark).matches;

let dark: Theme | undefined;

/** Fetches the theme of a dark machine, before anything is drawn. Never rejects: light is better than nothing. */
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

/** The reader's own choice of light or dark, followed while the page is open. */
export const useBrowserTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => (isDark() ? dark : undefined) ?? webLightTheme);

/** Paints what lies around the page's own box: the gutter a dialog leaves where the scroll bar was, and the bounce of phones. */
export const usePaintedBody = ({ colorNeutralBackground2: paint }: Theme): void => {
  useEffect(() => {
    document.body.style.backgroundColor = paint;
  }, [paint]);
};
