import { act, screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import {
  aDay,
  aListItem,
  aMeeting,
  aReport,
  aSession,
  aTeam,
  aToken,
  ulid,
} from '../../testing/testDataBuildersAndClock.ts';
import { select } from '../../testing/domQueries.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

/** Waits until `isThere` is true, for parts that load lazily. The fake clock does not move. */
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
  it('lists every report, also a deactivated one, with a link to create another', async () => {
    const reports = [aListItem('Daily stand-up'), aListItem('Old retro', { isEnabled: false })];
    server.use(answering('get', '/api/meeting/getlist/:teamId', () => reports));
    renderApp('/teams/reports');
    expect(await screen.findByRole('link', { name: 'Old retro' })).toHaveAttribute(
      'href',
      `/teams/reports/${ulid('Old retro')}`,
    );
    expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute(
      'href',
      `/teams/reports/create/${ulid('Platform Team')}`,
    );
  });

  it('shows the day below a short menu, and marks links that open outside Teams', async () => {
    server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport()] })));
    renderApp('/teams/home');
    await heading();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/teams/reports');
    const app = menu.getByRole('link', { name: /Open the App/ });
    expect(app).toHaveAttribute('target', '_blank');
    expect(app).toHaveAccessibleDescription('Opens in your browser, outside Teams');
    expect(menu.getByRole('link', { name: 'Timesheet' })).toHaveAttribute('href', '/teams/timesheet');
    expect(menu.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/teams/search');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: /Support/ })).toHaveAttribute('href', '/support');
    expect(footer.getByRole('link', { name: /Visit Application/ })).toHaveAttribute('href', '/');
    expect(footer.getByRole('link', { name: /Settings/ })).toHaveAttribute('href', '/settings');
    expect(await screen.findByRole('heading', { level: 2, name: /Daily stand-up/ })).toBeVisible();
  });

  it('leads a reader without a session to the sign-in page', async () => {
    const { address } = renderApp('/teams/home', { storage: memoryStorage() });
    await screen.findByLabelText('Email');
    expect(address()).toBe('/login?redirectUrl=%2Fteams%2Fhome');
  });

  it('offers a choice of teams only if there are several', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('First'), aTeam('Second')]));
    renderApp('/teams/home');
    expect(await screen.findByRole('combobox', { name: 'Team' })).toHaveDisplayValue('First');
  });
});

describe('/teams/home in Teams', () => {
  it('shows the sign-in panel, never the sign-in page, and keeps the session in memory', async () => {
    server.use(login());
    const teams = fakeTeamsJs();
    const view = renderApp('/teams/home', { teams: teams.load, storage: memoryStorage() });
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    expect(view.address()).toBe('/teams/home');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await view.user.type(screen.getByLabelText('Email'), 'alex@rollcall.test');
    await view.user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await heading();
    expect(view.storage.get('HRA.USER.TOKEN')).toBeNull();
    expect(teams.spies.notifySuccess).toHaveBeenCalledTimes(1);
  });

  it('does not touch the browser’s own session', async () => {
    renderApp('/teams/home', { teams: fakeTeamsJs().load, storage: signedInStorage() });
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  });

  it('returns to the panel when the session ends', async () => {
    server.use(login());
    const view = renderApp('/teams/home', { teams: fakeTeamsJs().load, storage: memoryStorage() });
    await screen.findByRole('heading', { name: 'You are not signed in' });
    act(() => {
      view.services.api.session.signedIn(aSession(), 'a@b.test');
    });
    await heading();
    await screen.findByRole('button', { name: 'Next day' });
    const ended = () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.');
    server.use(
      answering('get', '/api/meeting/getreport/:teamId/meeting', ended),
      answering('post', '/api/account/refreshtoken', ended),
    );
    await view.user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await screen.findByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    expect(view.address()).toMatch(/^\/teams\/home/);
  });

  it('uses the host’s theme and follows its changes', async () => {
    const teams = fakeTeamsJs('default');
    const { container } = renderApp('/teams/home', { teams: teams.load });
    await screen.findByRole('heading', { name: 'You are not signed in' });
    const themes = (): number =>
      new Set(select(container, '.fui-FluentProvider').map((element) => element.className)).size;
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

  it('uses the browser’s session if the frame is not Teams', async () => {
    const { api } = fakeTeamsJs();
    const stranger = { ...api, initialize: () => Promise.reject(new Error('not Teams')) };
    const view = renderApp('/teams/home', { teams: () => Promise.resolve(stranger) });
    await heading();
    expect(view.services.api.session.state()).toMatchObject({ status: 'signedIn', email: 'alex@rollcall.test' });
  });

  it('opens the linked report once', async () => {
    server.use(
      login(),
      answering('get', '/api/meeting/get/:id', () => aMeeting()),
    );
    const teams = fakeTeamsJs('default', undefined, 'en-gb', { subPageId: `report/${ulid('standup')}/2026-11-18` });
    const view = renderApp('/teams/home', { teams: teams.load });
    await screen.findByRole('heading', { name: 'You are not signed in' });
    act(() => {
      view.services.api.session.signedIn(aSession(), 'a@b.test');
    });
    await screen.findByRole('heading', { level: 1, name: 'Daily stand-up' });
    expect(view.address()).toBe(`/teams/reports/${ulid('standup')}?date=2026-11-18`);
    await view.visit('/teams/home');
    await heading();
    expect(view.address()).toBe('/teams/home');
  });
});

describe('a host that never answers', () => {
  const silently = async (path: string) => {
    jest.useFakeTimers();
    let answer: () => void = () => undefined;
    const { api } = fakeTeamsJs();
    const slow = {
      ...api,
      initialize: () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    };
    const reloadPage = jest.fn();
    const view = renderApp(path, { teams: () => Promise.resolve(slow), fakeTimers: true, reloadPage });
    await settle(() => view.services.host.state().kind === 'connecting');
    await act(() => jest.advanceTimersByTimeAsync(2900));
    expect(screen.getByRole('status')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    await arrive('Microsoft Teams does not answer');
    return {
      ...view,
      reloadPage,
      answer: () => {
        answer();
      },
    };
  };

  it.each(['/teams/home', '/teamslanding'])('offers two links at %s and signs in no person', async (path) => {
    const { user, reloadPage, services, address } = await silently(path);
    expect(screen.getByRole('link', { name: 'Open the App' })).toHaveAttribute('target', '_blank');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(services.api.session.state().status).toBe('signedOut');
    expect(address()).toBe(path);
  });

  it('is used when it answers after all', async () => {
    const { answer } = await silently('/teams/home');
    answer();
    await arrive('You are not signed in');
    expect(screen.queryByText('Microsoft Teams does not answer')).not.toBeInTheDocument();
  });
});

describe('/teamslanding', () => {
  it('clears a failed sign-in, shows no billing and continues after half a second', async () => {
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

  it('waits for the host before it continues', async () => {
    jest.useFakeTimers();
    const { api } = fakeTeamsJs();
    const slow = {
      ...api,
      initialize: () =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, 2500);
        }),
    };
    const view = renderApp('/teamslanding', { teams: () => Promise.resolve(slow), fakeTimers: true });
    await arrive('Opening Rollcall');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(view.address()).toBe('/teamslanding');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    await arrive('You are not signed in');
    expect(view.address()).toBe('/teams/home');
  });
});

describe('/TeamsConfig', () => {
  const adding = () => fakeTeamsJs('default', undefined, 'en-gb', { frameContext: 'settings' });

  it('can be saved as it opens, by every reader: the tab shows all reports', async () => {
    const teams = adding();
    renderApp('/TeamsConfig', { teams: teams.load });
    expect(await screen.findByRole('heading', { name: 'What should the tab show?' })).toBeVisible();
    expect(teams.spies.setValidityState).toHaveBeenLastCalledWith(true);
    await expect(teams.save()).resolves.toBe('saved');
    expect(teams.spies.setConfig).toHaveBeenLastCalledWith({
      entityId: 'reports',
      contentUrl: 'http://localhost/teamslanding',
      websiteUrl: 'http://localhost/',
      suggestedDisplayName: 'Rollcall',
    });
    expect(teams.spies.notifySuccess).toHaveBeenCalledTimes(1);
  });

  it('offers known readers each of their reports, and shows the failure in the dialog when saving fails', async () => {
    const teams = adding();
    teams.spies.getAuthToken.mockResolvedValue('sso-token');
    server.use(
      answering('post', '/api/v1/userlogin/teams', () => aSession()),
      answering('get', '/api/meeting/getall/:teamId', () => [
        { id: ulid('standup'), name: 'Daily stand-up', isEnabled: true },
        { id: ulid('old'), name: 'Old one', isEnabled: false },
      ]),
    );
    const { user } = renderApp('/TeamsConfig', { teams: teams.load });
    await screen.findByRole('option', { name: 'Daily stand-up' });
    expect(screen.queryByRole('option', { name: 'Old one' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Daily stand-up');
    await expect(teams.save()).resolves.toBe('saved');
    expect(teams.spies.setConfig).toHaveBeenLastCalledWith({
      entityId: `report-${ulid('standup')}`,
      contentUrl: `http://localhost/teams/reports/${ulid('standup')}`,
      websiteUrl: `http://localhost/reports/${ulid('standup')}`,
      suggestedDisplayName: 'Daily stand-up',
    });
    teams.spies.setConfig.mockRejectedValueOnce(new Error('not now'));
    await expect(teams.save()).resolves.toContain('not now');
  });

  it('explains itself outside of that dialog, with a link to Teams', async () => {
    renderApp('/TeamsConfig');
    expect(await screen.findByText(/This page belongs to Microsoft Teams/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'How to add Rollcall to Microsoft Teams' })).toHaveAttribute(
      'href',
      '/teams/setup',
    );
  });
});

describe('/teams/setup', () => {
  /** Returns the sentences of the steps without the texts inside the pictures below them. */
  const steps = async (): Promise<(string | null | undefined)[]> =>
    (await screen.findAllByRole('listitem')).map((item) => item.firstChild?.textContent);

  it('shows the five steps and continues to the app', async () => {
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

  it('continues to the embedded view inside Teams', async () => {
    const { user, address } = renderApp('/teams/setup', { teams: fakeTeamsJs().load });
    await steps();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'You are not signed in' });
    expect(address()).toBe('/teams/home');
  });
});
