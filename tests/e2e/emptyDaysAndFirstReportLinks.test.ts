import type { Browser } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, grace } from './demo/demoInstantsDatesAndPeople.ts';
import { watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';

// Tests that a page without answers links to the next run, to the last answers or to the first report.

const saturday = '2026-11-21T11:00:00Z';
const sunday = '2026-11-22T11:00:00Z';

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
});

it.each([
  ['Saturday', saturday],
  ['Sunday', sunday],
])('the demo on a %s shows that nothing ran today, and one tap shows the last day with answers', async (_day, at) => {
  const server = await startServer(await freePort(), true, at);
  const page = await openPage(browser, server, undefined, await sessionOf(server, ann));
  const { errors } = watch(page);
  await page.goto(server.address);
  await page.getByText('No report has run today.').waitFor();
  expect(await page.getByText(/different filters/).count()).toBe(0);
  await page.getByRole('button', { name: 'Next run: Mon 23 Nov' }).waitFor();
  expect(await page.getByRole('button', { name: /^Start now: / }).count()).toBe(2);
  await page.getByRole('button', { name: 'Last answers: Fri 20 Nov' }).click();
  await page
    .getByRole('img', { name: /^Participants: \d of 6/ })
    .first()
    .waitFor();
  await page.getByText('Blockers and goals').first().waitFor();
  expect(errors()).toEqual([]);
  await page.context().close();
  await server.stop();
});

it('every page of a team without reports links to the first report', async () => {
  const server = await startServer(await freePort(), true, sunday);
  const page = await openPage(browser, server, undefined, await sessionOf(server, grace));
  for (const path of ['/', '/reports', '/teams/home']) {
    await page.goto(`${server.address}${path}`);
    await page.getByText('No reports found').first().waitFor();
    await page
      .getByRole('link', { name: /^Create/ })
      .first()
      .waitFor();
  }
  await page.context().close();
  await server.stop();
});
