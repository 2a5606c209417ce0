import type { Browser, Page } from 'playwright-core';
import ar from '#contracts/text/ar.json' with { type: 'json' };
import de from '#contracts/text/de.json' with { type: 'json' };
import en from '#contracts/text/en.json' with { type: 'json' };
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { bob, dates, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { sidewaysScroll, watch } from './watchAndCheckPage.ts';
import type { Watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that the first paint already has the language and direction of the reader.

let server: TestServer;
let browser: Browser;
const watched: Watch[] = [];

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

afterEach(() => {
  const errors = watched.splice(0).flatMap((item) => item.errors());
  if (errors.length > 0) throw new Error(errors.join('\n'));
});

/**
 * Records each text that appears on the page, however briefly, and labels and placeholders of elements that appear.
 * Later changes of attributes are not recorded.
 */
const recorder = `
  window.shownTexts = new Set();
  const keep = (node) => {
    if (node.nodeType === 3) window.shownTexts.add(node.textContent.trim());
    else if (node.nodeType === 1) {
      for (const name of ['aria-label', 'title', 'placeholder'])
        if (node.hasAttribute(name)) window.shownTexts.add(node.getAttribute(name));
      node.childNodes.forEach(keep);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) { addedNodes.forEach(keep); if (target.nodeType === 3) keep(target); }
  }).observe(document, { childList: true, characterData: true, subtree: true });
`;

const german: Readonly<Record<string, string>> = de;
const spokenInGerman = new Set(Object.values(german));
/**
 * Texts that are allowed on a page in any language: the demo's reports have English names and texts, and some templates
 * use the same texts.
 */
const demoTexts = new Set(
  Object.entries(en)
    .filter(([key]) => key.startsWith('default.') || key.startsWith('demo.'))
    .map(([, text]) => text),
);
/** Texts that appear only on an English page, so that they reveal a missing translation. */
const englishOnly = new Set(
  Object.entries(en)
    .filter(([key, text]) => !demoTexts.has(text) && german[key] !== text)
    .map(([, text]) => text)
    .filter((text) => !text.includes('{') && !spokenInGerman.has(text)),
);
const englishTextsOn = async (page: Page): Promise<string[]> => {
  const texts: string[] = await page.evaluate('[...window.shownTexts]');
  return texts.filter((text) => englishOnly.has(text));
};

/** Stores a screenshot if the environment variable LOOKS contains the path of a folder. */
const storeScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['LOOKS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

it('a German browser never shows English text', async () => {
  const page = await openPage(browser, server, undefined, undefined, 'de-DE');
  watched.push(watch(page));
  await page.addInitScript(recorder);
  await page.goto(`${server.address}/login`);
  await page.getByRole('button', { name: de['login.submit'], exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await englishTextsOn(page)).toEqual([]);
});

it('a reader who chose German sees it from sign-in on in an English browser, and from the start at the next visit', async () => {
  const call = await callAs(server, bob);
  await call('POST', '/api/member/preferences', { language: 'de' });
  const page = await openPage(browser, server);
  watched.push(watch(page));
  await page.addInitScript(recorder);
  await page.goto(`${server.address}/login`);
  await page.getByLabel('Email').fill(bob.email);
  await page.getByLabel('Password', { exact: true }).fill(bob.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: de['dashboard.nextDay'] }).waitFor();
  await page.waitForFunction((title) => document.title.includes(title), de['page.dashboard']);
  await page.reload();
  await page.getByRole('button', { name: de['dashboard.nextDay'] }).waitFor();
  expect(await englishTextsOn(page)).toEqual([]);
  await call('POST', '/api/member/preferences', { language: null });
});

it('Arabic is laid out from the right, on wide screens and on phones', async () => {
  const session = await sessionOf(server, bob);
  const page = await openPage(browser, server, { width: 1280, height: 800 }, session, 'ar-EG');
  watched.push(watch(page));
  const menu = page.getByRole('button', { name: ar['nav.toggle'], exact: true });
  for (const where of ['/', '/reports', '/reports/create', '/settings?tab=vacation']) {
    await page.goto(`${server.address}${where}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await menu.waitFor();
      expect([where, width, await sidewaysScroll(page)]).toEqual([where, width, 0]);
      const box = await menu.boundingBox();
      expect([where, width, (box?.x ?? 0) > width / 2]).toEqual([where, width, true]);
      await storeScreenshot(page, `ar${where.replace(/\W+/g, '-')}-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

it('an English text of a person keeps its question mark at its end on an Arabic page', async () => {
  const session = await sessionOf(server, bob);
  const page = await openPage(browser, server, { width: 1280, height: 800 }, session, 'ar-EG');
  watched.push(watch(page));
  await page.goto(`${server.address}/?date=${dates.answered}`);
  const question = page.getByText('Are you blocked?', { exact: true }).first();
  await question.waitFor();
  const [first, last] = await question.evaluate((element) => {
    const text = element.firstChild;
    const leftOf = (at: number): number => {
      const range = document.createRange();
      range.setStart(text ?? element, at);
      range.setEnd(text ?? element, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(element.innerHTML.length - 1)] as const;
  });
  expect(last).toBeGreaterThan(first);
});
