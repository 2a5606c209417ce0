import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../sharedBrowser.ts';
import { eventually, openPage } from '../startServerBrowserAndChat.ts';
import { alex, dashboardHeading, startServerWithMicrosoftSignIn } from './startServerWithMicrosoftSignIn.ts';
import type { MicrosoftSignInServer } from './startServerWithMicrosoftSignIn.ts';

// Tests the panels that Teams shows to people who cannot be signed in without a question, and the code that joins a
// registered organisation. microsoftSignInInTabAndWeb.test.ts has the main journey.

const email = 'dana@fabrikam.test';
const password = 'otter-violin-42-lamp';

let microsoft: MicrosoftSignInServer;
let browser: Browser;

beforeAll(async () => {
  microsoft = await startServerWithMicrosoftSignIn();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
  await microsoft.stop();
});

/** Returns the code that the bot has sent. Only its private message contains a code. */
const shownCode = (): string => {
  const lines = microsoft.connector
    .cards()
    .map((card) => /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(JSON.stringify(card))?.[0]);
  return lines.find((code) => code !== undefined) ?? '';
};

describe('in Teams', () => {
  it('shows a person who is in no team yet, and lets them in once the bot is there', async () => {
    const { page, frame } = await microsoft.openTab(browser, microsoft.vouchForAlex);
    await frame.getByRole('heading', { name: 'You are not in a connected team yet' }).waitFor();
    await microsoft.installBot();
    await frame.getByRole('button', { name: 'Try again' }).click();
    await dashboardHeading(frame).waitFor();
    expect(await frame.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.context().close();
  });

  it('asks for consent with a button where Microsoft wants it', async () => {
    const asked: boolean[] = [];
    const { page, frame } = await microsoft.openTab(browser, async (isSilent) => {
      asked.push(isSilent);
      return isSilent ? [false, 'resourceRequiresConsent'] : microsoft.vouchForAlex(false);
    });
    await frame.getByRole('heading', { name: 'One question first' }).waitFor();
    await frame.getByRole('button', { name: 'Continue' }).click();
    await dashboardHeading(frame).waitFor();
    expect(asked).toEqual([true, false]);
    await page.context().close();
  });

  it('a page in Teams never leaves for a sign-in page when the host vouches for no one', async () => {
    const { page, frame } = await microsoft.openTab(browser, () => Promise.resolve([false, 'resourceDisabled']));
    await frame.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(page.frames().some((item) => item.url().includes('/login'))).toBe(false);
    await page.context().close();
  });
});

describe('on the web', () => {
  it('connects an organisation registered here by the code the bot showed, and joins its admin’s account', async () => {
    // The bot sends the message after it has replied to the install event, so the test polls.
    await eventually(
      () => Promise.resolve(shownCode()),
      (code) => /^[0-9A-Z-]{14}$/.test(code),
    );
    const page = await openPage(browser, microsoft.server);
    await page.goto(`${microsoft.server.address}/register`);
    await page.getByLabel('First name').fill('Dana');
    await page.getByLabel('Last name').fill('Kim');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Organization name').fill('Fabrikam');
    await page.getByLabel('Organization name').press('Enter');
    await page.waitForURL(/\/register\/success\//);
    await microsoft.server.advance(0);
    await page.goto(`${microsoft.server.address}/mail`);
    await page.getByRole('article').first().getByRole('link').first().click();
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${microsoft.server.address}/teams/setup`);

    await page.getByRole('link', { name: 'Added it already? Connect with a code' }).click();
    await page.getByLabel('Code').fill(shownCode().toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(alex.tid).waitFor();
    await page.getByText('Alex Wilber', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'You are connected' }).waitFor();

    microsoft.entra.signsIn(alex);
    await page.getByRole('button', { name: 'Link my Microsoft account' }).click();
    await page.waitForURL(`${microsoft.server.address}/`);
    await dashboardHeading(page).waitFor();
    // The reader's name loads with a separate request, so the test waits for it.
    const known = await page.waitForFunction(() => {
      const info = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as Readonly<Record<string, unknown>>;
      return info['firstname'] === undefined ? null : info;
    });
    expect(await known.jsonValue()).toMatchObject({ firstname: 'Dana', memberId: expect.any(String) as string });
    await page.context().close();

    // In Teams, the person now uses the same account as in the browser.
    const { page: teams, frame } = await microsoft.openTab(browser, microsoft.vouchForAlex);
    await dashboardHeading(frame).waitFor();
    await teams.context().close();
  });
});
