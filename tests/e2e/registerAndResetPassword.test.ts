import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// A person registers, completes the setup guide and resets a forgotten password, with real emails in a real browser.

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

/** Opens the link of the newest email on the page that a reader of the email would use. */
const followMail = async (subject: string, on = page): Promise<void> => {
  await server.advance(0);
  await on.goto(`${server.address}/mail`);
  await on.getByRole('article').filter({ hasText: subject }).first().getByRole('link').first().click();
};

const register = async (on: Page, person: Readonly<Record<string, string>>): Promise<void> => {
  await on.goto(`${server.address}/login`);
  await on.getByRole('link', { name: 'Create an account' }).click();
  for (const [label, value] of Object.entries(person)) await on.getByLabel(label, { exact: true }).fill(value);
  await on.getByLabel('Organization name').press('Enter');
  await on.waitForURL(/\/register\/success\/[0-9A-Z]{26}$/);
};

const signIn = async (password: string): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs in over the API instead of the page, so that the browser keeps its session. */
const canSignIn = async (password: string, as = email): Promise<boolean> => {
  const reply = await fetch(`${server.address}/api/account/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: as, password }),
  });
  return reply.ok;
};

describe('an account', () => {
  it('is registered, confirmed by the link in the mail, and leads to the setup guide', async () => {
    await register(page, {
      ...{ 'First name': 'Dana', 'Last name': '<b>Kim</b>', Email: email },
      ...{ Password: first, 'Organization name': 'Fabrikam' },
    });
    await page.getByText(email).waitFor();

    await followMail('Confirm your email address for Rollcall');
    // Opening the link must not yet confirm the address, because mail scanners open links.
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
    await page.getByText('Press the button if you registered').waitFor();
    expect(await canSignIn(first)).toBe(false);
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

    await followMail('Set a new password for Rollcall');
    await page.getByLabel('New password').fill(second);
    await page.getByLabel('Confirm password').fill(second);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${server.address}/reset/success`);
    await signIn(second);
    await page.waitForURL(`${server.address}/teams/setup`);
    await page.getByRole('heading', { level: 1, name: 'Connect with Microsoft Teams' }).waitFor();
  });

  it('an account of an address that an attacker registered is not opened by its owner’s click, who registers again', async () => {
    const owner = 'erin@fabrikam.test';
    const stranger = await openPage(browser, server);
    await register(stranger, {
      ...{ 'First name': 'Mal', 'Last name': 'Lory', Email: owner },
      ...{ Password: first, 'Organization name': 'Squatters' },
    });
    await stranger.context().close();
    const mailbox = await openPage(browser, server);
    await followMail('Confirm your email address for Rollcall', mailbox);
    await mailbox.getByRole('button', { name: 'Confirm address' }).click();
    await mailbox.getByText('You did not register in this browser').waitFor();
    expect(await canSignIn(first, owner)).toBe(false);

    await mailbox.getByRole('link', { name: 'Forgot your password' }).click();
    await mailbox.getByLabel('Email').fill(owner);
    await mailbox.getByRole('button', { name: 'Send link' }).click();
    await mailbox.waitForURL(`${server.address}/forgot-password/success`);
    await followMail('Register again for Rollcall', mailbox);
    await mailbox.getByText('Enter the address that received our email').waitFor();
    const own = { 'First name': 'Erin', 'Last name': 'Moe', Email: owner, Password: second };
    for (const [label, value] of Object.entries(own)) await mailbox.getByLabel(label, { exact: true }).fill(value);
    await mailbox.getByLabel('Organization name').fill('Erins');
    await mailbox.getByLabel('Organization name').press('Enter');
    await mailbox.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    expect(await canSignIn(first, owner)).toBe(false);
    expect(await canSignIn(second, owner)).toBe(true);
    await mailbox.context().close();
  });
});
