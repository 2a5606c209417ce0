import { useEffect } from 'react';
import { teamsDarkTheme, teamsHighContrastTheme, teamsLightTheme } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';
import type { HostTheme } from './connectTeamsHost.ts';

/**
 * Returns Fluent's theme for the host's theme. Fluent has no theme for the host's "glass", which shows the page over a
 * blurred dark background, so such a page gets the dark theme.
 */
export const teamsTheme = (theme: HostTheme): Theme => {
  switch (theme) {
    case 'default':
      return teamsLightTheme;
    case 'dark':
    case 'glass':
      return teamsDarkTheme;
    case 'contrast':
      return teamsHighContrastTheme;
  }
};

/**
 * Applies the host's theme to the background of the whole page and to the parts that the browser draws, such as scroll
 * bars and lists. Without this, these parts would follow the browser's preference.
 */
export const usePaintedRoot = (theme: HostTheme | undefined): void => {
  useEffect(() => {
    if (theme === undefined) return undefined;
    const { style } = document.documentElement;
    style.backgroundColor = teamsTheme(theme).colorNeutralBackground2;
    style.colorScheme = theme === 'default' ? 'light' : 'dark';
    return () => {
      style.backgroundColor = '';
      style.colorScheme = '';
    };
  }, [theme]);
};
