import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aSession, aToken, now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const heading = (name: string | RegExp = /20 November 2026/) => screen.findByRole('heading', { level: 1, name });
const never = (): Promise<never> => new Promise<never>(() => undefined);

const seenTokens: unknown[] = [];
const exchanging = (answer: () => object | Response = () => aSession()) =>
  answering('post', '/api/v1/userlogin/teams', ({ body, authorization }) => {
    seenTokens.push([body, authorization]);
    const answered = answer();
    return answered instanceof Response ? answered : { ...answered };
  });

const hostWith = (getToken: (request: { readonly silent: boolean }) => Promise<string>) => {
  const teams = fakeTeamsJs();
  teams.spies.getAuthToken.mockImplementation(getToken);
  return teams;
};
const vouching = () => hostWith(() => Promise.resolve('sso-token'));
const open = (teams: ReturnType<typeof fakeTeamsJs>, path = '/teams/home') =>
  renderApp(path, { teams: teams.load, storage: memoryStorage() });

beforeEach(() => {
  seenTokens.length = 0;
});

describe('silent sign-in', () => {
  it('exchanges the host’s token for a session kept in memory only', async () => {
    server.use(exchanging());
    const teams = vouching();
    const kept = signedInStorage();
    const before = kept.get('HRA.USER.TOKEN');
    const view = renderApp('/teams/home', { teams: teams.load, storage: kept });
    await heading();
    expect(seenTokens).toEqual([[{ ssoToken: 'sso-token' }, null]]);
    expect(teams.spies.getAuthToken.mock.calls).toEqual([[{ silent: true }]]);
    expect(kept.get('HRA.USER.TOKEN')).toBe(before);
    expect(view.services.api.session.state()).toMatchObject({ status: 'signedIn', memberId: ulid('alex') });
    expect(view.address()).toBe('/teams/home');
  });

  it('shows progress and no panel meanwhile', async () => {
    open(hostWith(never));
    expect(await screen.findByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });

  it('requests no token outside the chat tool', async () => {
    const view = renderApp('/teams/home', { storage: memoryStorage() });
    await screen.findByLabelText('Email');
    expect(view.address()).toBe('/login?redirectUrl=%2Fteams%2Fhome');
    expect(seenTokens).toEqual([]);
  });

  it('silent sign-in never opens the payment page, also if the session has a warning', async () => {
    server.use(exchanging(() => aSession({ warnings: ['ORG_TRIAL_ENDED'], memberId: null })));
    const view = open(vouching());
    await heading();
    expect(view.address()).toBe('/teams/home');
  });
});

describe('a session that ends in the chat tool', () => {
  const report = '/api/meeting/getreport/:teamId/meeting';

  it('is renewed by one silent exchange, and the requested page is shown', async () => {
    let good = aToken(now + 60_000);
    server.use(
      exchanging(() => aSession({ token: good })),
      answering('post', '/api/account/refreshtoken', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.')),
    );
    const view = open(vouching());
    await heading();
    await screen.findByRole('button', { name: 'Next day' });
    const first = good;
    good = aToken(now + 120_000);
    server.use(
      answering('get', report, ({ authorization, url }) =>
        authorization === `Bearer ${first}`
          ? refusal(401, 'UNAUTHENTICATED', 'Please sign in.')
          : { date: url.searchParams.get('date'), isHoliday: false, reports: [] },
      ),
    );
    await view.user.click(screen.getByRole('button', { name: 'Next day' }));
    await heading(/21 November 2026/);
    await waitFor(() => {
      expect(seenTokens).toHaveLength(2);
    });
    expect(view.services.api.session.state()).toMatchObject({ token: good });
  });

  it('a session in the chat tool that cannot be renewed ends at a panel with a button, never at a sign-in page', async () => {
    server.use(exchanging());
    const teams = vouching();
    const view = open(teams);
    await heading();
    await screen.findByRole('button', { name: 'Next day' });
    const ended = () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.');
    server.use(
      answering('get', report, ended),
      answering('post', '/api/account/refreshtoken', ended),
      exchanging(ended),
    );
    await view.user.click(screen.getByRole('button', { name: 'Next day' }));
    await heading('You are not signed in');
    expect(view.address()).toMatch(/^\/teams\/home/);
    server.use(
      exchanging(),
      answering('get', report, ({ url }) => ({ date: url.searchParams.get('date'), isHoliday: false, reports: [] })),
    );
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading(/21 November 2026/);
  });
});

describe('when silent sign-in fails', () => {
  it.each(['resourceRequiresConsent', 'invalid_grant: AADSTS65001', 'interaction_required'])(
    'a button opens the host’s consent when silent sign-in fails without consent (%s)',
    async (reason) => {
      server.use(exchanging());
      const teams = hostWith(({ silent }) =>
        silent ? Promise.reject(new Error(reason)) : Promise.resolve('sso-token'),
      );
      const view = open(teams);
      await heading('One question first');
      expect(screen.getByText(/Rollcall asks Microsoft only for your name/)).toBeVisible();
      expect(seenTokens).toEqual([]);
      await view.user.click(screen.getByRole('button', { name: 'Continue' }));
      await heading();
      expect(teams.spies.getAuthToken.mock.calls).toEqual([[{ silent: true }], [{ silent: false }]]);
    },
  );

  it('the button remains after the reader declines the consent', async () => {
    const teams = hostWith(({ silent }) =>
      Promise.reject(new Error(silent ? 'resourceRequiresConsent' : 'CancelledByUser')),
    );
    const view = open(teams);
    await heading('One question first');
    await view.user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('One question first');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
  });

  it('a page explains the next step and offers a retry when silent sign-in fails for a person without a team', async () => {
    server.use(exchanging(() => refusal(403, 'NOT_IN_ROSTER', 'You are not yet in a connected team.')));
    const view = open(vouching());
    await heading('You are not in a connected team yet');
    expect(screen.getByText(/Ask an owner of your team to add Rollcall/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    server.use(exchanging());
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading();
  });

  it('the password form is shown when silent sign-in is not possible', async () => {
    server.use(exchanging(() => refusal(404, 'ENTRA_NOT_CONFIGURED', 'Microsoft sign-in is not set up here.')));
    const view = open(vouching());
    await heading('You are not signed in');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });

  it('a forgotten password can be replaced in a separate browser window', async () => {
    server.use(exchanging(() => refusal(404, 'ENTRA_NOT_CONFIGURED', 'Microsoft sign-in is not set up here.')));
    const view = open(vouching());
    await heading('You are not signed in');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    const link = await screen.findByRole('link', { name: 'Forgot your password' });
    expect(link).toHaveAttribute('href', '/forgot-password');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it.each([
    [
      'the server cannot be reached',
      () => Response.error(),
      'The service cannot be reached. Please check your connection.',
    ],
    ['Microsoft cannot be reached', () => refusal(503, 'UNAVAILABLE', 'Busy. Try again.'), 'Busy. Try again.'],
    ['the token does not hold', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.'), 'Please sign in.'],
  ])('because %s, it shows the reason and offers a retry', async (_what, answer, reason) => {
    server.use(exchanging(answer));
    const view = open(vouching());
    await heading('You are not signed in');
    expect(screen.getByText(reason)).toBeVisible();
    server.use(exchanging());
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading();
  });

  it('stops waiting for a silent host', async () => {
    jest.useFakeTimers();
    renderApp('/teams/home', { teams: hostWith(never).load, storage: memoryStorage(), fakeTimers: true });
    for (let turn = 0; turn < 100 && screen.queryByRole('heading') === null; turn += 1)
      await act(() => jest.advanceTimersByTimeAsync(150));
    expect(screen.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    jest.useRealTimers();
  });
});
