import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { matchPath } from '../../tab/src/ui/router/matchPath.ts';
import { accountScreenStates } from '../e2e/screens/accountSetupAndPublicScreenStates.ts';
import { ann, bob, dates, grace, minutesToOpening, startsAt } from '../e2e/demo/demoInstantsDatesAndPeople.ts';
import { contactSheet, faultsOf, themes, picture, shareContexts, sizes } from '../e2e/screenFaultsAndScreenshots.ts';
import type { SharedContexts } from '../e2e/screenFaultsAndScreenshots.ts';
import { screenStatesWithoutSteps } from '../e2e/screens/embeddedAndSearchScreenStates.ts';
import { screens } from '../e2e/screens/allScreenStates.ts';
import type { Screen } from '../e2e/screens/screenStateType.ts';
import { timesheetScreenStates } from '../e2e/screens/timesheetScreenStates.ts';
import { openInTeams } from '../e2e/teamsTab/fakeTeamsFrame.ts';
import { axeFaults, watchLazyParts } from '../e2e/watchAndCheckPage.ts';
import { startBrowser, startServer } from '../e2e/startServerBrowserAndChat.ts';
import { callAs, sessionOf } from '../e2e/signedInPagesAndCalls.ts';
import type { Session, TestServer } from '../e2e/startServerBrowserAndChat.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { routeTable } from '../support/files/webRouteSources.ts';

// Checks every screen in every state, size and theme. A route without a visited screen fails. SCREENSHOTS=<folder>
// stores pictures (docs/screens); WALK=<words> selects screens by name. WALK_PART=<part>/<parts> selects each screen of
// this part; WALK_FOLDER is the folder in which the parts store the routes that they visited.

const only = process.env['WALK'];
const folder = process.env['WALK_FOLDER'];
const [part = 1, parts = 1] = (process.env['WALK_PART'] ?? '1/1').split('/').map(Number);
const isOfPart = (_: unknown, index: number): boolean => index % parts === part - 1;
const all = [...screens, ...accountScreenStates, ...screenStatesWithoutSteps, ...timesheetScreenStates]
  .filter(({ name }) => only === undefined || only.split(',').some((word) => name.includes(word)))
  .filter(isOfPart);

let server: TestServer;
let browser: Browser;
let contexts: SharedContexts;
const sessions = new Map<Screen['who'], { readonly session: Session; readonly signedInAt: number }>();
/** The first visited screen of each route. A route without one is a fault. */
const walked = new Map<string, string>();

const walk = (screen: Screen, address: string): void => {
  const { pathname } = new URL(address);
  const visited = matchPath(routeTable, pathname)?.route.path;
  if (visited !== undefined && !walked.has(visited)) walked.set(visited, screen.name);
};

/**
 * Returns a session of the person for a page. Pages share a session, which only one of them can refresh. The token
 * lasts half an hour, which may be less than the test takes, so each person signs in again in time.
 */
const sessionFor = async (who: Screen['who']): Promise<Session | undefined> => {
  if (who === 'nobody') return undefined;
  const now = await server.now();
  const cached = sessions.get(who);
  if (cached !== undefined && now - cached.signedInAt < 20 * 60_000) return cached.session;
  const session = await sessionOf(server, { ann, bob, grace }[who]);
  sessions.set(who, { session, signedInAt: now });
  return session;
};

/** Answers the stand-up of the day without a blocker, with two planned lines and without a finished goal. */
const answerAs = async (who: typeof ann): Promise<void> => {
  const call = await callAs(server, who);
  const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
  const meetings = (await call('GET', `/api/meeting/getall/${team?.id ?? ''}`)) as { id: string; name: string }[];
  const meetingId = meetings.find(({ name }) => name === 'Daily stand-up')?.id ?? '';
  const { questions } = (await call('GET', `/api/meeting/get/${meetingId}`)) as { questions: { id: string }[] };
  const texts = ['Closed the pager hand-over', 'Read the security report 45m\nHiring interview 1h', 'No', ''];
  const values = Object.fromEntries(questions.map(({ id }, index) => [id, texts[index] ?? '']));
  await call('POST', '/api/meeting/answer', { meetingId, date: dates.today, values, goals: [] });
};

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer(await freePort(), true, startsAt);
  contexts = shareContexts(browser, server);
  await server.advance(minutesToOpening);
  await answerAs(ann);
});

// docs/screenshots/accounts-*.png are made from these screens.
const accounts = [
  ...['login', 'login-refused', 'login-not-confirmed', 'second-factor', 'set-up-factor', 'recovery-codes', 'register'],
  ...['register-taken', 'register-invited', 'register-success', 'confirmed', 'forgot', 'reset-different'],
  'connect-confirm',
];

afterAll(async () => {
  for (const { theme } of themes) {
    await contactSheet(
      browser,
      accounts.map((name) => `${name}-phone-${theme}`),
      `accounts-${theme}.png`,
    );
    for (const { size } of sizes)
      await contactSheet(
        browser,
        [...walked.values()].map((name) => `${name}-${size}-${theme}`),
        `routes-${size}-${theme}.jpg`,
        size === 'wide' ? 260 : 170,
      );
  }
  await browser.close();
  await server.stop();
});

it.each(all)('$name', async (screen) => {
  const faults = await faultsOf({
    screen,
    address: server.address,
    openPage: async (size) => contexts.open(size, await sessionFor(screen.who)),
    onAddress: (address) => {
      walk(screen, address);
    },
  });
  expect(faults).toEqual([]);
});

/** Returns the routes that all parts visited; undefined while another part has not ended. */
const routesOfAllParts = (): ReadonlySet<string> | undefined => {
  if (folder === undefined) return new Set(walked.keys());
  writeFileSync(path.join(folder, `${part}.json`), JSON.stringify([...walked.keys()]));
  const files = readdirSync(folder);
  if (files.length < parts) return undefined;
  return new Set(files.flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as string[]));
};

it('has visited every screen, which the part that ends last knows', () => {
  const visited = routesOfAllParts();
  const missing = routeTable.map((route) => route.path).filter((route) => visited?.has(route) === false);
  expect(only === undefined ? missing : []).toEqual([]);
});

// `it.each` is not used, because it fails for an empty list: with six parts, two of them have none of the four themes.
for (const theme of ['default', 'dark', 'contrast', 'glass'].filter(isOfPart))
  it(`in Teams, ${theme}`, async () => {
    const teams = await openInTeams(browser, server, `/teams/home?date=${dates.today}`, { theme });
    const lazyPartsLoaded = watchLazyParts(teams.page);
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByLabel('Email').fill(bob.email);
    await teams.frame.getByLabel('Password', { exact: true }).fill(bob.password);
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByRole('heading', { name: 'Needs attention', exact: true }).waitFor();
    await lazyPartsLoaded();
    await picture(teams.page, `teams-day-${theme}`);
    const faults = [...(await axeFaults(teams.page))];
    await teams.frame.getByRole('button', { name: 'Answer now' }).click();
    await teams.frame.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await teams.frame.getByText('Please answer').first().waitFor();
    await lazyPartsLoaded();
    await picture(teams.page, `teams-answer-${theme}`);
    faults.push(...(await axeFaults(teams.page)));
    expect(faults).toEqual([]);
    await teams.close();
  });
