import { act, screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../api/storage.ts';
import { aDay, aReport, aSession, aTeam, aToken, ulid } from '../testing/builders.ts';
import { select } from '../testing/dom.ts';
import { fakeTeams } from '../testing/fakeTeams.ts';
import { renderApp, signedInStorage } from '../testing/renderApp.tsx';
import { answering, refusal, server } from '../testing/server.ts';

const never = (): Promise<never> => new Promise<never>(() => undefined);
/** Lets lazily loaded parts arrive without moving the clock. */
const settle = async (isThere: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 100 && !isThere(); turn += 1) await act(() => jest.advanceTimersByTimeAsync(0));
  expect(isThere()).toBe(true);
};
const arrive = (text: string): Promise<void> => settle(() => screen.queryByText(text) !== null);

const heading = () => screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
const login = () =>
  answering('post', '/api/account/login', () => ({
    token: aToken(),
    warnings: [],
    memberId: ulid('alex'),
    orgId: ulid('org'),
  }));

afterEach(() => {
  jest.useRealTimers();
});

describe('/teams/home in a browser', () => {
  it('shows the reports under a slim menu, with links that say they leave', async () => {
    server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport()] })));
    renderApp('/teams/home');
    await heading();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
    const app = menu.getByRole('link', { name: /Open the App/ });
    expect(app).toHaveAttribute('target', '_blank');
    expect(app).toHaveAccessibleDescription('Opens in your browser, outside Teams');
    expect(menu.queryByRole('link', { name: 'Timesheet' })).not.toBeInTheDocument();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: /Support/ })).toHaveAttribute('href', '/support');
    expect(footer.getByRole('link', { name: /Visit Application/ })).toHaveAttribute('href', '/');
    expect(footer.getByRole('link', { name: /Settings/ })).toHaveAttribute('href', '/settings');
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent('Daily stand-up');
  });

  it('asks the browser’s reader to sign in on the sign-in page', async () => {
    const { address } = renderApp('/teams/home', { storage: memoryStorage() });
    await screen.findByLabelText('E-mail');
    expect(address()).toBe('/login?redirectUrl=%2Fteams%2Fhome');
  });

  it('offers the choice of a team only when there is one', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('First'), aTeam('Second')]));
    renderApp('/teams/home');
    expect(await screen.findByRole('combobox', { name: 'Team' })).toHaveDisplayValue('First');
  });
});

describe('/teams/home in Teams', () => {
  it('shows the sign-in panel, never the sign-in page, and keeps the session in memory', async () => {
    server.use(login());
    const teams = fakeTeams();
    const view = renderApp('/teams/home', { teams: teams.load, storage: memoryStorage() });
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    expect(view.address()).toBe('/teams/home');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await view.user.type(screen.getByLabelText('E-mail'), 'alex@rollcall.test');
    await view.user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await heading();
    expect(view.storage.get('HRA.USER.TOKEN')).toBeNull();
    expect(teams.spies.notifySuccess).toHaveBeenCalledTimes(1);
  });

  it('does not touch the browser’s own session', async () => {
    renderApp('/teams/home', { teams: fakeTeams().load, storage: signedInStorage() });
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  });

  it('comes back to the panel when the session ends', async () => {
    server.use(login());
    const view = renderApp('/teams/home', { teams: fakeTeams().load, storage: memoryStorage() });
    await screen.findByRole('heading', { name: 'You are not signed in' });
    act(() => {
      view.services.api.session.signedIn(aSession(), 'a@b.test');
    });
    await heading();
    const ended = () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.');
    server.use(
      answering('get', '/api/meeting/getreport/:teamId/meeting', ended),
      answering('post', '/api/account/refreshtoken', ended),
    );
    await view.user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    expect(view.address()).toMatch(/^\/teams\/home/);
  });

  it('wears the host’s theme and changes with it', async () => {
    const teams = fakeTeams('default');
    const { container } = renderApp('/teams/home', { teams: teams.load });
    await screen.findByRole('heading', { name: 'You are not signed in' });
    const themes = (): number => new Set(select(container, '.fui-FluentProvider').map((it) => it.className)).size;
    expect(themes()).toBe(2);
    const background = (): string => {
      const inner = select(container, '.fui-FluentProvider').at(-1);
      return inner === undefined ? '' : getComputedStyle(inner).getPropertyValue('--colorNeutralBackground1');
    };
    expect(background()).toBe('#ffffff');
    act(() => {
      teams.changeTheme('contrast');
    });
    expect(background()).toBe('#000000');
  });

  it('uses the browser’s session when the frame turns out not to be Teams', async () => {
    jest.useFakeTimers();
    const view = renderApp('/teams/home', { teams: never, storage: signedInStorage(), fakeTimers: true });
    await settle(() => view.services.host.state().kind === 'connecting');
    await act(() => jest.advanceTimersByTimeAsync(2500));
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    await act(() => jest.advanceTimersByTimeAsync(600));
    await arrive('Reports');
    expect(view.services.api.session.state()).toMatchObject({ status: 'signedIn', email: 'alex@rollcall.test' });
  });
});

describe('/teamslanding', () => {
  it('forgets a failed sign-in, drops billing and goes on after half a second', async () => {
    jest.useFakeTimers();
    const view = renderApp('/teamslanding', { fakeTimers: true });
    const { session } = view.services.api;
    act(() => {
      session.setAttempt({ status: 'failed', error: new Error('refused') });
    });
    await arrive('Opening Rollcall');
    await act(() => jest.advanceTimersByTimeAsync(400));
    expect(view.address()).toBe('/teamslanding');
    expect(session.attempt()).toEqual({ status: 'idle' });
    expect(session.isBillingEnabled()).toBe(false);
    await act(() => jest.advanceTimersByTimeAsync(200));
    await arrive('Reports');
    expect(view.address()).toBe('/teams/home');
    expect(session.state().status).toBe('signedIn');
  });

  it('waits for the host before it goes on', async () => {
    jest.useFakeTimers();
    const view = renderApp('/teamslanding', { teams: never, storage: signedInStorage(), fakeTimers: true });
    await arrive('Opening Rollcall');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(view.address()).toBe('/teamslanding');
    await act(() => jest.advanceTimersByTimeAsync(1500));
    await arrive('Reports');
    expect(view.address()).toBe('/teams/home');
  });
});

describe('/teams/setup', () => {
  /** The sentences, without the pictures below them. */
  const steps = async (): Promise<(string | null | undefined)[]> =>
    (await screen.findAllByRole('listitem')).map((item) => item.firstChild?.textContent);

  it('shows the five steps and goes on to the app', async () => {
    const { user, address } = renderApp('/teams/setup');
    expect(await steps()).toEqual([
      'Open the team in Microsoft Teams.',
      'Click + next to a channel.',
      'Search for Rollcall.',
      'Click Rollcall.',
      'Click Add.',
    ]);
    expect(screen.getByRole('link', { name: 'Get support' })).toHaveAttribute('href', '/support');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading();
    expect(address()).toBe('/');
  });

  it('goes on to the embedded view inside Teams', async () => {
    const { user, address } = renderApp('/teams/setup', { teams: fakeTeams().load });
    await steps();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'You are not signed in' });
    expect(address()).toBe('/teams/home');
  });
});
