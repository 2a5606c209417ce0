import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from '../../tests/e2e/signedInPagesAndCalls.ts';
import type { Session } from '../../tests/e2e/startServerBrowserAndChat.ts';
import type { RunningApp } from './runProductOnDayCopy.ts';

/** The instant that `Date.now()` returns in the measured pages. The run of this day has already closed. */
export const at = '2026-11-20T11:30:00Z';

const reader = { viewport: { width: 1280, height: 800 }, timezoneId: 'UTC', locale: 'en-GB' } as const;

/**
 * Creates a browser profile with an empty cache. `session`: the signed-in session of the profile; undefined = signed
 * out.
 */
export const newReader = (browser: Browser, session: Session | undefined): Promise<BrowserContext> =>
  browser.newContext({ ...reader, ...(session === undefined ? {} : { storageState: session }) });

/**
 * Opens an empty browser tab in which `Date.now()` always returns the instant `at`. Playwright's own fake clock is not
 * used, because it also replaces the timers and slows each of them. `slower` is the factor of the CPU throttling.
 */
export const openPage = async (context: BrowserContext, slower: number): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript((now) => {
    Date.now = () => now;
  }, Date.parse(at));
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
};

/**
 * Opens the address, waits until the page has no open request, and checks that it shows its heading. The search for
 * the heading comes last, because it blocks the page for about 50 ms at a quarter of the processor.
 */
export const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
};

export const sessionOf = async (browser: Browser, app: RunningApp, email: string): Promise<Session> => {
  const context = await newReader(browser, undefined);
  const page = await openPage(context, 1);
  await signIn(page, { address: app.url }, email, app.password);
  const session = await context.storageState();
  await context.close();
  return session;
};
