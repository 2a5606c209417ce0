import type { Browser } from 'playwright-core';
import { freePort } from '../../support/files/freePortsAndBundledPrograms.ts';
import { readManifest } from '../../support/files/readWebBuild.ts';
import { bob, startsAt } from '../demo/demoInstantsDatesAndPeople.ts';
import { hostThemes, signInInsidePage, waitForSignInPanel } from './embeddedSignInAndThemes.ts';
import { openInTeams } from './fakeTeamsFrame.ts';
import { watch } from '../watchAndCheckPage.ts';
import { startServer } from '../startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from '../sharedBrowser.ts';
import type { TestServer } from '../startServerBrowserAndChat.ts';

// Tests embedded pages inside a fake host that implements the message protocol of the Teams library.
// embeddedPagesAndHostMessages.test.ts tests the other pages and hosts.

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

describe('inside Teams', () => {
  it('opens the reports from the landing page, asks for a sign-in inside the page, and stores no session', async () => {
    const teams = await openInTeams(browser, server, '/teamslanding', { mayStore: true });
    const { errors } = watch(teams.page);
    await waitForSignInPanel(teams);
    expect(teams.path()).toBe('/teams/home');
    await signInInsidePage(teams);
    await teams.frame.getByRole('heading', { level: 1, name: '18 November 2026' }).waitFor();
    expect(teams.path()).toBe('/teams/home');

    const menu = teams.frame.getByRole('navigation', { name: 'Main' });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Dashboard',
      'Reports',
      'Timesheet',
      'Search',
      'Open the App',
    ]);
    const leaving = menu.getByRole('link', { name: 'Open the App' });
    expect(await leaving.getAttribute('title')).toBe('Opens in your browser, outside Teams');
    expect(await leaving.getAttribute('target')).toBe('_blank');
    const footer = teams.frame.getByRole('contentinfo');
    expect(await footer.getByRole('link').allInnerTexts()).toEqual(['Support', 'Visit Application', 'Settings']);
    expect(await teams.frame.locator('body').innerText()).not.toMatch(/billing|payment|trial/i);

    expect(await teams.stored()).toEqual([]);
    expect(await teams.page.context().cookies()).toEqual([]);
    expect(teams.page.frames()[1]?.url()).not.toMatch(/token|eyJ/);
    expect(errors()).toEqual([]);
    await teams.close();
  });

  it('notifies the host of a failure when a part of the page cannot be loaded', async () => {
    const teams = await openInTeams(browser, server, '/teams/setup');
    await teams.frame.getByRole('button', { name: 'Continue' }).waitFor();
    await teams.hears('appInitialization.success');
    const layout = readManifest()['src/app/hosted/EmbeddedLayout.tsx']?.file;
    await teams.page.context().route(`**/${layout ?? ''}`, (route) => route.abort());
    await teams.frame.getByRole('button', { name: 'Continue' }).click();
    await teams.frame.getByRole('alert').waitFor();
    await teams.frame.getByRole('button', { name: 'Try again' }).waitFor();
    await teams.hears('appInitialization.failure');
    await teams.close();
  });

  it('changes its theme while it is open, and keeps the typed text', async () => {
    const teams = await openInTeams(browser, server, '/teams/home');
    await waitForSignInPanel(teams);
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByLabel('Email').fill(bob.email);
    for (const { theme, background } of [...hostThemes].reverse()) {
      await teams.changeTheme(theme);
      const has = teams.frame.locator('.fui-FluentProvider').last();
      await has.evaluate(
        (element, wanted) =>
          new Promise<void>((resolve) => {
            const check = (): void => {
              const now = getComputedStyle(element).getPropertyValue('--colorNeutralBackground1');
              if (now === wanted) resolve();
              else requestAnimationFrame(check);
            };
            check();
          }),
        background,
      );
    }
    expect(await teams.frame.getByLabel('Email').inputValue()).toBe(bob.email);
    await teams.close();
  });
});

describe('headers', () => {
  const headersOf = async (where: string): Promise<Headers> =>
    (await fetch(`${server.address}${where}`, { headers: { accept: 'text/html' } })).headers;
  const ancestorsOf = (headers: Headers): string =>
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim())
      .find((text) => text.startsWith('frame-ancestors')) ?? '';

  it.each(['/teamslanding', '/TeamsConfig', '/teams/home', '/teams/home/test', '/teams/setup'])(
    'let Teams frame %s',
    async (where) => {
      const headers = await headersOf(where);
      const ancestors = ancestorsOf(headers).split(' ');
      expect(ancestors).toEqual(
        expect.arrayContaining([
          "'self'",
          'https://teams.microsoft.com',
          'https://*.teams.microsoft.com',
          'https://*.cloud.microsoft',
        ]),
      );
      expect(ancestors).not.toContain('*');
      expect(headers.get('x-frame-options')).toBeNull();
    },
  );

  it.each(['/', '/login', '/payment/add'])('forbid all frames for %s', async (where) => {
    const headers = await headersOf(where);
    expect(ancestorsOf(headers)).toBe("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBeNull();
  });
});
