import { useSyncExternalStore } from 'react';
import { webDarkTheme, webLightTheme } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';

const prefersDark = '(prefers-color-scheme: dark)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(prefersDark);
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
};

/** The reader's own choice of light or dark, followed while the page is open. */
export const useBrowserTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => window.matchMedia(prefersDark).matches) ? webDarkTheme : webLightTheme;
