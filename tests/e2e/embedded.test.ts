import type { Browser } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { readManifest } from '../support/files/readWebBuild.ts';
import { bob, dates, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { openInTeams } from './fakeTeamsFrame.ts';
import type { TeamsFrame } from './fakeTeamsFrame.ts';
import { axeFaults, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests embedded pages inside a fake host that implements the message protocol of the Teams library.

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

const signInPanel = async ({ frame }: TeamsFrame): Promise<void> => {
  await frame.getByRole('heading', { name: 'You are not signed in' }).waitFor();
};

const signIn = async ({ frame }: TeamsFrame): Promise<void> => {
  await frame.getByRole('button', { name: 'Sign in' }).click();
  await frame.getByLabel('Email').fill(bob.email);
  await frame.getByLabel('Password', { exact: true }).fill(bob.password);
  await frame.getByRole('button', { name: 'Sign in' }).click();
};

const background = ({ frame }: TeamsFrame): Promise<string> =>
  frame
    .locator('.fui-FluentProvider')
    .last()
    .evaluate((element) => getComputedStyle(element).getPropertyValue('--colorNeutralBackground1'));

const themes = [
  { theme: 'default', paper: '#ffffff' },
  { theme: 'dark', paper: '#292929' },
  { theme: 'contrast', paper: '#000000' },
  { theme: 'glass', paper: '#292929' },
] as const;

describe('inside Teams', () => {
  it('opens the reports from the landing page, asks for a sign-in inside the page, and stores no session', async () => {
    const teams = await openInTeams(browser, server, '/teamslanding', { mayStore: true });
    const { errors } = watch(teams.page);
    await signInPanel(teams);
    expect(teams.path()).toBe('/teams/home');
    await signIn(teams);
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

  it('shows a past day of the same reports, with the meeting’s name as plain text', async () => {
    const teams = await openInTeams(browser, server, `/teams/home/test?date=${dates.answered}`);
    await signInPanel(teams);
    await signIn(teams);
    const report = teams.frame.getByRole('article', { name: 'Daily stand-up' });
    await report.getByText('Need a decision on the export format').first().waitFor();
    expect(await report.getByRole('heading', { level: 2 }).getByRole('link').count()).toBe(0);
    expect(teams.path()).toBe(`/teams/home/test?date=${dates.answered}`);
    expect(await axeFaults(teams.page)).toEqual([]);
    await teams.close();
  });

  it('notifies the host of success only when the content is visible', async () => {
    const teams = await openInTeams(browser, server, '/teamslanding');
    await teams.hears('appInitialization.success');
    // Checks without waiting, because the screen must be complete when the page reports success to the host.
    expect(await teams.frame.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    const texts = await teams.said();
    expect(texts.filter((text) => text.startsWith('appInitialization.'))).toEqual([
      'appInitialization.appLoaded',
      'appInitialization.success',
    ]);
    expect(texts.indexOf('getContext')).toBeLessThan(texts.indexOf('appInitialization.success'));
    await teams.close();
  });

  it('shows the host of the setup guide too, which continues to the embedded reports', async () => {
    const teams = await openInTeams(browser, server, '/teams/setup');
    await teams.hears('appInitialization.success');
    await teams.frame.getByRole('button', { name: 'Continue' }).click();
    await signInPanel(teams);
    expect(teams.path()).toBe('/teams/home');
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

  it.each(themes)('the page inside Teams has the theme $theme', async ({ theme, paper }) => {
    const teams = await openInTeams(browser, server, '/teams/home', { theme });
    await signInPanel(teams);
    expect(await background(teams)).toBe(paper);
    expect(await axeFaults(teams.page)).toEqual([]);
    await teams.close();
  });

  it('changes its theme while it is open, and keeps the typed text', async () => {
    const teams = await openInTeams(browser, server, '/teams/home');
    await signInPanel(teams);
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByLabel('Email').fill(bob.email);
    for (const { theme, paper } of [...themes].reverse()) {
      await teams.changeTheme(theme);
      const has = teams.frame.locator('.fui-FluentProvider').last();
      await has.evaluate(
        (element, wanted) =>
          new Promise<void>((resolve) => {
            const look = (): void => {
              const now = getComputedStyle(element).getPropertyValue('--colorNeutralBackground1');
              if (now === wanted) resolve();
              else requestAnimationFrame(look);
            };
            look();
          }),
        paper,
      );
    }
    expect(await teams.frame.getByLabel('Email').inputValue()).toBe(bob.email);
    await teams.close();
  });
});

describe('outside Teams', () => {
  it('works as in any browser, without waiting for Teams, loading its library or writing to the console', async () => {
    const page = await openPage(browser, server);
    const { errors, urls } = watch(page);
    await page.goto(`${server.address}/teams/home`);
    await page.getByLabel('Email').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    const library = readManifest()['src/app/runtime/teamsJsApi.ts']?.file ?? '';
    expect(library).not.toBe('');
    expect(urls().filter((url) => url.endsWith(library))).toEqual([]);
    expect(errors()).toEqual([]);
    await page.context().close();
  });
});

describe('a host that does not answer', () => {
  it('offers a link after three seconds, uses no storage, and accepts a late answer', async () => {
    const teams = await openInTeams(browser, server, '/teams/home', { isSilent: true, mayStore: true });
    await teams.hears('initialize');
    await teams.page.clock.fastForward(3000);
    await teams.frame.getByRole('heading', { name: 'Microsoft Teams does not answer' }).waitFor();
    expect(await teams.hasWaited()).toBe(true);
    await teams.frame.getByRole('button', { name: 'Try again' }).waitFor();
    const leaving = teams.frame.getByRole('link', { name: 'Open the App' });
    expect(await leaving.getAttribute('title')).toBe('Opens in your browser, outside Teams');
    expect(await leaving.getAttribute('target')).toBe('_blank');
    expect(await axeFaults(teams.page)).toEqual([]);
    expect(await teams.stored()).toEqual([]);
    await teams.wakeUp();
    await signInPanel(teams);
    expect(teams.path()).toBe('/teams/home');
    await teams.close();
  });
});

describe('adding a tab', () => {
  it('can be saved as the dialog opens, and the tab then opens on the landing page', async () => {
    const teams = await openInTeams(browser, server, '/TeamsConfig', { isAddingTab: true });
    await teams.frame.getByRole('heading', { name: 'What should the tab show?' }).waitFor();
    await teams.hears('settings.setValidityState');
    await teams.hears('appInitialization.success');
    expect(await axeFaults(teams.page)).toEqual([]);
    expect(await teams.save()).toMatchObject({
      entityId: 'reports',
      contentUrl: `${server.address}/teamslanding`,
      suggestedDisplayName: 'Rollcall',
    });
    expect(await teams.said()).toContain('settings.save.success');
    await teams.close();
  });
});

describe('a link to a report', () => {
  it('opens that report on that day, also after a sign-in', async () => {
    const call = await callAs(server, bob);
    const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
    const meetings = (await call('GET', `/api/meeting/getall/${team?.id ?? ''}`)) as { id: string; name: string }[];
    const id = meetings.find(({ name }) => name === 'Daily stand-up')?.id ?? '';
    const subPageId = `report/${id}/${dates.answered}`;
    const teams = await openInTeams(browser, server, '/teamslanding', { subPageId });
    await signInPanel(teams);
    await signIn(teams);
    await teams.frame.getByRole('heading', { level: 1, name: 'Daily stand-up' }).waitFor();
    await teams.frame.getByText('Need a decision on the export format').first().waitFor();
    expect(teams.path()).toBe(`/teams/reports/${id}?date=${dates.answered}`);
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
