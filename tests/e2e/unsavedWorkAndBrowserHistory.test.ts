import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';
import { watch } from './watchAndCheckPage.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';

// Tests Back, Forward, reload and links to parts of a page in the browser, with and without unsaved work.

let server: TestServer;
let browser: Browser;
let session: Session;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  session = await sessionOf(server, ann);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const open = (): Promise<Page> => openPage(browser, server, { width: 1280, height: 800 }, session);
const pathOf = (page: Page): string => page.url().slice(server.address.length);
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const follow = async (page: Page, name: string, title: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await heading(page, title);
};
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
// Playwright's own `goBack` waits for a page load, which a stopped navigation never has.
const go = (page: Page, delta: number): Promise<void> =>
  page.evaluate((by) => {
    window.history.go(by);
  }, delta);

/** Opens three pages, goes back to the second page, the settings, and types a name in its form. */
const typeInTheMiddle = async (): Promise<Page> => {
  const page = await open();
  await page.goto(`${server.address}/reports`);
  await heading(page, 'Reports');
  await follow(page, 'Settings', 'Settings');
  await follow(page, 'Timesheet', 'Timesheet');
  await go(page, -1);
  await page.getByLabel('First name').fill('Unsaved');
  return page;
};

it.each([
  ['Back', -1, 'Reports', '/reports'],
  ['Forward', 1, 'Timesheet', '/timesheet'],
])('asks before %s leaves unsaved work, and leaves on agreement', async (_, delta, title, path) => {
  const page = await typeInTheMiddle();
  const { errors } = watch(page);
  for (const turn of [1, 2]) {
    await go(page, delta);
    await dialog(page).waitFor();
    expect([turn, pathOf(page)]).toEqual([turn, '/settings']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Unsaved');
  }
  await go(page, delta);
  await page.getByRole('button', { name: 'Yes, Leave' }).click();
  await heading(page, title);
  expect(pathOf(page)).toBe(path);
  expect(errors()).toEqual([]);
  await page.context().close();
});

it('asks also after a reload, and after a link to a part of the page', async () => {
  const page = await typeInTheMiddle();
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByLabel('First name').fill('Unsaved');
  await page.evaluate(() => {
    window.location.hash = '#content';
  });
  await page.waitForURL('**/settings#content');
  await go(page, -1);
  await page.waitForURL('**/settings');
  expect(await page.getByLabel('First name').inputValue()).toBe('Unsaved');
  await go(page, -1);
  await dialog(page).waitFor();
  expect(pathOf(page)).toBe('/settings');
  await page.getByRole('button', { name: 'Yes, Leave' }).click();
  await heading(page, 'Reports');
  await page.context().close();
});

it('shows each page again with the query that its address had', async () => {
  const page = await open();
  await page.goto(`${server.address}/reports?search=stand`);
  await heading(page, 'Reports');
  await follow(page, 'Timesheet', 'Timesheet');
  await follow(page, 'Settings', 'Settings');
  await go(page, -2);
  await heading(page, 'Reports');
  expect(pathOf(page)).toBe('/reports?search=stand');
  expect(await page.getByRole('searchbox', { name: 'Search reports' }).inputValue()).toBe('stand');
  expect(await page.title()).toBe('Reports – Rollcall');
  await go(page, 1);
  await heading(page, 'Timesheet');
  expect(await page.title()).toBe('Timesheet – Rollcall');
  await page.context().close();
});

it('opens the next page although an update of the server has removed the code of this one', async () => {
  const page = await open();
  await page.goto(`${server.address}/reports`);
  await heading(page, 'Reports');
  let isOldPage = true;
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (route.request().resourceType() === 'document') isOldPage = false;
    if (!isOldPage) await route.continue();
    else if (path.startsWith('/assets/')) await route.fulfill({ status: 404 });
    else if (path === '/') {
      const text = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/html', body: text.replace('/assets/index-', '/assets/index-new') });
    } else await route.continue();
  });
  await page.clock.fastForward(61_000);
  await follow(page, 'Timesheet', 'Timesheet');
  expect([isOldPage, pathOf(page)]).toEqual([false, '/timesheet']);
  await page.context().close();
});
