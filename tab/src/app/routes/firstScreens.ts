import type { Screen } from './screen.ts';

// The first part of the route table comes with the entry chunk, so that the most visited pages load without another round trip.
// Every page pays for it, so keep it short; all other screens belong in lateScreens.ts.

const dashboard = () => import('../../screens/dashboard/DashboardScreen.tsx').then((it) => it.DashboardScreen);

export const firstScreens = {
  shell: [
    { path: '/', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
    { path: '/home', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  ],
  card: [
    {
      path: '/login',
      titleKey: 'page.login',
      load: () => import('../../screens/login/LoginScreen.tsx').then((it) => it.LoginScreen),
    },
    { path: '*', titleKey: 'page.notFound', load: () => import('../shell/NotFound.tsx').then((it) => it.NotFound) },
  ],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;
