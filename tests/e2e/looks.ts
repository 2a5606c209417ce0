import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Screen } from './screens.ts';
import { axeFaults, settle, sidewaysScroll } from './watch.ts';
import { openPage } from './world.ts';
import type { Session, TestServer } from './world.ts';

// What every screen must pass in every look: no serious fault, nothing to scroll sideways.

const looks = [
  { look: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { look: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { look: 'forced-colors', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

const sizes = [
  { size: 'wide', width: 1280, height: 800, narrowest: 720 },
  { size: 'phone', width: 390, height: 844, narrowest: 320 },
] as const;

/** Keeps a picture of the page when SCREENSHOTS names a folder for them. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
};

/** Each screen at each size it exists at. */
export const casesOf = (screens: readonly Screen[]) =>
  screens.flatMap((screen) =>
    sizes
      .filter(({ size }) => screen.only === undefined || screen.only === size)
      .map((size) => ({ screen, name: screen.name, ...size })),
  );

/** What is wrong with a screen in any look, and at the narrowest; one line each. */
export const faultsOf = async (
  browser: Browser,
  server: TestServer,
  { screen, size, width, height, narrowest }: ReturnType<typeof casesOf>[number],
  session: Session | undefined,
): Promise<readonly string[]> => {
  const page = await openPage(browser, server, { width, height }, session);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await screen.open(page, server.address);
  const faults: string[] = [];
  for (const { look, media } of looks) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await settle(page);
    await picture(page, `${screen.name}-${size}-${look}`);
    faults.push(...(await axeFaults(page)).map((fault) => `${look}: ${fault}`));
  }
  await page.setViewportSize({ width: narrowest, height });
  await settle(page);
  const scroll = await sidewaysScroll(page);
  if (scroll > 0) faults.push(`${narrowest} px wide: ${scroll} px to scroll sideways`);
  await page.context().close();
  return faults;
};

/** Pictures that were kept, side by side on one: for the documentation. */
export const contactSheet = async (browser: Browser, names: readonly string[], sheet: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  const width = 200;
  const columns = 7;
  const page = await browser.newPage({ viewport: { width: columns * (width + 8) + 8, height: 100 } });
  const pictures = names.map((name) => {
    const data = readFileSync(path.join(folder, `${name}.png`)).toString('base64');
    return `<img width="${width}" src="data:image/png;base64,${data}" alt="${name}">`;
  });
  const style = 'margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#8a8a8a';
  await page.setContent(`<body style="${style}">${pictures.join('')}</body>`);
  await page.screenshot({ path: path.join(folder, sheet), fullPage: true });
  await page.close();
};
