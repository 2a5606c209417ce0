import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { firstScreens } from './eagerScreens.ts';
import { PageLoading } from '../shell/PageLoading.tsx';
import { RootRoute } from './RootRoute.tsx';
import { RouteErrorPage } from '../shell/RouteErrorPage.tsx';
import { routeOf } from './screenToRouteObject.ts';

/**
 * Returns the routes with which every page starts: the first screens in their layouts. `joinLateRoutes` adds the others
 * when an address needs them.
 */
export const createRoutes = (): RouteObject[] => [
  {
    id: 'root',
    Component: RootRoute,
    ErrorBoundary: RouteErrorPage,
    hydrateFallbackElement: <PageLoading />,
    children: [
      {
        id: 'shell',
        lazy: async () => {
          const [module] = await Promise.all([import('../shell/AppShell.tsx'), loadTexts('shell')]);
          return { Component: module.AppShell };
        },
        children: firstScreens.shell.map(routeOf),
      },
      {
        id: 'card',
        lazy: () => import('../shell/CardLayout.tsx').then((module) => ({ Component: module.CardLayout })),
        children: firstScreens.card.map(routeOf),
      },
    ],
  },
];

/** Loads the other routes when the reader opens an address that no loaded route matches. */
export const joinLateRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lateRoutes } = await import('./lazyRoutes.ts');
  patch('root', lateRoutes.root);
  patch('shell', lateRoutes.shell);
  patch('card', lateRoutes.card);
};
