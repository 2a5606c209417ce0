import type { Browser, Page } from 'playwright-core';
import en from '#contracts/text/en.json' with { type: 'json' };
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { sidewaysScroll, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf, signIn } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests the personal settings in a real browser against the real server.

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

const openAs = async (who: typeof bob): Promise<Page> =>
  openPage(browser, server, undefined, await sessionOf(server, who));

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const see = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

it('continues vacation, moves to another zone, takes their data along and changes the password', async () => {
  const call = await callAs(server, bob);
  const { memberId } = (await call('GET', '/api/auth/getuserdetails')) as { memberId: string };
  const days = async (): Promise<readonly string[]> =>
    ((await call('GET', `/api/vacation/get/User/${memberId}`)) as { date: string }[])
      .map(({ date }) => date)
      .filter((date) => date > '2026-11-18');
  const page = await openAs(bob);
  const { errors } = watch(page);
  await page.goto(`${server.address}/`);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('First name').waitFor();

  await tab(page, 'Vacation');
  await page.getByRole('button', { name: 'Add 5 days' }).click();
  await see(page, '5 days added.');
  await page.getByRole('button', { name: /^Monday,? 23 November 2026/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await see(page, '1 day removed.');
  expect(await days()).toEqual(['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-27']);
  const undone = page.waitForResponse('**/api/vacation/save/**');
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone;
  await page.reload();
  await see(page, 'Mon 23 Nov – Fri 27 Nov');
  expect(await days()).toHaveLength(5);

  await tab(page, 'Preferences');
  await page.getByLabel('By hand').click();
  await page.getByRole('combobox', { name: 'My timezone' }).fill('auckland');
  await page.getByRole('option', { name: /^Pacific\/Auckland/ }).click();
  await see(page, /^Pacific\/Auckland, where it is 2[23]:\d\d now$/);

  await tab(page, 'Privacy');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await saving).suggestedFilename()).toBe('rollcall-2026-11-18.zip');
  await see(page, /^Done, /);

  const elsewhere = await openAs(bob);
  await elsewhere.goto(`${server.address}/settings`);
  await elsewhere.getByLabel('First name').waitFor();
  await tab(page, 'Change Password');
  const created = 'walnut harbour lantern sixty';
  await page.getByLabel('Old Password').fill(bob.password);
  await page.getByLabel('New Password').fill(created);
  await page.getByLabel('Confirm Password').fill(created);
  await page.getByRole('button', { name: 'Change password' }).click();
  await see(page, /^You are signed out on every other device/);
  // This page keeps its session. In the other browsers the session ends, and a new sign-in returns to the same page.
  await page.goto(`${server.address}/settings?tab=security`);
  await see(page, 'Two-step sign-in');
  await elsewhere.reload();
  await elsewhere.waitForURL(/\/login\?redirectUrl=/);
  const again = await openPage(browser, server);
  await signIn(again, server, bob.email, created);
  expect(errors()).toEqual([]);
  for (const openedPage of [page, elsewhere, again]) await openedPage.context().close();
});

it('keeps the tabs on one line of a narrow page, the selected one in view', async () => {
  const page = await openPage(browser, server, { width: 320, height: 700 }, await sessionOf(server, ann), 'de-DE');
  await page.goto(`${server.address}/settings?tab=organization`);
  const selected = page.getByRole('tab', { selected: true });
  await selected.waitFor();
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
  const tops = await page
    .getByRole('tab')
    .evaluateAll((tabs) => [...new Set(tabs.map((item) => item.getBoundingClientRect().top))]);
  expect(tops).toHaveLength(1);
  const box = await selected.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.context().close();
});

it.each([
  ['shows the hints on keys beside a keyboard', false],
  ['hides the hints on keys where the reader only touches', true],
])('%s', async (_rule, isTouch) => {
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
  const [report] = (await call('GET', `/api/meeting/getall/${team?.id ?? ''}`)) as { id: string }[];
  const session = await sessionOf(server, ann);
  const page = await openPage(browser, server, { width: 390, height: 844, isTouch }, session);
  for (const [where, keys] of [
    ['/settings?tab=vacation', ['calendar.keys']],
    ['/settings/team', ['teamSettings.keys', 'calendar.keys']],
    [`/reports/${report?.id ?? ''}?tab=details`, ['form.memberKeys', 'form.reorderKeys']],
  ] as const) {
    await page.goto(`${server.address}${where}`);
    for (const key of keys) {
      const hint = page.getByText(en[key]);
      await hint.waitFor({ state: 'attached' });
      expect([key, await hint.isVisible()]).toEqual([key, !isTouch]);
    }
  }
  await page.context().close();
});

it.each([320, 600])('keeps the text of a dialog’s buttons on one line at a width of %i px', async (width) => {
  const session = await sessionOf(server, ann);
  const page = await openPage(browser, server, { width, height: 700 }, session, 'de-DE');
  await page.goto(`${server.address}/settings/team`);
  await page.getByRole('button', { name: 'Mehr für Chioma Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Zum Admin machen' }).click();
  const buttons = page.getByRole('alertdialog').getByRole('button');
  await buttons.first().waitFor();
  const lines = await buttons.evaluateAll((matches) =>
    matches.map((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return [button.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
    }),
  );
  expect(lines).toEqual([
    ['Ja, zum Admin machen', 1],
    ['Abbrechen', 1],
  ]);
  await page.context().close();
});

it('takes a team’s holidays from a country, and switches a member off and on', async () => {
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
  const teamId = team?.id ?? '';
  const holidays = async (): Promise<readonly string[]> =>
    ((await call('GET', `/api/vacation/get/Team/${teamId}`)) as { date: string; name?: string }[])
      .filter(({ date }) => date > '2027')
      .map(({ date, name }) => `${date} ${name ?? ''}`);
  const isOn = async (name: string): Promise<boolean | undefined> =>
    ((await call('GET', `/api/member/list/${teamId}`)) as { name: string; isEnabled: boolean }[]).find(
      (item) => item.name === name,
    )?.isEnabled;
  const page = await openAs(ann);
  const { errors } = watch(page);
  await page.goto(`${server.address}/`);
  await page.getByRole('link', { name: 'Team Settings' }).click();

  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Region').selectOption('Bayern');
  await page.getByLabel('Year').selectOption('2027');
  await page.getByRole('button', { name: 'Show the days' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(/Epiphany/).uncheck();
  await dialog.getByRole('button', { name: /^Add \d+ days$/ }).click();
  await see(page, /^\d+ days added\.$/);
  const added = await holidays();
  expect(added).toContain('2027-12-25 Christmas Day');
  expect(added.join()).not.toContain('Epiphany');
  // A holiday that is removed and restored with Undo must keep its name.
  await page.getByRole('button', { name: 'Remove Sat 25 Dec 2027' }).click();
  await see(page, '1 day removed.');
  expect(await holidays()).not.toContain('2027-12-25 Christmas Day');
  const undone = page.waitForResponse('**/api/vacation/save/**');
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone;
  expect(await holidays()).toEqual(added);

  const chioma = page.getByRole('switch', { name: 'Ask Chioma Okafor' });
  // The switch must show the change at once, before the server has replied.
  const off = page.waitForResponse('**/api/member/activateMember/**');
  await chioma.click();
  await see(page, /, 1 disabled/);
  await off;
  await page.reload();
  await page.getByRole('switch', { name: 'Ask Chioma Okafor', checked: false }).waitFor();
  expect(await isOn('Chioma Okafor')).toBe(false);
  await chioma.focus();
  const switched = page.waitForResponse('**/api/member/activateMember/**');
  await page.keyboard.press('Space');
  await switched;
  expect(await isOn('Chioma Okafor')).toBe(true);
  expect(errors()).toEqual([]);
  await page.context().close();
});
