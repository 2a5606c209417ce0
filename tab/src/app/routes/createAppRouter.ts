import { createRouter } from '../../ui/router/createRouter.ts';
import type { Router } from '../../ui/router/createRouter.ts';
import type { PageHistory } from '../../ui/router/pageHistoryAndLocation.ts';
import { entryChunkScreens } from './entryChunkScreens.ts';
import { loadCardLayout, loadShell } from './loadLayouts.ts';
import { routesOf } from './routesOfScreens.ts';

/**
 * Creates the router with the screens of entryChunkScreens.ts. It loads all other routes when the reader first opens an
 * address that needs them.
 */
export const createAppRouter = (history: PageHistory): Router =>
  createRouter(history, {
    first: [...routesOf([loadShell], entryChunkScreens.shell), ...routesOf([loadCardLayout], entryChunkScreens.card)],
    loadOthers: () => import('./lazyRoutes.ts').then((module) => module.lazyRoutes),
  });
