import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that a person who already has an account can accept an invitation to another organisation by email.

const admin = { email: 'admin@rollcall.test', password: 'Rollcall-demo-1' };
/** Grace registered with another address than the invited address. */
const grace = { email: 'grace@fabrikam.test', password: 'Rollcall-demo-1' };

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startServer(await freePort(), true, startsAt);
  browser = await sharedBrowser();
  page = await openPage(browser, server);
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

const invite = async (name: string): Promise<void> => {
  const call = await callAs(server, admin);
  for (const team of (await call('GET', '/api/team/list')) as readonly { id: string }[]) {
    const members = (await call('GET', `/api/member/list/${team.id}`)) as readonly { id: string; name: string }[];
    const member = members.find((item) => item.name === name);
    if (member === undefined) continue;
    await call('POST', `/api/member/invite/${team.id}/${member.id}`, {});
    return;
  }
  throw new Error(`${name} is in no team.`);
};

it('an invitation is accepted with an existing account: sign in, join, and see the other team', async () => {
  await invite('Elena Petrova');
  await server.advance(0);
  await page.goto(`${server.address}/mail`);
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Join / }).waitFor();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/login\?redirectUrl=/);
  await page.getByLabel('Email').fill(grace.email);
  await page.getByLabel('Password', { exact: true }).fill(grace.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`You are signed in as ${grace.email}`).waitFor();
  await page.getByRole('button', { name: 'Join with this account' }).click();

  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const call = await callAs(server, grace);
  const { items } = (await call('GET', '/api/org/list')) as { items: readonly { name: string }[] };
  expect(items).toHaveLength(2);
  await page.locator('body').filter({ hasText: 'Platform Team' }).waitFor();
});
