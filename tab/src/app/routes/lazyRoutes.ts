import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { lateScreens } from './lazyScreens.ts';
import { routeOf } from './screenToRouteObject.ts';

const cardLayout = () => import('../shell/CardLayout.tsx').then((module) => ({ Component: module.CardLayout }));

/** Routes that load later and are then added to their parent route, by the parent's id (routes.tsx). */
export const lateRoutes: Readonly<Record<'root' | 'shell' | 'card', RouteObject[]>> = {
  shell: lateScreens.shell.map(routeOf),
  card: lateScreens.card.map(routeOf),
  root: [
    {
      lazy: () => import('../hosted/TeamsTabLayout.tsx').then((module) => ({ Component: module.TeamsTabLayout })),
      children: [
        { lazy: cardLayout, children: lateScreens.hostedCard.map(routeOf) },
        {
          lazy: async () => {
            const [module] = await Promise.all([import('../hosted/EmbeddedLayout.tsx'), loadTexts('shell')]);
            return { Component: module.EmbeddedLayout };
          },
          children: lateScreens.embedded.map(routeOf),
        },
      ],
    },
  ],
};
