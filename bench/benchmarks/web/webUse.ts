import type { Browser, Page } from 'playwright-core';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { startBrowser } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import type { Session } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import { emailOf, webBuild, runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import type { RunningApp } from '../../parts/runProductOnDayCopy.ts';
import { at, newReader, openPage, sessionOf, visit } from '../../parts/openMeasuredPages.ts';
import { seedTeamWithPastDays, daysUpToToday } from '../../parts/seedTeamWithPastDays.ts';
import { fillTimesheets } from '../../parts/fillTimesheets.ts';
import { median, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { count, inMs } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures the delays that a reader notices on a loaded page: after presses, during scrolling, and at a second visit.

const days = 90;
const slower = 4;
const howOften = 5;

interface Visit {
  readonly session: Session;
  readonly url: string;
}

interface Felt {
  /** Longest time in milliseconds from a press to the paint after it. */
  press: number;
  /** Longest browser task in milliseconds; 0 if no task took 50 ms or more. */
  task: number;
}

/** Runs in the page. Starts to record the longest press and the longest task in `window.felt`. */
const watch = (): void => {
  const felt: Felt = { press: 0, task: 0 };
  Object.assign(window, { felt });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) felt.task = Math.max(felt.task, entry.duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) felt.press = Math.max(felt.press, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

/** Does the work on the page and returns its longest press and task. */
const feel = async (page: Page, work: () => Promise<unknown>): Promise<Felt> => {
  await page.evaluate(watch);
  await work();
  // The browser reports the last entries only after the page has been idle for a while.
  await page.waitForTimeout(1_000);
  return page.evaluate(() => Reflect.get(window, 'felt') as Felt);
};

/** Scrolls to the end of the page, half a screen in each frame. */
const scroll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const step = window.innerHeight / 2;
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      window.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  });

/**
 * Presses the first button of the page whose text matches; returns false if there is none. The page searches by text,
 * because a search by role computes the names of all elements and would be the longest task.
 */
const press = async (page: Page, name: RegExp): Promise<boolean> => {
  const place = await page.evaluate(async (pattern) => {
    const buttons = [...document.querySelectorAll('main button')];
    const found = buttons.find(({ textContent }) => new RegExp(pattern).test(textContent));
    if (found === undefined) return undefined;
    let [before, now] = [-1, found.getBoundingClientRect()];
    // Rows above the button get their real height when the browser first lays them out, so one scroll is not enough.
    while (before !== now.y) {
      before = now.y;
      found.scrollIntoView({ block: 'center' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      now = found.getBoundingClientRect();
    }
    return { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  }, name.source);
  if (place === undefined) return false;
  await page.mouse.click(place.x, place.y);
  return true;
};

/** Presses the first matching button repeatedly, until no button of the page matches. */
const pressAll = async (page: Page, name: RegExp): Promise<void> => {
  while (await press(page, name)) {
    await page.waitForTimeout(100);
    // The button is disabled while the next entries load.
    await page.waitForFunction(() => document.querySelector('main button[aria-disabled="true"]') === null);
  }
};

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

/** Opens the next five pages of a timesheet and scrolls to the end of the last page. */
const timesheet = async (browser: Browser, to: Visit): Promise<Row[]> => {
  const felt = await rounds(howOften, () =>
    inPage(browser, to, async (page) => {
      await page.locator('main nav').first().waitFor();
      return feel(page, async () => {
        for (let times = 0; times < 5; times += 1) {
          const reply = page.waitForResponse(/timesheet/);
          await press(page, /^Next$/);
          await reply;
          await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
        }
        await scroll(page);
      });
    }),
  );
  return [
    rowOf(
      'timesheet of 10,000 rows, press on “Next”',
      felt.map(({ press }) => press),
      200,
    ),
    rowOf(
      '– longest task',
      felt.map(({ task }) => task),
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
    await fillTimesheets(file, team, { days: 100, perDay: 1 });
    await file.close();
  }
  const inApp = async (app: RunningApp): Promise<Row[]> => {
    await app.token(team, person);
    return work(await sessionOf(browser, app, emailOf(person.memberId)), app.url);
  };
  return runProductOnDayCopy(day, at, inApp, webBuild);
};

export const bench: Bench = async () => {
  const browser = await startBrowser();
  const { from, to } = daysUpToToday(days);
  try {
    const bigTeam = await inTeam(browser, { members: 500, hasPast: false }, async (session, url) => [
      ...(await again(browser, { session, url: `${url}/` })),
      ...(await dashboard(browser, { session, url: `${url}/` }, 500)),
    ]);
    const longPast = await inTeam(browser, { members: 100, hasPast: true }, async (session, url) => [
      ...(await rollup(browser, { session, url: `${url}/rollup?period=RANGE&from=${from}&to=${to}` })),
      ...(await timesheet(browser, { session, url: `${url}/timesheet?from=${from}&to=${to}` })),
    ]);
    return [...bigTeam, ...longPast];
  } finally {
    await browser.close();
  }
};
