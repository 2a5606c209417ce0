import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { answering, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { aCatchup, aDay, aReport, aSession, aTeam, anAttention, me } from '../../testing/testDataBuildersAndClock.ts';

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

const signedInByTeams = () => {
  const teams = fakeTeamsJs();
  teams.spies.getAuthToken.mockResolvedValue('sso-token');
  renderApp('/teams/home', { teams: teams.load, storage: memoryStorage() });
  return Promise.resolve();
};

const signedInByPassword = async () => {
  const { user } = renderApp('/login', { storage: memoryStorage() });
  await user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
  await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

it.each([
  ['inside Microsoft Teams', '/api/v1/userlogin/teams', signedInByTeams],
  ['with a password', '/api/account/login', signedInByPassword],
])('a sign-in %s reads the dashboard with one request', async (_how, signIn, open) => {
  const calls = serve();
  await open();
  expect(await screen.findByRole('article')).toHaveAccessibleName('Daily stand-up');
  expect(calls().slice(calls().indexOf(signIn) + 1)).toEqual(['/api/report/dashboard']);
});

it('a return to the dashboard reads it by its calls, because a visit is recorded only once', async () => {
  const calls = serve();
  const { visit } = renderApp('/');
  await screen.findByRole('article');
  await visit('/reports');
  await visit('/');
  await waitFor(() => {
    expect(screen.getByRole('article')).toBeInTheDocument();
  });
  expect(calls().filter((path) => path === '/api/report/dashboard')).toHaveLength(1);
});
