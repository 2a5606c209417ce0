import type { Screen } from './screen.ts';

// The table's first part comes with the entry: the pages most people open first start loading without another round trip. It is
// paid for by every page, so it stays this short; everything else is a line in lateScreens.ts.

const dashboard = () => import('../screens/dashboard/DashboardScreen.tsx').then((it) => it.DashboardScreen);

export const firstScreens = {
  shell: [
    { path: '/', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
    { path: '/home', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  ],
  card: [
    {
      path: '/login',
      titleKey: 'page.login',
      load: () => import('../screens/login/LoginScreen.tsx').then((it) => it.LoginScreen),
    },
    { path: '*', titleKey: 'page.notFound', load: () => import('./NotFound.tsx').then((it) => it.NotFound) },
  ],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;
