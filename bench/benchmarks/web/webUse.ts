import type { Browser, Page } from 'playwright-core';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { startBrowser } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import type { Session } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import { emailOf, webBuild, runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import type { RunningApp } from '../../parts/runProductOnDayCopy.ts';
import { at, newReader, openPage, sessionOf, visit } from '../../parts/openMeasuredPages.ts';
import { feel, press, pressAll, scroll } from '../../parts/pressScrollAndMeasure.ts';
import { seedTeamWithPastDays, daysUpToToday } from '../../parts/seedTeamWithPastDays.ts';
import { fillTimesheets } from '../../parts/fillTimesheets.ts';
import { median, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { count, inMs } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures the delays that a reader notices on a loaded page: after presses, during scrolling, and at a second visit.

const days = 90;
/** Days of a timesheet in which a team of 100 people with one row a day has 10,000 rows. */
const sheetDays = 100;
const slower = 4;
const howOften = 5;

interface Visit {
  readonly session: Session;
  readonly url: string;
}

/** Opens the page and returns the paths of its requests that no cache answered. */
const sentBy = async (page: Page, url: string): Promise<readonly string[]> => {
  const devTools = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
  });
  devTools.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId));
  devTools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) paths.delete(requestId);
  });
  await devTools.send('Network.enable');
  await visit(page, url);
  return [...paths.values()];
};

const rowOf = (name: string, ms: readonly number[], limit: number): Row => {
  const figure = median(ms);
  return { what: name, figure: inMs(figure), target: `≤ ${inMs(limit)}`, isMet: figure <= limit };
};

const inPage = async <T>(browser: Browser, { session, url }: Visit, work: (page: Page) => Promise<T>): Promise<T> => {
  const context = await newReader(browser, session);
  const page = await openPage(context, slower);
  await visit(page, url);
  const result = await work(page);
  await context.close();
  return result;
};

/** Presses the button that shows all cards of a team, and scrolls to the last card. */
const dashboard = async (browser: Browser, to: Visit, members: number): Promise<Row[]> => {
  const felt = await rounds(howOften, () =>
    inPage(browser, to, async (page) => {
      await page.getByText(`Show all ${members}`).waitFor();
      const shown = await feel(page, async () => {
        await press(page, new RegExp(`^Show all ${members}$`));
        await page.waitForFunction(
          (all) => document.querySelectorAll('main li[id^="answers"]').length === all,
          members,
        );
      });
      return { shown, scrolled: await feel(page, () => scroll(page)) };
    }),
  );
  return [
    rowOf(
      `dashboard of ${members} members, press on “Show all”`,
      felt.map(({ shown }) => shown.press),
      200,
    ),
    rowOf(
      '– longest task',
      felt.map(({ shown }) => shown.task),
      50,
    ),
    rowOf(
      '– longest task while it scrolls',
      felt.map(({ scrolled }) => scrolled.task),
      50,
    ),
  ];
};

/** Shows all groups of a roll-up and all entries of the first one, and scrolls to the end. */
const rollup = async (browser: Browser, to: Visit): Promise<Row[]> => {
  const felt = await rounds(howOften, () =>
    inPage(browser, to, async (page) => {
      await page.locator('main section h2').first().waitFor();
      const loaded = await feel(page, () => pressAll(page, /^Show more$/));
      const opened = await feel(page, async () => {
        await press(page, /^Show \d+ entries$/);
        await pressAll(page, /^Show \d+ more entries$/);
      });
      return { loaded, opened, scrolled: await feel(page, () => scroll(page)) };
    }),
  );
  return [
    rowOf(
      'roll-up of 100 people × 90 days, press on “Show more”',
      felt.map(({ loaded }) => loaded.press),
      200,
    ),
    rowOf(
      '– longest task',
      felt.map(({ loaded }) => loaded.task),
      50,
    ),
    rowOf(
      '– press on “Show entries” and “Show more entries”',
      felt.map(({ opened }) => opened.press),
      200,
    ),
    rowOf(
      '– longest task',
      felt.map(({ opened }) => opened.task),
      50,
    ),
    rowOf(
      '– longest task while it scrolls',
      felt.map(({ scrolled }) => scrolled.task),
      50,
    ),
  ];
};

interface SheetReply {
  readonly data: { readonly items: readonly unknown[]; readonly totals: { readonly rows: number } };
}

/** Opens the next page of a timesheet, and returns its reply. */
const openNext = async (page: Page): Promise<SheetReply> => {
  const reply = page.waitForResponse(/timesheet/);
  await press(page, /^Next$/);
  const read = (await (await reply).json()) as SheetReply;
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  return read;
};

/** Opens the next five pages of a timesheet and scrolls through each of them. */
const timesheet = async (browser: Browser, to: Visit): Promise<Row[]> => {
  const sizes = new Set<string>();
  const felt = await rounds(howOften, () =>
    inPage(browser, to, async (page) => {
      await page.locator('main nav').first().waitFor();
      return rounds(5, async () => {
        const opened = await feel(page, async () => {
          const { items, totals } = (await openNext(page)).data;
          sizes.add(`${count(totals.rows)} rows, ${items.length} on a page`);
        });
        return { opened, scrolled: await feel(page, () => scroll(page)) };
      });
    }),
  );
  return [
    rowOf(
      `timesheet of ${[...sizes].join(' / ')}, press on “Next”`,
      felt.map((pages) => Math.max(...pages.map(({ opened }) => opened.press))),
      200,
    ),
    rowOf(
      '– longest task while the page changes',
      felt.map((pages) => Math.max(...pages.map(({ opened }) => opened.task))),
      50,
    ),
    rowOf(
      '– longest task while each page scrolls',
      felt.map((pages) => Math.max(...pages.map(({ scrolled }) => scrolled.task))),
      50,
    ),
  ];
};

/** Opens the page a second time with a filled cache. */
const again = async (browser: Browser, { session, url }: Visit): Promise<Row[]> => {
  const context = await newReader(browser, session);
  const first = await openPage(context, 1);
  await visit(first, url);
  await first.close();
  const paths = await sentBy(await openPage(context, 1), url);
  const files = paths.filter((path) => path.startsWith('/assets/'));
  const data = paths.filter((path) => path.startsWith('/api/'));
  await context.close();
  return [
    {
      what: 'second visit of the dashboard, requests for files',
      figure: count(files.length),
      target: '0',
      isMet: files.length === 0,
    },
    { what: '– for data', figure: count(data.length), target: '1', isMet: data.length <= 1 },
  ];
};

interface Team {
  readonly members: number;
  /** True = the team also has answers of 90 days and 100 timesheet rows for each member. */
  readonly hasPast: boolean;
}

const inTeam = async (
  browser: Browser,
  { members, hasPast }: Team,
  work: (session: Session, url: string) => Promise<Row[]>,
): Promise<Row[]> => {
  const { day, team, person } = await seedTeamWithPastDays(members, hasPast ? days : 1);
  if (hasPast) {
    const file = openSqliteStore({ file: day.file });
    await fillTimesheets(file, team, { days: sheetDays, perDay: 1 });
    await file.close();
  }
  const inApp = async (app: RunningApp): Promise<Row[]> => {
    await app.token(team, person);
    return work(await sessionOf(browser, app, emailOf(person.memberId)), app.url);
  };
  return runProductOnDayCopy(day, at, inApp, { webDir: webBuild });
};

export const bench: Bench = async () => {
  const browser = await startBrowser();
  const [past, sheets] = [daysUpToToday(days), daysUpToToday(sheetDays)];
  try {
    const bigTeam = await inTeam(browser, { members: 500, hasPast: false }, async (session, url) => [
      ...(await again(browser, { session, url: `${url}/` })),
      ...(await dashboard(browser, { session, url: `${url}/` }, 500)),
    ]);
    const longPast = await inTeam(browser, { members: 100, hasPast: true }, async (session, url) => [
      ...(await rollup(browser, { session, url: `${url}/rollup?period=RANGE&from=${past.from}&to=${past.to}` })),
      ...(await timesheet(browser, { session, url: `${url}/timesheet?from=${sheets.from}&to=${sheets.to}` })),
    ]);
    return [...bigTeam, ...longPast];
  } finally {
    await browser.close();
  }
};
