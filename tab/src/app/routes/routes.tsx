import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { firstScreens } from './eagerScreens.ts';
import { PageLoading } from '../shell/PageLoading.tsx';
import { RootRoute } from './RootRoute.tsx';
import { RouteErrorPage } from '../shell/RouteErrorPage.tsx';
import { routeOf } from './screenToRouteObject.ts';

/**
 * Returns the route table at the start of the page: the layouts with their eager screens. `joinLateRoutes` adds all
 * other routes when the reader opens an address that needs them.
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

/** Loads the lazy routes when the reader opens an address that matches no loaded route. */
export const joinLateRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lateRoutes } = await import('./lazyRoutes.ts');
  patch('root', lateRoutes.root);
  patch('shell', lateRoutes.shell);
  patch('card', lateRoutes.card);
};
