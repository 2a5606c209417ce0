import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { firstScreens } from './firstScreens.ts';
import { Loading } from '../shell/Loading.tsx';
import { Root } from './Root.tsx';
import { RouteError } from '../shell/RouteError.tsx';
import { routeOf } from './screen.ts';

/** Returns the routes with which every page starts: the first screens in their layouts. The others join them later. */
export const createRoutes = (): RouteObject[] => [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RouteError,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        id: 'shell',
        lazy: async () => {
          const [it] = await Promise.all([import('../shell/Shell.tsx'), loadTexts('shell')]);
          return { Component: it.Shell };
        },
        children: firstScreens.shell.map(routeOf),
      },
      {
        id: 'card',
        lazy: () => import('../shell/CardLayout.tsx').then((it) => ({ Component: it.CardLayout })),
        children: firstScreens.card.map(routeOf),
      },
    ],
  },
];

/** Loads the other routes at the first address that the first screens do not match. */
export const joinLateRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lateRoutes } = await import('./lateRoutes.ts');
  patch('root', lateRoutes.root);
  patch('shell', lateRoutes.shell);
  patch('card', lateRoutes.card);
};
