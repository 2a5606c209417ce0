import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { lateScreens } from './lateScreens.ts';
import { routeOf } from './screen.ts';

const cardLayout = () => import('../shell/CardLayout.tsx').then((it) => ({ Component: it.CardLayout }));

/** The routes that join the table later, by the id of their parent route (routes.tsx). */
export const lateRoutes: Readonly<Record<'root' | 'shell' | 'card', RouteObject[]>> = {
  shell: lateScreens.shell.map(routeOf),
  card: lateScreens.card.map(routeOf),
  root: [
    {
      lazy: () => import('../hosted/HostedLayout.tsx').then((it) => ({ Component: it.HostedLayout })),
      children: [
        { lazy: cardLayout, children: lateScreens.hostedCard.map(routeOf) },
        {
          lazy: async () => {
            const [it] = await Promise.all([import('../hosted/EmbeddedLayout.tsx'), loadTexts('shell')]);
            return { Component: it.EmbeddedLayout };
          },
          children: lateScreens.embedded.map(routeOf),
        },
      ],
    },
  ],
};
