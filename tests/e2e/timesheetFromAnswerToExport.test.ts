import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { axeFaults, settle, tabTo, textsAtEdge, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Follows an answer into a timesheet row, an approved week and a line of the exported workbook. The text must be the
// same each time.

let server: TestServer;
let browser: Browser;
let bobsPage: Page;
let annsPage: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  await server.advance(minutesToOpening);
  bobsPage = await openPage(browser, server, undefined, await sessionOf(server, bob));
  annsPage = await openPage(browser, server, undefined, await sessionOf(server, ann));
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

const isTask = (cells: readonly string[]): boolean => cells.length >= 4 && /^\d/.test(cells[3] ?? '');

/** Reads the rows of the timesheet on all pages, each as the texts of its cells. */
const shownTasks = async (page: Page): Promise<readonly (readonly string[])[]> => {
  const matches: string[][] = [];
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (let number = 1; ; number += 1) {
    const rows = await page.getByRole('table', { name: 'Timesheet' }).getByRole('row').all();
    for (const row of rows) {
      const cells = await row.getByRole('cell').allInnerTexts();
      if (isTask(cells)) matches.push(cells);
    }
    const isLast = (await next.count()) === 0 || (await next.getAttribute('aria-disabled')) === 'true';
    if (isLast) return matches;
    await next.click();
    await page.getByText(`Page ${number + 1} of`).waitFor();
  }
};

const answerAsBob = async (page: Page): Promise<void> => {
  await page.goto(server.address);
  await page.getByRole('button', { name: /^Answer now/ }).click();
  const card = page.getByRole('dialog');
  await card.getByLabel('What did you get done?').fill('Merged the retry change');
  await card.getByLabel('What do you plan to do?').fill('Cache warm-up job 3h\nTalk to Ann');
  await card.getByRole('radio', { name: 'No' }).check({ force: true });
  await card.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your answer is saved').last().waitFor();
};

const rowNamed = (page: Page, text: string): Locator => page.getByRole('row', { name: new RegExp(`^${text}`) });

it('an answer becomes rows, which their owner corrects and submits with the keyboard', async () => {
  const page = bobsPage;
  const seen = watch(page);
  await answerAsBob(page);
  await page.goto(server.address);
  await tabTo(page, page.getByRole('link', { name: 'Timesheet' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Timesheet' }).waitFor();
  await page.getByRole('combobox', { name: 'Dates' }).selectOption('This Week');
  await page.getByRole('button', { name: 'Users: Everyone' }).click();
  await page.getByRole('checkbox', { name: 'Bob Lindqvist' }).check();
  await page.keyboard.press('Escape');
  await rowNamed(page, 'Cache warm-up job Daily stand-up Bob Lindqvist Wed 18 Nov 3.0 Hours').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Edit “Talk to Ann”' }), 60);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Time' }));
  await page.keyboard.type('1h20');
  await page.keyboard.press('Enter');
  await rowNamed(page, 'Talk to Ann Daily stand-up Bob Lindqvist Wed 18 Nov 1.33 Hours').waitFor();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('button', { name: 'Submit week' }).click();
  await page.getByText('An admin of the team approves it.').waitFor();
  expect(seen.errors()).toEqual([]);
});

it('the lead approves the shown hours, and downloads a workbook with the same hours', async () => {
  const page = annsPage;
  // Motion is off, because a notice that fades in has too little contrast for axe at first.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seen = watch(page);
  await page.goto(`${server.address}/timesheet`);
  await page.getByRole('button', { name: /waits? for approval$/ }).click();
  await page.getByRole('button', { name: /^Bob Lindqvist, Mon 16/ }).click();
  const grid = page.getByRole('table', { name: 'Hours by report and day' });
  const sumRow = grid.getByRole('row', { name: /^Total/ });
  await sumRow.waitFor();
  const sums = await sumRow.getByRole('cell').allInnerTexts();
  expect(sums.slice(2, 3)).toEqual(['4.33']);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved by Ann Moreau. Its hours can no longer be changed.').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('combobox', { name: 'Dates' }).selectOption('This Week');
  await page.getByRole('button', { name: 'Users: Everyone' }).click();
  await page.getByRole('checkbox', { name: 'Bob Lindqvist' }).check();
  await page.keyboard.press('Escape');
  // The previous rows stay on the page, dimmed, until the new rows have loaded, so the test waits for the new rows.
  await page.getByRole('button', { name: 'Users: Bob Lindqvist' }).waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await rowNamed(page, 'Talk to Ann').waitFor();
  const total = await page.getByText(/Hours in \d+ tasks/).innerText();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('timesheet-2026-11-16-2026-11-22.xlsx');
  const [sheet] = await readXlsxFile(readFileSync(await download.path()));
  const [head, ...rows] = sheet?.data ?? [];
  const last = rows.pop() ?? [];
  expect(head).toEqual(['Date', 'User', 'Report', 'Task', 'Hours', 'Minutes']);
  const inFile = rows.map(([date, user, report, task, hours]) => [
    `${String(task)}\n${String(report)}`,
    String(user),
    date instanceof Date ? date.toISOString().slice(8, 10) : '',
    Number(hours),
  ]);
  const tasks = await shownTasks(page);
  const onScreen = tasks.map(([task = '', user = '', date = '', hours = '']) => [
    task.replaceAll(/\n+/g, '\n'),
    user,
    /\d+/.exec(date)?.[0] ?? '',
    Number(hours.replace(' Hours', '')),
  ]);
  const inOrder = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).sort();
  expect(inOrder(inFile)).toEqual(inOrder(onScreen));
  expect(onScreen.length).toBeGreaterThan(5);
  expect(total).toBe(`${String(last[4])} Hours in ${rows.length} tasks`);
  expect(sums.at(-1)).toBe(String(last[4]));
  expect(rows.reduce((sum, row) => sum + Number(row[5]), 0)).toBe(last[5]);
  expect(seen.errors()).toEqual([]);

  // The owner can no longer change the week either, and the page explains why.
  await bobsPage.goto(`${server.address}/timesheet?week=2026-11-16`);
  await bobsPage.getByText('Approved by Ann Moreau.').waitFor();
  expect(await bobsPage.getByRole('button', { name: /^(Edit|Add|Delete)/ }).count()).toBe(0);
});

describe('rules that need a browser', () => {
  const openSheet = async (where: string, width = 1280, locale = 'en-GB'): Promise<Page> => {
    const page = await openPage(browser, server, { width, height: 800 }, await sessionOf(server, ann), locale);
    await page.goto(`${server.address}${where}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  it.each([
    ['en-GB', /^[\d.]+ Hours$/],
    ['de-DE', /^[\d,]+ Stunden$/],
  ])('shows the totals of weeks and days in full at a width of 320 px, %s', async (locale, hours) => {
    const page = await openSheet('/timesheet', 320, locale);
    const totals = page
      .getByRole('main')
      .locator('tr', { has: page.locator('th') })
      .getByText(hours);
    for (const where of ['/timesheet', '/timesheet?week=2026-11-09']) {
      await page.goto(`${server.address}${where}`);
      await totals.nth(1).waitFor();
      await settle(page);
      expect([where, await textsAtEdge(totals, 8)]).toEqual([where, []]);
    }
    await page.context().close();
  });

  it('keeps every filter in its place while a sentence shows what is wrong with the dates', async () => {
    const page = await openSheet('/timesheet');
    const from = page.getByRole('textbox', { name: 'From' });
    const filters = [
      page.getByRole('combobox', { name: 'Dates' }),
      ...[
        from,
        page.getByRole('textbox', { name: 'To', exact: true }),
        page.getByRole('button', { name: 'Search', exact: true }),
      ],
      page.getByRole('button', { name: /^Users/ }),
    ];
    await page.getByRole('button', { name: /^Users/ }).waitFor();
    // The notice loads with its own request and moves the page down, so the test waits for it.
    await page.getByText(/^Your trial ends/).waitFor();
    const places = (): Promise<unknown> => Promise.all(filters.map((filter) => filter.boundingBox()));
    const before = await places();
    await from.fill('2026-11-30');
    await from.press('Tab');
    await page.getByText('The first day must not be after the last.').waitFor();
    expect(await places()).toEqual(before);
    await page.context().close();
  });

  it('underlines the buttons that look like links when the reader forces colours', async () => {
    const page = await openSheet('/timesheet');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('button', { name: 'By person' }).waitFor();
    const lines = await page
      .locator('main button.fui-Link')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).textDecorationLine));
    expect(new Set(lines)).toEqual(new Set(['underline']));
    await page.context().close();
  });
});
