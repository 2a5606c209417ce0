import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Locator, Page, Request } from 'playwright-core';

export interface Watch {
  /** Returns the console errors and uncaught exceptions of the page, oldest first. */
  readonly errors: () => readonly string[];
  /** Returns the addresses of all requests of the page. */
  readonly urls: () => readonly string[];
  /** Returns the hosts of requests that left this machine, which no page may send. */
  readonly foreignHosts: () => readonly string[];
}

/** Records the console errors and uncaught exceptions of the page from now on. */
export const watchErrors = (page: Page): readonly string[] => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
};

/**
 * Records errors and requests of the page. Call it before the page opens its first address, because earlier errors and
 * requests are lost.
 */
export const watch = (page: Page): Watch => {
  const errors = watchErrors(page);
  const urls: string[] = [];
  page.context().on('request', (request) => urls.push(request.url()));
  return {
    errors: () => errors,
    urls: () => urls,
    foreignHosts: () => {
      const hosts = urls.filter((url) => /^\w+:\/\//.test(url)).map((url) => new URL(url).hostname);
      return [...new Set(hosts)].filter((host) => host !== '127.0.0.1' && host !== '');
    },
  };
};

/** Returns the set of open requests of the page, which changes with each request from now on. */
export const openRequests = (page: Page): ReadonlySet<Request> => {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
};

/**
 * Returns a function that waits until the scripts and styles that the page loads lazily have loaded and run. Call
 * `watchLazyParts` before the page opens its first address.
 */
export const watchLazyParts = (page: Page): (() => Promise<void>) => {
  const open = openRequests(page);
  const isLoading = (): boolean => [...open].some((request) => /^(?:script|stylesheet)$/.test(request.resourceType()));
  return async () => {
    for (let pauses = 0; pauses < 3; pauses = isLoading() ? 0 : pauses + 1)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  };
};

/** Finishes all animations except endless ones, including animations that begin when others end. */
export const settle = (page: Page | Frame): Promise<void> =>
  page.evaluate(async () => {
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          (animation) =>
            animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let stillFrames = 0; stillFrames < 3; stillFrames += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      const now = moving();
      now.forEach((animation) => {
        animation.finish();
      });
      if (now.length > 0) stillFrames = 0;
    }
  });

/**
 * Axe without the rules whose violations are at most moderate, because `axeFaults` leaves out such violations. The last
 * line is the value of the script: without it, Playwright would copy all rules out of the page, which takes about a
 * second.
 */
const axeSource = `${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')}
axe._audit.rules = axe._audit.rules.filter(({ impact }) => impact !== 'minor' && impact !== 'moderate');
undefined;`;

/**
 * Returns the serious and critical violations that axe finds after all animations, one line each; `rules` limits the
 * check to those rules.
 */
export const axeFaults = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  for (const frame of page.frames()) await settle(frame);
  const isSingleFrame = page.frames().length === 1;
  // AxeBuilder would send axe to the page twice at each call, which only a page with several frames needs. A page with
  // one frame gets axe once, and AxeBuilder sends an empty script.
  if (isSingleFrame && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Tabster adds focusable dummy elements, which axe would report as hidden.
  const { violations } = await new AxeBuilder({ page, axeSource: isSingleFrame ? ';' : axeSource })
    .exclude('[data-tabster-dummy]')
    .options({
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
    })
    // Legacy mode is faster but skips frames of other origins, such as ours inside the Teams host.
    .setLegacyMode(isSingleFrame)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`));
};

/** Returns the number of pixels by which the page scrolls sideways, measured after open popups have been positioned. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The difference is negative while a dialog hides the page's scroll bar, so it is limited to zero.
    const overhang = (): number =>
      Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (let frames = 0; frames < 120 && overhang() > 0; frames += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return overhang();
  });

/**
 * Returns the texts that end closer than `gap` pixels to a clipping edge. Parts that scroll are skipped, because the
 * reader can reach their texts.
 */
export const textsAtEdge = (parts: Locator, gap: number): Promise<readonly string[]> =>
  parts.evaluateAll((elements, room) => {
    const ancestorsOf = (element: Element | null): readonly Element[] =>
      element === null ? [] : [element, ...ancestorsOf(element.parentElement)];
    const isTooClose = (text: Node): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const frame = ancestorsOf(text.parentElement).find((item) => getComputedStyle(item).overflowX !== 'visible');
      const scrolls = frame !== undefined && ['auto', 'scroll'].includes(getComputedStyle(frame).overflowX);
      const edge = frame?.getBoundingClientRect() ?? { left: 0, right: document.documentElement.clientWidth };
      return width > 0 && !scrolls && (left < edge.left + room || right > edge.right - room);
    };
    const textsOf = (node: Node): readonly Node[] =>
      node.nodeType === Node.TEXT_NODE ? [node] : [...node.childNodes].flatMap(textsOf);
    return elements.flatMap(textsOf).flatMap((text) => (isTooClose(text) ? [text.textContent ?? ''] : []));
  }, gap);

/** Waits for the focus, because a closing popup returns it asynchronously. */
export const hasFocus = (page: Page, place: Locator): Promise<void> =>
  place.and(page.locator(':focus')).waitFor({ state: 'attached' });

/** Presses Tab until the element has the focus, at most `most` times. */
export const tabTo = async (page: Page, place: Locator, most = 40): Promise<void> => {
  const isThere = (): Promise<boolean> => place.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isThere()); presses += 1) {
    if (presses === most) throw new Error(`Tab does not reach ${String(place)}`);
    await page.keyboard.press('Tab');
  }
};

/**
 * Waits until the page has the theme of the colour scheme. The browser reports a new scheme to the page with the next
 * frame, and the page loads the dark theme at its first use.
 */
export const themeApplied = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.waitForFunction((wanted) => {
    const [, red = ''] = /^rgb\((\d+)/.exec(document.body.style.backgroundColor) ?? [];
    return red !== '' && (Number(red) < 128 ? 'dark' : 'light') === wanted;
  }, scheme);
};
