import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../ui/lazyTexts.ts';
import { lateScreens } from './lateScreens.ts';
import { routeOf } from './screen.ts';

const cardLayout = () => import('./CardLayout.tsx').then((it) => ({ Component: it.CardLayout }));

/** What joins the table, by the id of the route it joins (routes.tsx). */
export const lateRoutes: Readonly<Record<'root' | 'shell' | 'card', RouteObject[]>> = {
  shell: lateScreens.shell.map(routeOf),
  card: lateScreens.card.map(routeOf),
  root: [
    {
      lazy: () => import('./HostedLayout.tsx').then((it) => ({ Component: it.HostedLayout })),
      children: [
        { lazy: cardLayout, children: lateScreens.hostedCard.map(routeOf) },
        {
          lazy: async () => {
            const [it] = await Promise.all([import('./EmbeddedLayout.tsx'), loadTexts('shell')]);
            return { Component: it.EmbeddedLayout };
          },
          children: lateScreens.embedded.map(routeOf),
        },
      ],
    },
  ],
};
