import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { axeFaults, hasFocus, settle, tabTo, textsAtEdge, watch } from './watchAndCheckPage.ts';
import type { Watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Tests that an admin can create, edit and delete a report, in the browser and embedded in Teams, and that two people
// can edit it at once.

let server: TestServer;
let browser: Browser;
const watched: Watch[] = [];
const sessions = new Map<string, Session>();

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  await server.advance(minutesToOpening);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

type Who = typeof ann;
/** Reuses the session, because a sign-in takes about a second and has its own test. */
const sessionFor = async (who: Who): Promise<Session> => {
  const session = sessions.get(who.email) ?? (await sessionOf(server, who));
  sessions.set(who.email, session);
  return session;
};
const as = async (who: Who, viewport = { width: 1280, height: 800 }): Promise<Page> => {
  const page = await openPage(browser, server, viewport, await sessionFor(who));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  watched.push(watch(page));
  return page;
};
const go = (page: Page, where: string) => page.goto(`${server.address}${where}`);
const pathOf = (page: Page): string => page.url().slice(server.address.length);
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const see = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const savedText = 'Your report has been successfully saved.';

interface Listed {
  readonly id: string;
  readonly name: string;
}
const meetings = async (who: Who): Promise<readonly Listed[]> => {
  const call = await callAs(server, who);
  const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
  return (await call('GET', `/api/meeting/getlist/${team?.id ?? ''}`)) as Listed[];
};

const idOf = async (who: Who, name = 'Daily stand-up'): Promise<string> =>
  (await meetings(who)).find((meeting) => meeting.name === name)?.id ?? '';

/** Copies the daily stand-up, so that each test edits a report of its own. */
const copyOfStandup = async (name: string): Promise<string> => {
  const call = await callAs(server, ann);
  const stored = (await call('GET', `/api/meeting/get/${await idOf(ann)}`)) as {
    readonly questions: readonly object[];
  };
  // JSON omits undefined properties, so the copied questions have no ids.
  const questions = stored.questions.map((question) => ({ ...question, id: undefined }));
  const created = (await call('POST', '/api/meeting/save', {
    ...stored,
    id: undefined,
    rev: undefined,
    name,
    questions,
  })) as { id: string };
  return created.id;
};

describe('from the list to the end of a report', () => {
  it('edits it, sees that in its log, deactivates, activates and deletes it', async () => {
    await copyOfStandup('Evening round');
    const page = await as(ann);
    await go(page, '/reports');
    await page.getByRole('link', { name: 'Evening round' }).click();
    await page.getByRole('heading', { level: 1, name: 'Evening round' }).waitFor();
    await tab(page, 'Report Details').click();
    await page.getByLabel('First reminder').fill('The round closes soon.');
    await see(page, 'Not saved yet');
    await press(page, 'Save');
    await see(page, savedText);
    await tab(page, 'Activity').click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Changed the first reminder.' });
    await entry.waitFor();
    expect(await entry.innerText()).toContain('The round closes soon.');
    expect(await entry.innerText()).toMatch(/By Ann Moreau on Wed 18 Nov, \d\d:\d\d/);
    expect(pathOf(page)).toMatch(/tab=activity$/);
    await page.goBack();
    await page.getByLabel('First reminder').waitFor();
    await tab(page, 'Settings').click();
    await press(page, 'Deactivate');
    await page.getByRole('alertdialog').getByText('Are you sure you want to deactivate the report?').waitFor();
    await press(page, 'Yes, Deactivate');
    await page.getByRole('article', { name: 'Evening round' }).getByText('Deactivated').waitFor();
    expect(pathOf(page)).toBe('/reports');
    await page.getByRole('link', { name: 'Evening round' }).click();
    await tab(page, 'Settings').click();
    await press(page, 'Activate');
    await press(page, 'Yes, Activate');
    const card = page.getByRole('article', { name: 'Evening round' });
    await card.waitFor();
    await card.getByText('Deactivated').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Evening round' }).click();
    await tab(page, 'Settings').click();
    await press(page, 'Delete');
    await press(page, 'Yes, Delete');
    await page.getByRole('article', { name: 'Daily stand-up' }).waitFor();
    await card.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('cancels the run it names, once', async () => {
    const id = await copyOfStandup('Called off');
    const call = await callAs(server, ann);
    const stored = (await call('GET', `/api/meeting/get/${id}`)) as object;
    await call('POST', '/api/meeting/save', { ...stored, time: 1425, timezone: 'UTC' });
    const page = await as(ann);
    await go(page, `/reports/${id}?tab=settings`);
    const button = page.getByRole('button', { name: /^Cancel the run of / });
    const name = await button.innerText();
    const date = name.replace('Cancel the run of ', '');
    await button.click();
    await page.getByRole('alertdialog').getByText(`Are you sure you want to cancel the run of ${date}?`).waitFor();
    await press(page, `Yes, cancel the run of ${date}`);
    await see(page, `Called off: the run of ${date} is cancelled.`);
    await button.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`/reports/${id}?tab=settings`);
    await tab(page, 'Activity').click();
    await see(page, /^The run of .+ was cancelled\.$/);
    expect(await call('POST', `/api/meeting/cancelToday/${id}`)).toMatchObject({ isCancelled: false });
    await page.context().close();
  });

  it('returns to the start page if it is embedded', async () => {
    const id = await copyOfStandup('Short-lived');
    const page = await as(ann);
    await go(page, `/teams/reports/${id}?tab=settings`);
    await press(page, 'Delete');
    await press(page, 'Yes, Delete');
    await page.waitForURL(`${server.address}/teams/home`);
    expect((await meetings(ann)).map((meeting) => meeting.name)).not.toContain('Short-lived');
    await page.context().close();
  });

  it('shows that a report is gone, with the link back', async () => {
    const id = await copyOfStandup('Gone soon');
    const call = await callAs(server, ann);
    await call('DELETE', `/api/meeting/delete/${id}`);
    const page = await openPage(browser, server, undefined, await sessionFor(ann));
    await go(page, `/reports/${id}`);
    await see(page, 'No reports found');
    await page.getByRole('link', { name: 'Go to the reports' }).click();
    await page.getByRole('article', { name: 'Daily stand-up' }).waitFor();
    expect(await page.getByRole('article', { name: 'Gone soon' }).count()).toBe(0);
    await page.context().close();
  });

  it('hides the settings from people who created no report, and the server agrees', async () => {
    const id = await idOf(bob);
    const page = await as(bob);
    await go(page, `/reports/${id}?tab=settings`);
    await page.getByRole('article').waitFor();
    await tab(page, 'Activity').waitFor();
    expect(await tab(page, 'Settings').count()).toBe(0);
    const call = await callAs(server, bob);
    await expect(call('POST', `/api/meeting/deactivate/${id}/false`)).rejects.toThrow(/role/);
    await page.context().close();
  });
});

describe('two people who change a report at once', () => {
  it('shows the second person the first one’s change, and keeps both', async () => {
    const id = await copyOfStandup('Shared');
    const [annsPage, other] = [await as(ann), await openPage(browser, server, undefined, await sessionFor(bob))];
    for (const page of [annsPage, other]) {
      await go(page, `/reports/${id}?tab=details`);
      await page.getByLabel('First reminder').waitFor();
    }
    await annsPage.getByLabel('First reminder').fill('From Ann');
    await press(annsPage, 'Save');
    await see(annsPage, savedText);
    await other.getByLabel('First reminder').fill('From Bob');
    await other.getByLabel('Announcement').fill('Bob says hello');
    await press(other, 'Save');
    const dialog = other.getByRole('alertdialog', { name: 'Another person saved this report' });
    const reminder = dialog.getByRole('group', { name: /First reminder/ });
    await reminder.getByText(/Saved by Ann Moreau/).waitFor();
    const decide = dialog.getByRole('button', { name: 'Save this choice' });
    expect(await decide.getAttribute('aria-disabled')).toBe('true');
    await settle(other);
    expect(await axeFaults(other)).toEqual([]);
    // Uses the keyboard to choose the version of the only conflicting part.
    await tabTo(other, reminder.getByRole('radio', { name: /From Ann/ }));
    await other.keyboard.press('Space');
    await decide.click();
    await see(other, savedText);
    const call = await callAs(server, ann);
    expect(await call('GET', `/api/meeting/get/${id}`)).toMatchObject({
      firstReminderMessage: 'From Ann',
      publicBroadcastMessage: 'Bob says hello',
      rev: 3,
    });
    await annsPage.context().close();
    await other.context().close();
  });

  it('asks before unsaved work is left', async () => {
    const id = await copyOfStandup('Half written');
    const page = await as(ann);
    await go(page, `/reports/${id}?tab=details`);
    await page.getByLabel('First reminder').fill('Unfinished');
    // An open dialog hides the side menu from queries by role, so `includeHidden` is needed.
    const reports = page.getByRole('link', { name: 'Reports', includeHidden: true }).first();
    const topInView = () => reports.evaluate((element) => element.getBoundingClientRect().top);
    await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    const top = await topInView();
    await reports.click();
    await page.getByRole('alertdialog').waitFor();
    // The side menu stays in its place, although the page behind the dialog is scrolled down.
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    expect(await topInView()).toBe(top);
    await press(page, 'Cancel');
    expect(await page.getByLabel('First reminder').inputValue()).toBe('Unfinished');
    await page.context().close();
  });
});

describe('one person', () => {
  it('is a step from their card, and leaves as CSV without formulas', async () => {
    const page = await as(ann);
    await go(page, '/?date=2026-11-17');
    await page.getByRole('link', { name: 'Bob Lindqvist' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bob Lindqvist' }).waitFor();
    await see(page, 'Need a decision on the export format');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
    expect(download.suggestedFilename()).toMatch(/^Bob Lindqvist 2026-10-20 2026-11-18\.csv$/);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text).toContain('"2026-11-17","Daily stand-up","Blocked"');
    expect(text).toContain('"Need a decision on the export format"');
    await page.context().close();
  });
});

describe('an open blocker', () => {
  it('is resolved from the person’s card', async () => {
    const page = await as(ann);
    await go(page, `/reports/${await idOf(ann)}?date=2026-11-17`);
    const mark = page.getByRole('button', { name: 'Mark Bob Lindqvist’s blocker as resolved' });
    await mark.click();
    await see(page, 'Bob Lindqvist’s blocker is resolved.');
    await mark.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('by keyboard', () => {
  it('walks the tabs and the dialog without a mouse, and gives the focus back', async () => {
    const id = await copyOfStandup('By keyboard');
    const page = await as(ann);
    await go(page, `/reports/${id}`);
    await tab(page, 'Settings').waitFor();
    await tabTo(page, tab(page, 'Dashboard'));
    for (let index = 0; index < 4; index += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    await tabTo(page, cancel);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await hasFocus(page, remove);
    expect(pathOf(page)).toBe(`/reports/${id}?tab=settings`);
    await page.context().close();
  });
});

describe('the trends', () => {
  it.each([1280, 390])('show every number beside their lines in full at %i px', async (width) => {
    const page = await as(ann, { width, height: 800 });
    await go(page, `/reports/${await idOf(ann)}?tab=trends`);
    const numbers = page.locator('figure svg text');
    await numbers
      .filter({ hasText: /^100\s?%$/ })
      .first()
      .waitFor();
    expect(await textsAtEdge(numbers, 0)).toEqual([]);
    await page.context().close();
  });
});

it('logs nothing on the console and contacts no other host', () => {
  expect(watched.flatMap((item) => item.errors())).toEqual([]);
  expect(watched.flatMap((item) => item.foreignHosts())).toEqual([]);
});
