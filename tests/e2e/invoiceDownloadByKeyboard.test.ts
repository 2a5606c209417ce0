import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { readPdf } from '../support/files/readPdf.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { tabTo, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that an admin can open the invoice from the menu with the keyboard alone.

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  page = await openPage(browser, server, undefined, await sessionOf(server, ann));
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

it('an admin finds the counted people and downloads the invoice', async () => {
  // The demo begins in October, so its first heartbeats create that month's invoice.
  await server.advance(1);
  const seen = watch(page);
  await page.goto(server.address);
  await tabTo(page, page.getByRole('link', { name: 'Billing' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Billing and Payments' }).waitFor();
  const ledger = page.getByRole('region', { name: 'Who was counted and why' });
  await ledger.getByRole('row', { name: /^Bob Lindqvist Answered a prompt/ }).waitFor();
  await page.getByRole('img', { name: /^Line chart of active people by month/ }).waitFor();
  // October belongs to the trial, so its invoice has no amount and is collapsed.
  await tabTo(page, page.getByText('1 invoice without an amount'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Download the invoice of October 2026/ }));
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  const download = await popup.waitForEvent('download');
  expect(download.suggestedFilename()).toMatch(/^rollcall-invoice-2026-\d{6}\.pdf$/);
  const { pages } = await readPdf(readFileSync(await download.path()));
  expect(pages.flat().join(' ')).toContain('October 2026');
  // The settings page is short, so the notice about the trial must be visible without scrolling.
  await page.goto(`${server.address}/settings`);
  await page.getByRole('complementary', { name: 'Trial and payment' }).waitFor();
  await page.getByRole('button', { name: 'Update' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  expect(seen.errors()).toEqual([]);
});
