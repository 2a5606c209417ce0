// What each page is made of, and what it may cost in JavaScript, gzipped (design/web.md): the entry, its layouts, its screen.

export const entry = 'index.html';
export const shell = 'src/app/Shell.tsx';
const card = 'src/app/CardLayout.tsx';
const hosted = 'src/app/HostedLayout.tsx';
export const dashboard = 'src/screens/dashboard/DashboardScreen.tsx';
export const teamsJs = '../node_modules/@microsoft/teams-js/dist/esm/packages/teams-js/src/index.js';

export interface Page {
  readonly route: string;
  readonly sources: readonly string[];
  /** In all; `others` = this page alone, beyond what the first screen has brought. */
  readonly limit: number | 'others';
}

export const otherLimit = 80;

export const pages: readonly Page[] = [
  { route: '/', sources: [entry, shell, dashboard], limit: 240 },
  { route: '/login', sources: [entry, card, 'src/screens/login/LoginScreen.tsx'], limit: 150 },
  {
    route: '/reports/create',
    sources: [entry, shell, 'src/screens/reports/create/CreateScreen.tsx'],
    limit: 'others',
  },
  { route: '/logout', sources: [entry, card, 'src/screens/login/LogoutScreen.tsx'], limit: 'others' },
  { route: '/settings/connect', sources: [entry, card, 'src/screens/connect/ConnectScreen.tsx'], limit: 'others' },
  { route: '/setup', sources: [entry, card, 'src/screens/firstSteps/FirstStepsScreen.tsx'], limit: 'others' },
  { route: '/register', sources: [entry, card, 'src/screens/register/RegisterScreen.tsx'], limit: 'others' },
  { route: '/register/success/x', sources: [entry, card, 'src/screens/register/SuccessScreen.tsx'], limit: 'others' },
  {
    route: '/register/existing-user',
    sources: [entry, card, 'src/screens/register/ExistingUserScreen.tsx'],
    limit: 'others',
  },
  { route: '/confirm/x', sources: [entry, card, 'src/screens/register/ConfirmScreen.tsx'], limit: 'others' },
  { route: '/forgot-password', sources: [entry, card, 'src/screens/recover/ForgotScreen.tsx'], limit: 'others' },
  {
    route: '/forgot-password/success',
    sources: [entry, card, 'src/screens/recover/ForgotSentScreen.tsx'],
    limit: 'others',
  },
  { route: '/reset-password/x', sources: [entry, card, 'src/screens/recover/ResetScreen.tsx'], limit: 'others' },
  { route: '/reset/success', sources: [entry, card, 'src/screens/recover/ResetDoneScreen.tsx'], limit: 'others' },
  {
    route: '/organization/restore/x',
    sources: [entry, card, 'src/screens/restore/RestoreScreen.tsx'],
    limit: 'others',
  },
  { route: '/payment/add', sources: [entry, card, 'src/screens/payment/TrialEndedScreen.tsx'], limit: 'others' },
  { route: '/nowhere', sources: [entry, card, 'src/app/NotFound.tsx'], limit: 'others' },
  { route: '/teams/setup', sources: [entry, hosted, card, 'src/screens/setup/SetupScreen.tsx'], limit: 'others' },
  { route: '/teamslanding', sources: [entry, hosted, card, 'src/app/Landing.tsx'], limit: 'others' },
  { route: '/reports', sources: [entry, shell, 'src/screens/reports/list/ListScreen.tsx'], limit: 'others' },
  { route: '/reports/x', sources: [entry, shell, 'src/screens/reports/detail/DetailScreen.tsx'], limit: 'others' },
  {
    route: '/reports/x?tab=details',
    sources: [entry, shell, 'src/screens/reports/detail/DetailScreen.tsx', 'src/screens/reports/detail/DetailsTab.tsx'],
    limit: 'others',
  },
  {
    route: '/reports/person/x',
    sources: [entry, shell, 'src/screens/reports/person/PersonScreen.tsx'],
    limit: 'others',
  },
  { route: '/teams/home', sources: [entry, hosted, 'src/app/EmbeddedLayout.tsx', dashboard], limit: 240 },
  {
    route: '/teams/reports/create/x',
    sources: [entry, hosted, 'src/app/EmbeddedLayout.tsx', 'src/screens/reports/create/CreateScreen.tsx'],
    limit: 'others',
  },
];
