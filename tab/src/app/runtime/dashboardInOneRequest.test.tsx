import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { answering, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  aCatchup,
  aDay,
  aReport,
  aSession,
  aTeam,
  anAttention,
  me,
  ulid,
} from '../../testing/testDataBuildersAndClock.ts';

const team = aTeam('Platform Team');
const dashboard = {
  ...{ teamId: team.id, user: me, teams: [team], meetings: [], report: aDay({ reports: [aReport()] }), nearby: null },
  ...{ attention: anAttention(), waiting: { runs: [] }, catchup: aCatchup(), ahead: [] },
};

/** Serves the dashboard and both sign-ins. Returns the paths of all calls that were made so far. */
const serve = (): (() => readonly string[]) => {
  const calls: string[] = [];
  server.use(
    answering('get', '/api/report/dashboard', () => ({ ...dashboard })),
    answering('post', '/api/account/login', () => aSession()),
    answering('post', '/api/v1/userlogin/teams', () => ({ ...aSession() })),
  );
  server.events.on('request:start', ({ request }) => calls.push(new URL(request.url).pathname));
  return () => calls;
};
afterEach(() => {
  server.events.removeAllListeners();
});

/** Resolves when all parts of the dashboard are shown, also those whose code loads later. */
const shown = async (): Promise<void> => {
  expect(await screen.findByRole('article')).toHaveAccessibleName('Daily stand-up');
  await screen.findByText(/^Nothing needs attention/);
};

const openInTeams = (): void => {
  const teams = fakeTeamsJs();
  teams.spies.getAuthToken.mockResolvedValue('sso-token');
  renderApp('/teams/home', { teams: teams.load, storage: memoryStorage() });
};

const signIn = async ({ user }: ReturnType<typeof renderApp>): Promise<void> => {
  const email = await screen.findByLabelText('Email');
  // After the end of a session, the field already has the address.
  await user.clear(email);
  await user.type(email, 'alex@rollcall.test');
  await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

it.each<[string, string, () => Promise<void> | void]>([
  ['inside Microsoft Teams', '/api/v1/userlogin/teams', openInTeams],
  ['with a password', '/api/account/login', () => signIn(renderApp('/login', { storage: memoryStorage() }))],
  [
    'after the end of a session',
    '/api/account/login',
    async () => {
      const view = renderApp('/');
      await shown();
      act(() => {
        view.services.api.session.expire();
      });
      await signIn(view);
    },
  ],
])('a sign-in %s reads the dashboard with one request', async (_how, path, open) => {
  const calls = serve();
  await open();
  await waitFor(() => {
    expect(calls()).toContain(path);
  });
  await shown();
  expect(calls().slice(calls().indexOf(path) + 1)).toEqual(['/api/report/dashboard']);
});

it.each(['date=2026-11-18', `meeting=${ulid('standup')}`])(
  'a sign-in that leads to ?%s starts no such call',
  async (search) => {
    const calls = serve();
    await signIn(renderApp(`/login?redirectUrl=${encodeURIComponent(`/?${search}`)}`, { storage: memoryStorage() }));
    await screen.findByRole('heading', { level: 1, name: /November 2026/ });
    expect(calls()).not.toContain('/api/report/dashboard');
  },
);

it('a return to the dashboard starts no second call of it', async () => {
  const calls = serve();
  const { visit } = renderApp('/');
  await shown();
  await visit('/reports');
  await visit('/');
  await shown();
  expect(calls().filter((path) => path === '/api/report/dashboard')).toHaveLength(1);
});

it('gives the queries the parts of the reply', async () => {
  serve();
  const { api, startDashboard } = renderApp('/reports').services;
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  startDashboard('2026-11-20' as LocalDate);
  await waitFor(() => {
    const route = { method: 'GET', path: '/api/report/waiting' } as const;
    expect(api.takeFromDashboard<typeof getWaiting>(route, {})).toEqual({ runs: [] });
  });
});
