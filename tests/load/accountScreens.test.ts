import type { Browser } from 'playwright-core';
import { accountScreens } from '../e2e/accountScreens.ts';
import { ann, bob, grace, startsAt } from '../e2e/demoDay.ts';
import { casesOf, faultsOf } from '../e2e/looks.ts';
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

afterAll(async () => {
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
