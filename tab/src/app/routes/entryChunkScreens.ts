import type { Screen } from './routesOfScreens.ts';

// These routes are part of the entry chunk, so that the most visited pages open without a further request for the route
// table. Every page loads the entry chunk, so keep this list short. All other screens belong in lazyScreens.ts.

const dashboard = () => import('../../screens/dashboard/DashboardScreen.tsx').then((module) => module.DashboardScreen);

export const entryChunkScreens = {
  shell: [
    { path: '/', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
    { path: '/home', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  ],
  card: [
    {
      path: '/login',
      titleKey: 'page.login',
      load: () => import('../../screens/login/LoginScreen.tsx').then((module) => module.LoginScreen),
    },
    {
      path: '*',
      titleKey: 'page.notFound',
      load: () => import('../shell/NotFoundPage.tsx').then((module) => module.NotFoundPage),
    },
  ],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;
