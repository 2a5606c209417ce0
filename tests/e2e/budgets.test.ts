import { filesOf, gzipBytes, readManifest } from '../support/webBuild.ts';

// What each page costs in JavaScript, gzipped (design/web.md): the entry, its layouts, its screen, and all they import.

const kB = 1000;
const entry = 'index.html';
const shell = 'src/app/Shell.tsx';
const card = 'src/app/CardLayout.tsx';
const hosted = 'src/app/HostedLayout.tsx';
const dashboard = 'src/screens/dashboard/DashboardScreen.tsx';
const teamsJs = '../node_modules/@microsoft/teams-js/dist/esm/packages/teams-js/src/index.js';

interface Page {
  readonly route: string;
  readonly sources: readonly string[];
  /** In all; `others` = this page alone, beyond what the first screen has brought. */
  readonly limit: number | 'others';
}

const otherLimit = 80;

const pages: readonly Page[] = [
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
  { route: '/billing', sources: [entry, shell, 'src/screens/billing/BillingScreen.tsx'], limit: 'others' },
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

const manifest = readManifest();
const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;
const figures: string[] = [];

afterAll(() => {
  process.stdout.write(`JavaScript, gzip:\n${figures.join('\n')}\n`);
});

it.each(pages)('$route stays within its budget', ({ route, sources, limit }) => {
  const files = filesOf(manifest, sources);
  const first = new Set(filesOf(manifest, [entry, shell, dashboard]));
  const all = gzipBytes(files);
  const own = gzipBytes(files.filter((file) => !first.has(file)));
  figures.push(`  ${route.padEnd(14)}${inKB(all).padStart(9)}, of that ${inKB(own)} beyond the dashboard`);
  expect(limit === 'others' ? own / kB : all / kB).toBeLessThanOrEqual(limit === 'others' ? otherLimit : limit);
});

it('knows every screen of the build', () => {
  const screens = Object.keys(manifest).filter((source) =>
    /^src\/(?:screens\/.*Screen|app\/.*Layout)\.tsx$/.test(source),
  );
  const listed = new Set(pages.flatMap(({ sources }) => sources));
  expect(screens.filter((source) => !listed.has(source))).toEqual([]);
});

it('fetches the parts that open later within a budget of their own', () => {
  const first = new Set(filesOf(manifest, [entry, shell, dashboard]));
  const later = Object.entries(manifest).filter(
    ([source, chunk]) => chunk.isDynamicEntry === true && /^src\/(?:app|ui|screens)\//.test(source),
  );
  for (const [source] of later) {
    const bytes = gzipBytes(filesOf(manifest, [source]).filter((file) => !first.has(file)));
    if (bytes > 0) figures.push(`  ${source}: ${inKB(bytes)} when first needed`);
    expect(bytes / kB).toBeLessThanOrEqual(otherLimit);
  }
});

it('keeps the chat tool’s library small, and out of every page until a frame asks for it', () => {
  const library = filesOf(manifest, [teamsJs]);
  const withAll = new Set(pages.flatMap(({ sources }) => filesOf(manifest, sources)));
  const own = library.filter((file) => !withAll.has(file));
  figures.push(`  teams-js: ${inKB(gzipBytes(own))}, only in a frame`);
  expect(own).toContain(manifest[teamsJs]?.file);
  expect(gzipBytes(own) / kB).toBeLessThanOrEqual(18);
});
