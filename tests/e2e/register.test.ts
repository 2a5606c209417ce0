import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/programs.ts';
import { openPage, startBrowser, startServer } from './world.ts';
import type { TestServer } from './world.ts';

// From nothing to the setup guide, and from a forgotten password back in: the real server, the mails it wrote, a real browser.

const email = 'dana@fabrikam.test';
const first = 'otter-violin-42-lamp';
const second = 'copper-lantern-77-moss';

let server: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer(await freePort(), false);
  browser = await startBrowser();
  page = await openPage(browser, server);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens the newest mail's link as a reader of the mail page does. */
const followMail = async (subject: string): Promise<void> => {
  await server.advance(0);
  await page.goto(`${server.address}/mail`);
  await page.getByRole('article').filter({ hasText: subject }).first().getByRole('link').first().click();
};

const signIn = async (password: string): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

describe('an account', () => {
  it('is registered, confirmed by the link in the mail, and leads to the setup guide', async () => {
    await page.goto(`${server.address}/login`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill('Dana');
    await page.getByLabel('Last name').fill('<b>Kim</b>');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(first);
    await page.getByLabel('Organisation name').fill('Fabrikam');
    await page.getByLabel('Organisation name').press('Enter');
    await page.waitForURL(/\/register\/success\/[0-9A-Z]{26}$/);
    await page.getByText(email).waitFor();

    await followMail('Confirm your e-mail address for Rollcall');
    await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
    await signIn(first);
    await page.waitForURL(`${server.address}/teams/setup`);
    await page.getByRole('heading', { level: 1, name: 'Connect with Microsoft Teams' }).waitFor();
  });

  it('is found again with a link when its password is forgotten', async () => {
    await page.goto(`${server.address}/logout`);
    await page.getByRole('link', { name: 'Forgot your password' }).click();
    await page.getByRole('heading', { name: 'Forgot your password' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.waitForURL(`${server.address}/forgot-password/success`);

    await followMail('Set a new password for Rollcall');
    await page.getByLabel('New password').fill(second);
    await page.getByLabel('Confirm password').fill(second);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${server.address}/reset/success`);
    await signIn(second);
    await page.waitForURL(`${server.address}/teams/setup`);
    await page.getByRole('heading', { level: 1, name: 'Connect with Microsoft Teams' }).waitFor();
  });
});
