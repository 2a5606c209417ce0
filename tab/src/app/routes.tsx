import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../ui/lazyTexts.ts';
import { accountScreens } from './accountScreens.ts';
import type { Screen } from './screen.ts';
import { Loading } from './Loading.tsx';
import type { RouteHandle } from './Root.tsx';
import { Root } from './Root.tsx';
import { RouteError } from './RouteError.tsx';

const screen = ({ path, titleKey, texts, load }: Screen): RouteObject => ({
  path,
  handle: { titleKey } satisfies RouteHandle,
  lazy: async () => {
    const [Component] = await Promise.all([load(), texts === undefined ? undefined : loadTexts(texts)]);
    return { Component };
  },
});

const dashboard = () => import('../screens/dashboard/DashboardScreen.tsx').then((it) => it.DashboardScreen);

const detail = () => import('../screens/reports/detail/DetailScreen.tsx').then((it) => it.DetailScreen);

const create = () => import('../screens/reports/create/CreateScreen.tsx').then((it) => it.CreateScreen);

const person = () => import('../screens/reports/person/PersonScreen.tsx').then((it) => it.PersonScreen);

const shell: readonly Screen[] = [
  { path: '/', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  { path: '/home', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  {
    path: '/reports',
    titleKey: 'reports.title',
    texts: 'reports',
    load: () => import('../screens/reports/list/ListScreen.tsx').then((it) => it.ListScreen),
  },
  { path: '/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/reports/:id', titleKey: 'reportPage.title', texts: 'reportPage', load: detail },
  { path: '/reports/:id/report', titleKey: 'reportPage.title', texts: 'reportPage', load: detail },
  {
    path: '/billing',
    titleKey: 'billing.title',
    texts: 'billing',
    load: () => import('../screens/billing/BillingScreen.tsx').then((it) => it.BillingScreen),
  },
  { path: '/reports/create', titleKey: 'page.reportCreate', texts: 'reportForm', load: create },
];

const cards: readonly Screen[] = [
  ...accountScreens,
  {
    path: '/login',
    titleKey: 'page.login',
    load: () => import('../screens/login/LoginScreen.tsx').then((it) => it.LoginScreen),
  },
  {
    path: '/logout',
    titleKey: 'page.logout',
    load: () => import('../screens/login/LogoutScreen.tsx').then((it) => it.LogoutScreen),
  },
  {
    path: '/settings/connect',
    titleKey: 'page.connect',
    texts: 'connect',
    load: () => import('../screens/connect/ConnectScreen.tsx').then((it) => it.ConnectScreen),
  },
  {
    path: '/payment/:action',
    titleKey: 'page.payment',
    texts: 'trial',
    load: () => import('../screens/payment/TrialEndedScreen.tsx').then((it) => it.TrialEndedScreen),
  },
  { path: '*', titleKey: 'page.notFound', load: () => import('./NotFound.tsx').then((it) => it.NotFound) },
];

const hostedCards: readonly Screen[] = [
  {
    path: '/teams/setup',
    titleKey: 'page.setup',
    texts: 'setup',
    load: () => import('../screens/setup/SetupScreen.tsx').then((it) => it.SetupScreen),
  },
  { path: '/teamslanding', titleKey: 'page.landing', load: () => import('./Landing.tsx').then((it) => it.Landing) },
];

const embedded: readonly Screen[] = [
  { path: '/teams/home/:test?', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  { path: '/teams/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/teams/reports/:id', titleKey: 'reportPage.title', texts: 'reportPage', load: detail },
  { path: '/teams/reports/create/:teamId', titleKey: 'page.reportCreate', texts: 'reportForm', load: create },
];

/** Every route of the product, by the layout that frames it. A new screen is one line in its list. */
export const createRoutes = (): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    hydrateFallbackElement: <Loading />,
    children: [
      { lazy: () => import('./Shell.tsx').then((it) => ({ Component: it.Shell })), children: shell.map(screen) },
      {
        lazy: () => import('./CardLayout.tsx').then((it) => ({ Component: it.CardLayout })),
        children: cards.map(screen),
      },
      {
        lazy: () => import('./HostedLayout.tsx').then((it) => ({ Component: it.HostedLayout })),
        children: [
          {
            lazy: () => import('./CardLayout.tsx').then((it) => ({ Component: it.CardLayout })),
            children: hostedCards.map(screen),
          },
          {
            lazy: () => import('./EmbeddedLayout.tsx').then((it) => ({ Component: it.EmbeddedLayout })),
            children: embedded.map(screen),
          },
        ],
      },
    ],
  },
];

/** Whether the table has a screen for this path. */
export const pathExists = (routes: RouteObject[], path: string): boolean => {
  const last = matchRoutes(routes, path)?.at(-1);
  return last !== undefined && last.route.path !== '*';
};
