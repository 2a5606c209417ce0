import { accountScreens } from './registrationAndRecoveryScreens.ts';
import type { Screen } from './routesOfScreens.ts';

// All screens except those of entryChunkScreens.ts, grouped by their layout. To add a screen, add one entry to the list
// of its layout.

const dashboard = () => import('../../screens/dashboard/DashboardScreen.tsx').then((module) => module.DashboardScreen);
const detail = () =>
  import('../../screens/reports/detail/ReportDetailScreen.tsx').then((module) => module.ReportDetailScreen);
const list = () => import('../../screens/reports/list/ReportListScreen.tsx').then((module) => module.ReportListScreen);
const create = () =>
  import('../../screens/reports/create/CreateReportScreen.tsx').then((module) => module.CreateReportScreen);
const person = () =>
  import('../../screens/reports/person/PersonReportScreen.tsx').then((module) => module.PersonReportScreen);

const teamTrends = () =>
  import('../../screens/reports/trends/TeamTrendsScreen.tsx').then((module) => module.TeamTrendsScreen);

const blockers = () => import('../../screens/blockers/BlockersScreen.tsx').then((module) => module.BlockersScreen);

const rollup = () => import('../../screens/rollup/RollupScreen.tsx').then((module) => module.RollupScreen);
const search = () => import('../../screens/search/SearchScreen.tsx').then((module) => module.SearchScreen);
const digests = () => import('../../screens/digests/DigestsScreen.tsx').then((module) => module.DigestsScreen);

const timesheet = () => import('../../screens/timesheet/TimesheetScreen.tsx').then((module) => module.TimesheetScreen);

const shell: readonly Screen[] = [
  { path: '/reports', titleKey: 'reports.title', texts: 'reports', load: list },
  { path: '/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/reports/trends', titleKey: 'page.teamTrends', texts: ['reports', 'trends'], load: teamTrends },
  { path: '/reports/:id', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/reports/:id/report', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/reports/create', titleKey: 'page.reportCreate', texts: 'reportWizard', load: create },
  { path: '/blockers', titleKey: 'nav.blockers', texts: 'blockers', load: blockers },
  { path: '/rollup', titleKey: 'nav.rollup', texts: 'rollup', load: rollup },
  { path: '/search', titleKey: 'nav.search', texts: 'search', load: search },
  { path: '/digests', titleKey: 'digests.title', texts: 'digests', load: digests },
  { path: '/timesheet', titleKey: 'nav.timesheet', texts: 'timesheet', load: timesheet },
  {
    path: '/settings/team',
    titleKey: 'nav.teamSettings',
    texts: 'teamSettings',
    load: () => import('../../screens/teamSettings/TeamSettingsScreen.tsx').then((module) => module.TeamSettingsScreen),
  },
  {
    path: '/billing',
    titleKey: 'billing.title',
    texts: 'billing',
    load: () => import('../../screens/billing/BillingScreen.tsx').then((module) => module.BillingScreen),
  },
  {
    path: '/settings',
    titleKey: 'nav.settings',
    texts: 'settings',
    load: () => import('../../screens/settings/UserSettingsScreen.tsx').then((module) => module.UserSettingsScreen),
  },
];

const card: readonly Screen[] = [
  ...accountScreens,
  {
    path: '/privacy',
    titleKey: 'page.privacy',
    texts: 'legal',
    load: () => import('../../screens/legal/PrivacyScreen.tsx').then((module) => module.PrivacyScreen),
  },
  {
    path: '/terms',
    titleKey: 'page.terms',
    texts: 'legal',
    load: () => import('../../screens/legal/TermsScreen.tsx').then((module) => module.TermsScreen),
  },
  {
    path: '/prices',
    titleKey: 'page.prices',
    texts: 'legal',
    load: () => import('../../screens/legal/PricesScreen.tsx').then((module) => module.PricesScreen),
  },
  {
    path: '/help',
    titleKey: 'page.help',
    texts: 'legal',
    load: () => import('../../screens/legal/HelpScreen.tsx').then((module) => module.HelpScreen),
  },
  {
    path: '/logout',
    titleKey: 'page.logout',
    load: () => import('../../screens/login/LogoutScreen.tsx').then((module) => module.LogoutScreen),
  },
  {
    path: '/settings/connect',
    titleKey: 'page.connect',
    texts: 'connect',
    load: () => import('../../screens/connect/ConnectTeamsScreen.tsx').then((module) => module.ConnectTeamsScreen),
  },
  {
    path: '/payment/add',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () => import('./SignedInPaymentPage.tsx').then((module) => module.PaymentPage),
  },
  {
    path: '/payment/success',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () => import('../../screens/payment/PaymentSuccessScreen.tsx').then((module) => module.PaymentSuccessScreen),
  },
  {
    path: '/payment/cancel',
    titleKey: 'page.payment',
    texts: 'payment',
    load: () =>
      import('../../screens/payment/PaymentCancelledScreen.tsx').then((module) => module.PaymentCancelledScreen),
  },
];

/** Pages in the narrow card layout that may also open inside Microsoft Teams. */
const hostedCard: readonly Screen[] = [
  {
    path: '/teams/setup',
    titleKey: 'page.setup',
    texts: 'setup',
    load: () => import('../../screens/setup/TeamsSetupGuideScreen.tsx').then((module) => module.TeamsSetupGuideScreen),
  },
  {
    path: '/TeamsConfig',
    titleKey: 'page.teamsConfig',
    texts: 'teamsConfig',
    load: () => import('../hosted/TeamsTabConfigPage.tsx').then((module) => module.TeamsTabConfigPage),
  },
  {
    path: '/teamslanding',
    titleKey: 'page.landing',
    load: () => import('../hosted/TeamsLandingWaitPage.tsx').then((module) => module.TeamsLandingWaitPage),
  },
];

const embedded: readonly Screen[] = [
  { path: '/teams/home/:test?', titleKey: 'page.dashboard', texts: 'dashboard', load: dashboard },
  { path: '/teams/reports', titleKey: 'reports.title', texts: 'reports', load: list },
  { path: '/teams/reports/person/:memberId', titleKey: 'personPage.title', texts: 'personPage', load: person },
  { path: '/teams/reports/trends', titleKey: 'page.teamTrends', texts: ['reports', 'trends'], load: teamTrends },
  { path: '/teams/reports/:id', titleKey: 'reportPage.title', texts: ['dashboard', 'reportPage'], load: detail },
  { path: '/teams/reports/create/:teamId', titleKey: 'page.reportCreate', texts: 'reportWizard', load: create },
  { path: '/teams/blockers', titleKey: 'nav.blockers', texts: 'blockers', load: blockers },
  { path: '/teams/rollup', titleKey: 'nav.rollup', texts: 'rollup', load: rollup },
  { path: '/teams/search', titleKey: 'nav.search', texts: 'search', load: search },
  { path: '/teams/digests', titleKey: 'digests.title', texts: 'digests', load: digests },
  { path: '/teams/timesheet', titleKey: 'nav.timesheet', texts: 'timesheet', load: timesheet },
];

export const lazyScreens = { shell, card, hostedCard, embedded } as const;
