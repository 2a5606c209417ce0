import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { canSignIn, followEmailLink, register } from './registrationSteps.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that a person can register, complete the setup guide and reset a forgotten password, with real emails in a real
// browser.

const email = 'dana@fabrikam.test';
const first = 'otter-violin-42-lamp';
const second = 'copper-lantern-77-moss';

let server: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer(await freePort(), false);
  browser = await sharedBrowser();
  page = await openPage(browser, server);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const signIn = async (password: string): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

describe('an account', () => {
  it('is registered, confirmed by the link in the mail, and leads to the setup guide', async () => {
    await register(server, page, {
      ...{ 'First name': 'Dana', 'Last name': '<b>Kim</b>', Email: email },
      ...{ Password: first, 'Organization name': 'Fabrikam' },
    });
    await page.getByText(email).waitFor();

    await followEmailLink(server, page, 'Confirm your email address for Rollcall');
    // Opening the link must not yet confirm the address, because mail scanners open links.
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
    await page.getByText('Press the button if you registered').waitFor();
    expect(await canSignIn(server, email, first)).toBe(false);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await signIn(first);
    await page.waitForURL(`${server.address}/teams/setup`);
    await page.getByRole('heading', { level: 1, name: 'Connect with Microsoft Teams' }).waitFor();
  });

  it('is found again with a link when its password is forgotten', async () => {
    await page.goto(`${server.address}/logout`);
    await page.getByRole('link', { name: 'Forgot your password' }).click();
    await page.getByRole('heading', { name: 'Forgot your password' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.waitForURL(`${server.address}/forgot-password/success`);

    await followEmailLink(server, page, 'Set a new password for Rollcall');
    await page.getByLabel('New password').fill(second);
    await page.getByLabel('Confirm password').fill(second);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${server.address}/reset/success`);
    await signIn(second);
    await page.waitForURL(`${server.address}/teams/setup`);
    await page.getByRole('heading', { level: 1, name: 'Connect with Microsoft Teams' }).waitFor();
  });
});
