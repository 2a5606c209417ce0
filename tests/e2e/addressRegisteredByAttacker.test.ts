import type { Browser } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { canSignIn, followEmailLink, register } from './registrationSteps.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that a person whose address an attacker has registered gets the account, with real emails in a real browser.

const owner = 'erin@fabrikam.test';
const ofAttacker = 'otter-violin-42-lamp';
const ofOwner = 'copper-lantern-77-moss';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer(await freePort(), false);
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

it('an account of an address that an attacker registered is not opened by its owner’s click, who registers again', async () => {
  const stranger = await openPage(browser, server);
  await register(server, stranger, {
    ...{ 'First name': 'Mal', 'Last name': 'Lory', Email: owner },
    ...{ Password: ofAttacker, 'Organization name': 'Squatters' },
  });
  await stranger.context().close();
  const mailbox = await openPage(browser, server);
  await followEmailLink(server, mailbox, 'Confirm your email address for Rollcall');
  await mailbox.getByRole('button', { name: 'Confirm address' }).click();
  await mailbox.getByText('You did not register in this browser').waitFor();
  expect(await canSignIn(server, owner, ofAttacker)).toBe(false);

  await mailbox.getByRole('link', { name: 'Forgot your password' }).click();
  await mailbox.getByLabel('Email').fill(owner);
  await mailbox.getByRole('button', { name: 'Send link' }).click();
  await mailbox.waitForURL(`${server.address}/forgot-password/success`);
  await followEmailLink(server, mailbox, 'Register again for Rollcall');
  await mailbox.getByText('Enter the address that received our email').waitFor();
  const own = { 'First name': 'Erin', 'Last name': 'Moe', Email: owner, Password: ofOwner };
  for (const [label, value] of Object.entries(own)) await mailbox.getByLabel(label, { exact: true }).fill(value);
  await mailbox.getByLabel('Organization name').fill('Erins');
  await mailbox.getByLabel('Organization name').press('Enter');
  await mailbox.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  expect(await canSignIn(server, owner, ofAttacker)).toBe(false);
  expect(await canSignIn(server, owner, ofOwner)).toBe(true);
  await mailbox.context().close();
});
