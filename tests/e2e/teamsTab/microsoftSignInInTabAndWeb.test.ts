import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../sharedBrowser.ts';
import { eventually, openPage } from '../startServerBrowserAndChat.ts';
import { alex, dashboardHeading, startServerWithMicrosoftSignIn } from './startServerWithMicrosoftSignIn.ts';
import type { MicrosoftSignInServer } from './startServerWithMicrosoftSignIn.ts';

// A person signs in with Microsoft in the Teams tab and on the sign-in page.
// ssoPanelsAndConnectCode.test.ts has the other outcomes.

let microsoft: MicrosoftSignInServer;
let browser: Browser;

beforeAll(async () => {
  microsoft = await startServerWithMicrosoftSignIn();
  await microsoft.installBot();
  // The bot reads the roster after it has replied to the install event, so the test polls.
  await eventually(
    () => microsoft.canAlexSignIn(),
    (canSignIn) => canSignIn,
  );
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
  await microsoft.stop();
});

describe('in Teams', () => {
  it('signs in silently, and stores nothing that others could read', async () => {
    const { page, frame } = await microsoft.openTab(browser, microsoft.vouchForAlex);
    await dashboardHeading(frame).waitFor();
    await frame.getByRole('link', { name: 'Open the App' }).waitFor();
    const tab = page.frames().find((item) => item.url().startsWith(microsoft.server.address));
    expect(tab?.url()).toBe(`${microsoft.server.address}/teams/home`);
    const stored = JSON.stringify(await page.context().storageState());
    expect(stored).not.toMatch(/eyJ|HRA\.USER\.TOKEN/);
    await page.context().close();
  });
});

describe('on the web', () => {
  it('signs in with Microsoft and returns to where the reader wanted to go', async () => {
    microsoft.entra.signsIn(alex);
    const page = await openPage(browser, microsoft.server);
    await page.goto(`${microsoft.server.address}/login?redirectUrl=%2Fhome`);
    await page.getByRole('button', { name: 'Sign in with Microsoft' }).click();
    await page.waitForURL(`${microsoft.server.address}/home`);
    await dashboardHeading(page).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.filter((cookie) => cookie.name.includes('signin'))).toEqual([]);

    await page.getByRole('link', { name: 'Logout' }).click();
    await page.getByLabel('Email').waitFor();
    expect([page.url(), microsoft.entra.state.signedOut]).toEqual([`${microsoft.server.address}/login`, 1]);
    expect(
      await page.evaluate(() => [localStorage.getItem('HRA.USER.TOKEN'), localStorage.getItem('microsoft')]),
    ).toEqual([null, null]);
    await page.context().close();
  });
});
