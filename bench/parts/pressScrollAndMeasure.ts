import type { Page } from 'playwright-core';

export interface Felt {
  /** Longest time in milliseconds from a press to the paint after it. */
  press: number;
  /** Longest browser task in milliseconds; 0 if no task took 50 ms or more. */
  task: number;
}

/** Runs in the page. Starts to record the longest press and the longest task in `window.felt`. */
const watch = (): void => {
  const felt: Felt = { press: 0, task: 0 };
  Object.assign(window, { felt });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) felt.task = Math.max(felt.task, entry.duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) felt.press = Math.max(felt.press, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

/** Does the work on the page and returns its longest press and task. */
export const feel = async (page: Page, work: () => Promise<unknown>): Promise<Felt> => {
  // Playwright adds its code to the page at the first wait for a function. At a quarter of the processor, that would be
  // the longest task, so it runs before the measurement.
  await page.waitForFunction(() => true);
  await page.evaluate(watch);
  await work();
  // The browser reports the last entries only after the page has been idle for a while.
  await page.waitForTimeout(1_000);
  return page.evaluate(() => Reflect.get(window, 'felt') as Felt);
};

/** Scrolls to the end of the page, half a screen in each frame. */
export const scroll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const step = window.innerHeight / 2;
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      window.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  });

/**
 * Presses the first button of the page whose text matches; returns false if there is none. The page searches by text,
 * because a search by role computes the names of all elements and would be the longest task.
 */
export const press = async (page: Page, name: RegExp): Promise<boolean> => {
  const place = await page.evaluate(async (pattern) => {
    const buttons = [...document.querySelectorAll('main button')];
    const found = buttons.find(({ textContent }) => new RegExp(pattern).test(textContent));
    if (found === undefined) return undefined;
    let [before, now] = [-1, found.getBoundingClientRect()];
    // Rows above the button get their real height when the browser first lays them out, so one scroll is not enough.
    while (before !== now.y) {
      before = now.y;
      found.scrollIntoView({ block: 'center' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      now = found.getBoundingClientRect();
    }
    return { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  }, name.source);
  if (place === undefined) return false;
  await page.mouse.click(place.x, place.y);
  return true;
};

/** Presses the first matching button repeatedly, until no button of the page matches. */
export const pressAll = async (page: Page, name: RegExp): Promise<void> => {
  while (await press(page, name)) {
    await page.waitForTimeout(100);
    // The button is disabled while the next entries load.
    await page.waitForFunction(() => document.querySelector('main button[aria-disabled="true"]') === null);
  }
};
