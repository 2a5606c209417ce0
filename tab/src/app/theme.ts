import { useEffect, useSyncExternalStore } from 'react';
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

/** Paints what lies around the page's own box: the gutter a dialog leaves where the scroll bar was, and the bounce of phones. */
export const usePaintedBody = ({ colorNeutralBackground2: paint }: Theme): void => {
  useEffect(() => {
    document.body.style.backgroundColor = paint;
  }, [paint]);
};
