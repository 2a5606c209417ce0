import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { browserStorage } from '../../api/client/safeBrowserStorage.ts';
import { aMeeting, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { matching } from '../../testing/browserStubsAndLibrarySetup.ts';
import { named } from '../../testing/domQueries.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const teams = [aTeam('First'), aTeam('Second')];
const twoTeams = (): void => {
  server.use(answering('get', '/api/team/list', () => teams));
};
const selector = () => screen.findByRole('combobox', { name: 'Team' });

describe('the team selector', () => {
  it('restores the last selected team', async () => {
    twoTeams();
    const storage = signedInStorage();
    storage.set(storageKeys.selectedTeam, ulid('Second'));
    renderApp('/', { storage });
    expect(await selector()).toHaveDisplayValue('Second');
  });

  it('falls back to the first team when the last selected one no longer exists', async () => {
    twoTeams();
    const storage = signedInStorage();
    storage.set(storageKeys.selectedTeam, ulid('Gone'));
    renderApp('/', { storage });
    expect(await selector()).toHaveDisplayValue('First');
  });

  it('shows and stores the selected team', async () => {
    const asked: unknown[] = [];
    server.use(
      answering('get', '/api/team/list', () => teams),
      answering('get', '/api/meeting/getall/:teamId', ({ params }) => {
        asked.push(params['teamId']);
        return [];
      }),
    );
    const { user, storage } = renderApp('/');
    await user.selectOptions(await selector(), 'Second');
    expect(storage.get('selectedTeam')).toBe(ulid('Second'));
    await waitFor(() => {
      expect(asked).toEqual([ulid('First'), ulid('Second')]);
    });
  });

  it('the team selector is absent without teams', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/');
    await screen.findByText('Rollcall is not connected with Microsoft Teams.');
    expect(screen.queryByRole('combobox', { name: 'Team' })).not.toBeInTheDocument();
  });

  it('changes the team although the storage throws', async () => {
    twoTeams();
    const storage = browserStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    storage.set(storageKeys.token, signedInStorage().get(storageKeys.token) ?? '');
    const { user } = renderApp('/', { storage });
    await user.selectOptions(await selector(), 'Second');
    expect(await selector()).toHaveDisplayValue('Second');
  });
});

describe('the sidebar', () => {
  it('highlights an entry on the pages below it', async () => {
    server.use(answering('get', '/api/meeting/get/:id', () => aMeeting()));
    renderApp(`/reports/${ulid('standup')}`);
    await screen.findByRole('heading', { level: 1, name: 'Daily stand-up' });
    const sidebar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(sidebar.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
    expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'false');
  });

  it('has an entry for every screen and no other', async () => {
    renderApp('/');
    const sidebar = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(sidebar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['Reports', '/reports'],
      ['Roll-up', '/rollup'],
      ['Blockers', '/blockers'],
      ['Timesheet', '/timesheet'],
      ['Search', '/search'],
      ['Team Settings', '/settings/team'],
      ['Settings', '/settings'],
      ['Support', '/support'],
      ['Logout', '/logout'],
    ]);
    expect(sidebar.getByRole('link', { name: 'Support' })).toHaveAttribute('target', '_blank');
  });

  it('folds to icons that keep their names', async () => {
    const { user } = renderApp('/');
    const button = await screen.findByRole('button', { name: 'Menu' });
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    const link = screen.getByRole('link', { name: 'Dashboard' });
    expect(link).toHaveAttribute('title', 'Dashboard');
    expect(link).not.toHaveTextContent('Dashboard');
  });

  it('remains folded on the next visit', async () => {
    const storage = signedInStorage();
    const { user, unmount } = renderApp('/', { storage });
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    unmount();
    renderApp('/', { storage });
    expect(await screen.findByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('covers the page on phones and closes on Escape', async () => {
    matching.add('(max-width: 639px)');
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Main' });
    expect(within(drawer).getByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Main' })).not.toBeInTheDocument();
    });
  });
});

describe('the user menu', () => {
  it('names the reader and signs them out', async () => {
    const { user, address } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Account of Alex Wilber' }));
    expect(await screen.findByText(named('alex@rollcall.test · Contoso'))).toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    await screen.findByLabelText('Email');
    expect(address()).toBe('/login');
  });
});

describe('the frame', () => {
  it('shows the reason why the teams cannot be loaded, and a retry', async () => {
    server.use(
      answering('get', '/api/team/list', () =>
        refusal(503, 'UNAVAILABLE', 'The service is busy at the moment. Please try again in a few seconds.'),
      ),
    );
    const { user } = renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy at the moment.');
    twoTeams();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await selector()).toHaveDisplayValue('First');
  });

  it('is replaced by the sign-in page on a 401, even for the list of teams', async () => {
    server.use(answering('get', '/api/team/list', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.')));
    const { address } = renderApp('/home');
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(address()).toBe('/login?redirectUrl=%2Fhome');
  });
});
