import type { Browser } from 'playwright-core';
import { freePort } from '../../support/files/freePortsAndBundledPrograms.ts';
import { readManifest } from '../../support/files/readWebBuild.ts';
import { bob, dates, startsAt } from '../demo/demoInstantsDatesAndPeople.ts';
import { hostThemes, signInInsidePage, waitForSignInPanel } from './embeddedSignInAndThemes.ts';
import { openInTeams } from './fakeTeamsFrame.ts';
import type { TeamsFrame } from './fakeTeamsFrame.ts';
import { axeFaults, watch } from '../watchAndCheckPage.ts';
import { openPage, startServer } from '../startServerBrowserAndChat.ts';
import { callAs } from '../signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from '../sharedBrowser.ts';
import type { TestServer } from '../startServerBrowserAndChat.ts';

// Tests each embedded page alone, and hosts that are slow or missing. embeddedReportsAndFrameHeaders.test.ts plays the main journey.

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

const backgroundOf = ({ frame }: TeamsFrame): Promise<string> =>
  frame
    .locator('.fui-FluentProvider')
    .last()
    .evaluate((element) => getComputedStyle(element).getPropertyValue('--colorNeutralBackground1'));

describe('inside Teams', () => {
  it('shows a past day of the same reports, with the meeting’s name as plain text', async () => {
    const teams = await openInTeams(browser, server, `/teams/home/test?date=${dates.answered}`);
    await waitForSignInPanel(teams);
    await signInInsidePage(teams);
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
    const texts = await teams.messages();
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
    await waitForSignInPanel(teams);
    expect(teams.path()).toBe('/teams/home');
    await teams.close();
  });

  it.each(hostThemes)('the page inside Teams has the theme $theme', async ({ theme, background }) => {
    const teams = await openInTeams(browser, server, '/teams/home', { theme });
    await waitForSignInPanel(teams);
    expect(await backgroundOf(teams)).toBe(background);
    expect(await axeFaults(teams.page)).toEqual([]);
    await teams.close();
  });
});

describe('outside Teams', () => {
  it('behaves as in any browser, without waiting for Teams, loading its library or writing to the console', async () => {
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
    await waitForSignInPanel(teams);
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
    expect(await teams.messages()).toContain('settings.save.success');
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
    await waitForSignInPanel(teams);
    await signInInsidePage(teams);
    await teams.frame.getByRole('heading', { level: 1, name: 'Daily stand-up' }).waitFor();
    await teams.frame.getByText('Need a decision on the export format').first().waitFor();
    expect(teams.path()).toBe(`/teams/reports/${id}?date=${dates.answered}`);
    await teams.close();
  });
});
