import type { Browser } from 'playwright-core';
import { accountScreens } from '../e2e/accountScreens.ts';
import { ann, bob, grace, startsAt } from '../e2e/demoDay.ts';
import { casesOf, contactSheet, faultsOf } from '../e2e/looks.ts';
import type { Screen } from '../e2e/screens.ts';
import { sessionOf, startBrowser, startServer } from '../e2e/world.ts';
import type { Session, TestServer } from '../e2e/world.ts';
import { freePort } from '../support/programs.ts';

// Every screen of accounts in every state, size and look. SCREENSHOTS=<folder> keeps a picture of each.

let server: TestServer;
let browser: Browser;
let sessions: Readonly<Record<Screen['who'], Session | undefined>>;

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer(await freePort(), true, startsAt);
  sessions = {
    ann: await sessionOf(browser, server, ann),
    bob: await sessionOf(browser, server, bob),
    grace: await sessionOf(browser, server, grace),
    nobody: undefined,
  };
}, 120_000);

// docs/screenshots/accounts-*.png are these sheets.
const shown = [
  ...['login', 'login-refused', 'login-not-confirmed', 'second-factor', 'set-up-factor', 'recovery-codes', 'register'],
  ...[
    'register-taken',
    'register-invited',
    'register-success',
    'confirmed',
    'forgot',
    'reset-different',
    'connect-confirm',
  ],
];

afterAll(async () => {
  for (const look of ['light', 'dark'])
    await contactSheet(
      browser,
      shown.map((name) => `${name}-phone-${look}`),
      `accounts-${look}.png`,
    );
  await browser.close();
  await server.stop();
}, 30_000);

it.each(casesOf(accountScreens))(
  '$name, $size',
  async (one) => {
    expect(await faultsOf(browser, server, one, sessions[one.screen.who])).toEqual([]);
  },
  120_000,
);
