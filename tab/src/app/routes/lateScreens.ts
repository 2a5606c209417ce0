import { accountScreens } from './accountScreens.ts';
import type { Screen } from './screen.ts';

// All screens except the first ones (firstScreens.ts), grouped by their layout. A new screen is one line in its list.

const dashboard = () => import('../../screens/dashboard/DashboardScreen.tsx').then((it) => it.DashboardScreen);
const detail = () => import('../../screens/reports/detail/DetailScreen.tsx').then((it) => it.DetailScreen);
const list = () => import('../../screens/reports/list/ListScreen.tsx').then((it) => it.ListScreen);
const create = () => import('../../screens/reports/create/CreateScreen.tsx').then((it) => it.CreateScreen);
const person = () => import('../../screens/reports/person/PersonScreen.tsx').then((it) => it.PersonScreen);

const timesheet = () => import('../../screens/timesheet/TimesheetScreen.tsx').then((it) => it.TimesheetScreen);

const shell: readonly Screen[] = [
  { path: '/reports', titleKey: 'reports.title', texts: 'reports', load: list },
  { path: '/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/reports/:id', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/reports/:id/report', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/reports/create', titleKey: 'page.reportCreate', texts: 'reportForm', load: create },
  { path: '/timesheet', titleKey: 'nav.timesheet', texts: 'timesheet', load: timesheet },
  {
    path: '/settings/team',
    titleKey: 'nav.teamSettings',
    texts: 'teamSettings',
    load: () => import('../../screens/teamSettings/TeamSettingsScreen.tsx').then((it) => it.TeamSettingsScreen),
  },
  {
    path: '/billing',
    titleKey: 'billing.title',
    texts: 'billing',
    load: () => import('../../screens/billing/BillingScreen.tsx').then((it) => it.BillingScreen),
  },
  {
    path: '/settings',
    titleKey: 'nav.settings',
    texts: 'settings',
    load: () => import('../../screens/settings/SettingsScreen.tsx').then((it) => it.SettingsScreen),
  },
];

const card: readonly Screen[] = [
  ...accountScreens,
  {
    path: '/privacy',
    titleKey: 'page.privacy',
    texts: 'legal',
    load: () => import('../../screens/legal/PrivacyScreen.tsx').then((it) => it.PrivacyScreen),
  },
  {
    path: '/terms',
    titleKey: 'page.terms',
    texts: 'legal',
    load: () => import('../../screens/legal/TermsScreen.tsx').then((it) => it.TermsScreen),
  },
  {
    path: '/prices',
    titleKey: 'page.prices',
    texts: 'legal',
    load: () => import('../../screens/legal/PricesScreen.tsx').then((it) => it.PricesScreen),
  },
  {
    path: '/help',
    titleKey: 'page.help',
    texts: 'legal',
    load: () => import('../../screens/legal/HelpScreen.tsx').then((it) => it.HelpScreen),
  },
  {
    path: '/logout',
    titleKey: 'page.logout',
    load: () => import('../../screens/login/LogoutScreen.tsx').then((it) => it.LogoutScreen),
  },
  {
    path: '/settings/connect',
    titleKey: 'page.connect',
    texts: 'connect',
    load: () => import('../../screens/connect/ConnectScreen.tsx').then((it) => it.ConnectScreen),
  },
  {
    path: '/payment/add',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () => import('./PaymentPage.tsx').then((it) => it.PaymentPage),
  },
  {
    path: '/payment/success',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () => import('../../screens/payment/PaymentSuccessScreen.tsx').then((it) => it.SuccessScreen),
  },
  {
    path: '/payment/cancel',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () => import('../../screens/payment/CancelScreen.tsx').then((it) => it.CancelScreen),
  },
];

/** Card pages that may run inside the chat tool. */
const hostedCard: readonly Screen[] = [
  {
    path: '/teams/setup',
    titleKey: 'page.setup',
    texts: 'setup',
    load: () => import('../../screens/setup/SetupScreen.tsx').then((it) => it.SetupScreen),
  },
  {
    path: '/TeamsConfig',
    titleKey: 'page.teamsConfig',
    texts: 'teamsConfig',
    load: () => import('../hosted/TeamsConfig.tsx').then((it) => it.TeamsConfig),
  },
  {
    path: '/teamslanding',
    titleKey: 'page.landing',
    load: () => import('../hosted/Landing.tsx').then((it) => it.Landing),
  },
];

const embedded: readonly Screen[] = [
  { path: '/teams/home/:test?', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  { path: '/teams/reports', titleKey: 'reports.title', texts: 'reports', load: list },
  { path: '/teams/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/teams/reports/:id', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/teams/reports/create/:teamId', titleKey: 'page.reportCreate', texts: 'reportForm', load: create },
  { path: '/teams/timesheet', titleKey: 'nav.timesheet', texts: 'timesheet', load: timesheet },
];

export const lateScreens = { shell, card, hostedCard, embedded } as const;
