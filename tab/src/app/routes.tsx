import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { loadTexts } from '../ui/lazyTexts.ts';
import { firstScreens } from './firstScreens.ts';
import { Loading } from './Loading.tsx';
import { Root } from './Root.tsx';
import { RouteError } from './RouteError.tsx';
import { routeOf } from './screen.ts';

/** The table as every page starts with it: the first screens in their layouts, and where the others will join. */
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
          const [it] = await Promise.all([import('./Shell.tsx'), loadTexts('shell')]);
          return { Component: it.Shell };
        },
        children: firstScreens.shell.map(routeOf),
      },
      {
        id: 'card',
        lazy: () => import('./CardLayout.tsx').then((it) => ({ Component: it.CardLayout })),
        children: firstScreens.card.map(routeOf),
      },
    ],
  },
];

/** Fetches the rest of the table at the first address that the first screens do not have. */
export const joinLateRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lateRoutes } = await import('./lateRoutes.ts');
  patch('root', lateRoutes.root);
  patch('shell', lateRoutes.shell);
  patch('card', lateRoutes.card);
};
