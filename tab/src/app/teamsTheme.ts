import { teamsDarkTheme, teamsHighContrastTheme, teamsLightTheme } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';
import type { HostTheme } from './host.ts';

/** Glass lays the page over a blurred dark room; Fluent has no theme of its own for it. */
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
