import type { Browser } from 'playwright-core';
import { startBrowser } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import type { Session } from '../../../tests/e2e/startServerBrowserAndChat.ts';
import { emailOf, webBuild, runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import type { RunningApp } from '../../parts/runProductOnDayCopy.ts';
import { at, newReader, openPage, sessionOf, visit } from '../../parts/openMeasuredPages.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { median, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

interface Painted {
  readonly lcp: number;
  readonly tbt: number;
}

/**
 * Runs before any script of the page. Records in `window.seen` the time of the largest paint and the total blocking
 * time, which is the sum of the time that each task takes beyond 50 ms.
 */
const watch = (): void => {
  const seen = { lcp: 0, tbt: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.tbt += Math.max(0, entry.duration - 50);
  }).observe({ type: 'longtask', buffered: true });
};

const settleMs = 1_500;

/** Loads the page with an empty cache. `slower` is the factor by which the processor is slowed. */
const load = async (
  browser: Browser,
  session: Session | undefined,
  { url, slower }: { readonly url: string; readonly slower: number },
): Promise<Painted> => {
  const context = await newReader(browser, session);
  const page = await openPage(context, slower);
  await page.addInitScript(watch);
  await visit(page, url);
  // The browser reports the final largest paint and the last long task only after the page has been idle for a while.
  await page.waitForTimeout(settleMs * Math.min(2, slower));
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as Painted);
  await context.close();
  return seen;
};

interface Limit {
  readonly slower: number;
  readonly lcp: number | null;
  readonly tbt: number;
}

const rowsOf = (page: string, painted: readonly Painted[], bare: number, limit: Limit): Row[] => {
  const lcp = median(painted.map((item) => item.lcp));
  const tbt = median(painted.map((item) => item.tbt));
  const name = `${page}, processor × 1/${limit.slower}`;
  return [
    {
      what: `LCP of ${name}`,
      figure: inMs(lcp),
      baseline: `${inMs(bare)} a bare page`,
      ratio: times(lcp / bare),
      target: limit.lcp === null ? 'no target' : `≤ ${inMs(limit.lcp)}`,
      isMet: limit.lcp === null || lcp <= limit.lcp,
    },
    { what: '– its TBT', figure: inMs(tbt), target: `≤ ${inMs(limit.tbt)}`, isMet: tbt <= limit.tbt },
  ];
};

const bareUrl = 'data:text/html,<h1>A bare page</h1>';

/** Measures one team's day in the browser: the dashboard and, if `withLogin`, the sign-in page. */
const measureDay = async (
  browser: Browser,
  { members, withLogin }: { readonly members: number; readonly withLogin: boolean },
  limits: readonly Limit[],
): Promise<Row[]> => {
  const day = await seedDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  const work = async (app: RunningApp): Promise<Row[]> => {
    await app.token(team, person);
    const session = await sessionOf(browser, app, emailOf(person.memberId));
    const rows: Row[] = [];
    for (const limit of limits) {
      const { slower } = limit;
      const bare = median(
        (await rounds(3, () => load(browser, undefined, { url: bareUrl, slower }))).map((round) => round.lcp),
      );
      const shown = await rounds(5, () => load(browser, session, { url: `${app.url}/`, slower }));
      rows.push(...rowsOf(`the dashboard, ${members} members`, shown, bare, limit));
      if (!withLogin) continue;
      const login = await rounds(5, () => load(browser, undefined, { url: `${app.url}/login`, slower }));
      rows.push(...rowsOf('/login', login, bare, limit));
    }
    return rows;
  };
  return runProductOnDayCopy(day, at, work, { webDir: webBuild });
};

export const bench: Bench = async () => {
  const browser = await startBrowser();
  try {
    return [
      ...(await measureDay(browser, { members: 10, withLogin: true }, [
        { slower: 1, lcp: 700, tbt: 300 },
        { slower: 4, lcp: 1_500, tbt: 300 },
      ])),
      ...(await measureDay(browser, { members: 500, withLogin: false }, [
        { slower: 1, lcp: null, tbt: 100 },
        { slower: 4, lcp: 1_500, tbt: 300 },
      ])),
    ];
  } finally {
    await browser.close();
  }
};
