import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Screen } from './screens/screenStateType.ts';
import { axeFaults, settle, sidewaysScroll, themeApplied, watchErrors, watchLazyParts } from './watchAndCheckPage.ts';
import { openPage } from './startServerBrowserAndChat.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Checks that every screen in every theme (light, dark, contrast) has no serious fault of axe, no sideways scroll, no key
// in place of a text, and no endless animation for a reader who prefers reduced motion.

export const themes = [
  { theme: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { theme: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { theme: 'forced-colors', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

export const sizes = [
  // 640 px is a window of 1280 px at a zoom of 200 % (WCAG 1.4.4).
  { size: 'wide', width: 1280, height: 800, narrow: [720, 640] },
  { size: 'phone', width: 390, height: 844, narrow: [320] },
] as const;

/** A contrast theme on a dark page. Its colours differ from those of the contrast theme on a light page. */
const darkContrast = {
  theme: 'dark-forced-colors',
  media: { colorScheme: 'dark', forcedColors: 'active' },
} as const;

/** These screens have the most controls with colours of their own, so each theme is checked at the wide size. */
const isCheckedInEveryTheme = ({ name }: Screen): boolean => /^(gallery|wizard)-/.test(name);

/**
 * Returns the appearances to check at a size. A screen that exists at both sizes is checked once in each look, because the
 * effect of a look does not depend on the width. If pictures are taken, it is checked at both sizes in every look.
 */
const themesAt = (size: (typeof sizes)[number]['size'], screen: Screen) => {
  if (process.env['SCREENSHOTS'] !== undefined || (size === 'wide' && isCheckedInEveryTheme(screen)))
    return [...themes, darkContrast];
  return screen.only === undefined ? themes.filter(({ theme }) => (theme === 'dark') === (size === 'phone')) : themes;
};

/** Stores a screenshot in the folder that the variable SCREENSHOTS contains, if it is set. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
};

const sizesOf = (screen: Screen) => sizes.filter(({ size }) => screen.only === undefined || screen.only === size);

const texts = new Set(Object.keys(JSON.parse(readFileSync('bot/src/contracts/text/en.json', 'utf8')) as object));

/** Returns the catalogue keys that the page shows in place of their texts. */
const bareKeys = async (page: Page): Promise<readonly string[]> => {
  const words = (await page.locator('body').innerText()).split(/\s+/);
  return words
    .filter((word) => word.includes('.') && texts.has(word))
    .map((key) => `the key ${key} in place of its text`);
};

/** Returns the animations that never end and repeat within three seconds. */
const restless = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => {
        const { endTime, duration } = animation.effect?.getComputedTiming() ?? {};
        return animation.playState === 'running' && endTime === Infinity && Number(duration) < 3000;
      })
      .map(
        (animation) => `keeps moving: ${animation instanceof CSSAnimation ? animation.animationName : animation.id}`,
      ),
  );

/** Only these rules depend on colours, so the other rules run in one theme only. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Size = (typeof sizes)[number];

export interface SharedContexts {
  /** Opens a page. Writes the session into the storage each time, because an earlier page may have changed it. */
  open(size: Size, session: Session | undefined): Promise<Page>;
}

/**
 * Creates browser contexts that the pages of one session and size share, so that the cache loads the web app faster.
 */
export const shareContexts = (browser: Browser, server: TestServer): SharedContexts => {
  const contexts = new Map<Session | undefined, Map<string, BrowserContext>>();
  const openContext = async ({ width, height }: Size, session: Session | undefined): Promise<BrowserContext> => {
    const first = await openPage(browser, server, { width, height }, session);
    const context = first.context();
    await first.close();
    const entries = (session?.origins ?? []).flatMap(({ localStorage }) => localStorage);
    await context.addInitScript((stored) => {
      if (location.origin === 'null' || sessionStorage.getItem('isReset') !== null) return;
      sessionStorage.setItem('isReset', 'true');
      localStorage.clear();
      for (const { name, value } of stored) localStorage.setItem(name, value);
    }, entries);
    return context;
  };
  return {
    open: async (size, session) => {
      const ofSession = contexts.get(session) ?? new Map<string, BrowserContext>();
      contexts.set(session, ofSession);
      const context = ofSession.get(size.size) ?? (await openContext(size, session));
      ofSession.set(size.size, context);
      await context.setOffline(false);
      const page = await context.newPage();
      page.setDefaultTimeout(45_000);
      return page;
    },
  };
};

export interface Visit {
  readonly screen: Screen;
  readonly address: string;
  readonly openPage: (size: Size) => Promise<Page>;
  /** Called with each address that the page visits on the way to the screen. */
  readonly onAddress: (address: string) => void;
}

interface OpenedScreen {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** The browser logs a failed request as a console error. Many screens cause such an error on purpose. */
const isFailedRequest = (error: string): boolean => error.startsWith('Failed to load resource');

const openScreen = async ({ screen, address, openPage, onAddress }: Visit, size: Size): Promise<OpenedScreen> => {
  const page = await openPage(size);
  const errors = watchErrors(page);
  const lazyPartsLoaded = watchLazyParts(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith(address)) onAddress(frame.url());
  });
  try {
    await screen.open(page, address);
    await lazyPartsLoaded();
  } catch (error) {
    // A page that stays open would keep the draft of its form, which later pages of the person would find.
    await page.close();
    throw error;
  }
  return { page, errors };
};

/**
 * True if a popup is open. Such a page is opened again at each size, because the popup is placed for the width at which
 * it was opened.
 */
const hasPopup = async (page: Page): Promise<boolean> => {
  const popups = page.locator('[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=tooltip]');
  return (await popups.filter({ visible: true }).count()) > 0;
};

/** Returns the faults of the page at one size, one line each, and leaves it at the narrowest width of that size. */
const faultsAt = async (
  page: Page,
  screen: Screen,
  { size, width, height, narrow }: Size,
): Promise<readonly string[]> => {
  const faults = [...(await bareKeys(page)), ...(await restless(page))];
  for (const [index, { theme, media }] of themesAt(size, screen).entries()) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await themeApplied(page, media.colorScheme);
    await settle(page);
    await picture(page, `${screen.name}-${size}-${theme}`);
    const found = await axeFaults(page, index === 0 ? undefined : colorRules);
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  for (const at of [width, ...narrow]) {
    await page.setViewportSize({ width: at, height });
    await settle(page);
    const scroll = await sidewaysScroll(page);
    if (scroll > 0) faults.push(`${at} px wide: ${scroll} px to scroll sideways`);
  }
  return faults.map((fault) => `${size}: ${fault}`);
};

/**
 * Returns the faults of a screen at all its sizes, one line each. The page is resized from one size to the next, as a
 * window is. A screen with a popup is opened again at each size.
 */
export const faultsOf = async (visit: Visit): Promise<readonly string[]> => {
  const [first, ...others] = sizesOf(visit.screen);
  if (first === undefined) return [];
  let { page, errors } = await openScreen(visit, first);
  const faults: string[] = [];
  const collectErrors = (): void => {
    faults.push(...errors.filter((error) => !isFailedRequest(error)).map((error) => `console: ${error}`));
  };
  const isFixed = await hasPopup(page);
  faults.push(...(await faultsAt(page, visit.screen, first)));
  for (const size of others) {
    if (isFixed) {
      collectErrors();
      await page.close();
      ({ page, errors } = await openScreen(visit, size));
    } else await page.setViewportSize({ width: size.width, height: size.height });
    await settle(page);
    faults.push(...(await faultsAt(page, visit.screen, size)));
  }
  collectErrors();
  await page.close();
  return faults;
};

/** Combines stored screenshots into one picture for the documentation: .png, or .jpg for a smaller file. */
export const contactSheet = async (
  browser: Browser,
  names: readonly string[],
  sheet: string,
  width = 200,
): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  const columns = 7;
  const page = await browser.newPage({ viewport: { width: columns * (width + 8) + 8, height: 100 } });
  const pictures = names
    .filter((name) => existsSync(path.join(folder, `${name}.png`)))
    .map((name) => {
      const data = readFileSync(path.join(folder, `${name}.png`)).toString('base64');
      return `<img width="${width}" src="data:image/png;base64,${data}" alt="${name}">`;
    });
  const style = 'margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#8a8a8a';
  await page.setContent(`<body style="${style}">${pictures.join('')}</body>`);
  const rough = sheet.endsWith('.jpg') ? ({ type: 'jpeg', quality: 50 } as const) : {};
  await page.screenshot({ path: path.join(folder, sheet), fullPage: true, ...rough });
  await page.close();
};
