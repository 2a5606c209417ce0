import type { Browser, Page } from 'playwright-core';
import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Member, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs } from './signedInPagesAndCalls.ts';
import { openRequests } from './watchAndCheckPage.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Visits the screens of an admin in an active, a deactivated and a read-only organisation. Each screen must show the
// state and must not offer an action that the API rejects.

const minutesOfDay = 1440;
/** After this number of days, the trial and the grace period after it are over. */
const daysToReadOnly = 16;

let server: TestServer;
let browser: Browser;
let page: Page;
let screens: readonly string[];

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  await server.advance(minutesToOpening);
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as Team[];
  const teamId = team?.id ?? '';
  const [report] = (await call('GET', `/api/meeting/getlist/${teamId}`)) as MeetingListItem[];
  const [member] = (await call('GET', `/api/member/list/${teamId}`)) as Member[];
  const id = report?.id ?? '';
  const tabs = ['dashboard', 'trends', 'details', 'activity', 'settings'];
  const settings = ['profile', 'password', 'security', 'vacation', 'preferences', 'privacy', 'organization'];
  screens = [
    ...['/', '/reports', '/reports/create', '/timesheet', '/settings/team', '/billing'],
    ...tabs.map((tab) => `/reports/${id}?tab=${tab}`),
    ...settings.map((tab) => `/settings?tab=${tab}`),
    `/reports/person/${member?.id ?? ''}`,
    ...['/teams/home', '/teams/reports', `/teams/reports/${id}`, `/teams/reports/${id}?tab=details`],
    ...[`/teams/reports/create/${teamId}`, '/teams/timesheet'],
  ];
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

/** Returns the names of the visible links and buttons that are enabled. */
const offers = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button')]
      .filter((element) => element.checkVisibility())
      .filter((element) => !element.hasAttribute('disabled') && element.getAttribute('aria-disabled') !== 'true')
      .map((element) => (element.getAttribute('aria-label') ?? element.textContent).trim()),
  );

/**
 * A notice that does not appear in time is ignored here, because the later check of the texts reports every screen
 * without it.
 */
const leaveUnseen = (): void => undefined;

interface Seen {
  readonly path: string;
  readonly offered: readonly string[];
  readonly text: string;
}

/**
 * Goes to a path of the app as the back button does, without loading the app again. A Teams tab has another entry page.
 */
const visit = async (shown: Page, path: string): Promise<void> => {
  const isTeamsTab = (address: string): boolean => address.startsWith('/teams/');
  if (isTeamsTab(path) !== isTeamsTab(new URL(shown.url()).pathname)) await shown.goto(`${server.address}${path}`);
  else
    await shown.evaluate((target) => {
      window.history.pushState(null, '', target);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
};

/** Milliseconds without a change after which a page counts as loaded. */
const calmMs = 300;

/** Returns a function that waits until the page has no open request and has not changed for a while. */
const watchRequests = (shown: Page): (() => Promise<void>) => {
  const open = openRequests(shown);
  const calm = (): Promise<void> =>
    shown.evaluate(
      (pause) =>
        new Promise<void>((resolve) => {
          let timer = setTimeout(resolve, pause);
          new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(resolve, pause);
          }).observe(document, { subtree: true, childList: true, characterData: true });
        }),
      calmMs,
    );
  return async () => {
    do await calm();
    while (open.size > 0);
  };
};

/** Reads each screen after its last request, because the notice of the state loads late. */
const walk = async (state: RegExp | null): Promise<readonly Seen[]> => {
  page = await openPage(browser, server);
  const loaded = watchRequests(page);
  await page.goto(`${server.address}/login`);
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Without a payment method, the sign-in leads to the billing page instead of the start page.
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  const seen: Seen[] = [];
  for (const path of screens) {
    await visit(page, path);
    await page.getByRole('main').first().waitFor();
    await loaded();
    if (state !== null) await page.getByText(state).first().waitFor({ timeout: 10_000 }).catch(leaveUnseen);
    seen.push({ path, offered: await offers(), text: await page.locator('body').innerText() });
  }
  await page.context().close();
  return seen;
};

/**
 * Matches the names of actions that open a run or save an answer. The Send button of a preview sends nothing, so it is
 * not among them.
 */
const asks = /^(Answer|Edit your answer|Start now)/;
/**
 * Matches the names of actions that create a report or a task. Every other Save is allowed, for example of the reader's
 * preferences.
 */
const savesNew = /^(Create|Create a report|Add|Add a task|Copy last day)$/;

const found = (seen: readonly Seen[], pattern: RegExp): readonly string[] =>
  seen.flatMap(({ path, offered }) => offered.filter((name) => pattern.test(name)).map((name) => `${path}: ${name}`));

/** Returns the buttons that save a report: Save in the edit form, and the first choice of the wizard. */
const savesReport = (seen: readonly Seen[]): readonly string[] => [
  ...found(
    seen.filter(({ path }) => path.endsWith('?tab=details')),
    /^Save$/,
  ),
  ...found(
    seen.filter(({ path }) => path.includes('/reports/create')),
    /^Start from scratch$/,
  ),
];

const deactivated = /This organization is deactivated/;
const readOnly = /nothing new can be saved|No report runs at the moment/i;

const withoutState = (seen: readonly Seen[], state: RegExp): readonly string[] =>
  seen.filter(({ text }) => !state.test(text)).map(({ path }) => path);

describe('the screens of an admin', () => {
  it('offer to answer, to create and to save while the organisation asks', async () => {
    const seen = await walk(null);
    expect(found(seen, asks).length).toBeGreaterThan(3);
    expect(found(seen, savesNew).length).toBeGreaterThan(4);
    expect(savesReport(seen)).toHaveLength(4);
    expect(seen.filter(({ text }) => /This organization is deactivated|read-only|No report runs/.test(text))).toEqual(
      [],
    );
  });

  it('the screens of an admin of a deactivated organisation name the state and offer no answer and no start', async () => {
    const call = await callAs(server, ann);
    await call('POST', '/api/org/activate', { isActive: false });
    const seen = await walk(deactivated);
    await call('POST', '/api/org/activate', { isActive: true });
    expect(withoutState(seen, deactivated)).toEqual([]);
    expect(found(seen, asks)).toEqual([]);
  });

  it('the screens of an admin of a read-only organisation name the state and offer nothing new to save', async () => {
    await server.advance(daysToReadOnly * minutesOfDay);
    const seen = await walk(readOnly);
    expect(withoutState(seen, readOnly)).toEqual([]);
    expect(found(seen, asks)).toEqual([]);
    expect(found(seen, savesNew)).toEqual([]);
    expect(savesReport(seen)).toEqual([]);
  });
});
