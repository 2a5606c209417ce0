import type { LoadComponent, Route } from '../../ui/router/pageLoader.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { loadCardLayout, loadShell } from './loadLayouts.ts';
import { lazyScreens } from './lazyScreens.ts';
import { routesOf } from './routesOfScreens.ts';

const loadTeamsTab: LoadComponent = () =>
  import('../hosted/TeamsHostAndThemeLayout.tsx').then((module) => module.TeamsHostAndThemeLayout);

const loadEmbedded: LoadComponent = async () => {
  const [module] = await Promise.all([import('../hosted/EmbeddedLayout.tsx'), loadTexts('shell')]);
  return module.EmbeddedLayout;
};

/**
 * All routes except those of entryChunkScreens.ts. createAppRouter.ts loads this list when the reader first opens an
 * address that needs it.
 */
export const lazyRoutes: readonly Route[] = [
  ...routesOf([loadShell], lazyScreens.shell),
  ...routesOf([loadCardLayout], lazyScreens.card),
  ...routesOf([loadTeamsTab, loadCardLayout], lazyScreens.hostedCard),
  ...routesOf([loadTeamsTab, loadEmbedded], lazyScreens.embedded),
];
