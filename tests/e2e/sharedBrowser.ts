import type { Browser } from 'playwright-core';
import { startBrowser } from './startServerBrowserAndChat.ts';

// One browser for all suites that Jest loads together. Each page has its own context, with its own storage and cache.

let browser: Promise<Browser> | undefined;

/** Returns the shared browser, and starts it at the first call. */
export const sharedBrowser = (): Promise<Browser> => (browser ??= startBrowser());

/** Closes the pages of a suite. The browser ends after the last suite. */
export const closePages = async (): Promise<void> => {
  for (const context of (await browser)?.contexts() ?? []) await context.close();
};

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});
