import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { bob, dates, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Browser, Page } from 'playwright-core';
import type { Watch } from './watchAndCheckPage.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Tests sign-in, renewed sessions and sign-out in a browser with the demo's data.

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
  const faults = watched.splice(0).flatMap((item) => [...item.errors(), ...item.foreignHosts()]);
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const open = async (where: string, session?: Session): Promise<Page> => {
  const page = await openPage(browser, server, undefined, session);
  watched.push(watch(page));
  await page.goto(`${server.address}${where}`);
  return page;
};

/**
 * Signs Bob in for one page. Each page needs its own sign-in, because a refresh token that is used twice counts as
 * stolen.
 */
const asBob = (): Promise<Session> => sessionOf(server, bob);

/** Opens a page whose test causes errors on purpose. Therefore the caller decides which console errors are allowed. */
const openBreaking = async (
  session?: Session,
): Promise<{ readonly page: Page; readonly errors: () => readonly string[] }> => {
  const page = await openPage(browser, server, undefined, session);
  return { page, errors: watch(page).errors };
};

const see = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const seeDay = (page: Page, day: string): Promise<void> => page.getByRole('heading', { level: 1, name: day }).waitFor();
const pathOf = (page: Page): string => page.url().slice(server.address.length);

const fillSignIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

describe('signing in', () => {
  it('shows that the password is wrong and keeps the email', async () => {
    const { page, errors } = await openBreaking();
    await page.goto(`${server.address}/login`);
    await fillSignIn(page, bob.email, 'Rollcall-demo-2');
    expect(await page.getByRole('alert').innerText()).toBe('Email or password is not right.');
    expect(await page.getByLabel('Email').inputValue()).toBe(bob.email);
    expect(pathOf(page)).toBe('/login');
    expect(errors()).toEqual([expect.stringContaining('401')]);
    await page.context().close();
  });

  it('opens the start page instead of a foreign link, at sign-in and when signed in already', async () => {
    const page = await open(`/login?redirectUrl=${encodeURIComponent('//evil.test')}`);
    await fillSignIn(page, bob.email, bob.password);
    await seeDay(page, '18 November');
    expect(pathOf(page)).toBe('/');
    for (const target of ['https://evil.test/', '/\\evil.test', 'javascript:alert(1)', '/login']) {
      await page.goto(`${server.address}/login?redirectUrl=${encodeURIComponent(target)}`);
      await seeDay(page, '18 November');
      expect(pathOf(page)).toBe('/');
    }
    await page.context().close();
  });

  it('returns to the page that was asked for, once signed in', async () => {
    const page = await open(`/?date=${dates.answered}`);
    await page.getByLabel('Email').waitFor();
    expect(pathOf(page)).toBe(`/login?redirectUrl=${encodeURIComponent(`/?date=${dates.answered}`)}`);
    await fillSignIn(page, bob.email, bob.password);
    await seeDay(page, '17 November');
    expect(pathOf(page)).toBe(`/?date=${dates.answered}`);
    await page.context().close();
  });

  it('renews a session that has run out, and asks to sign in again when that is refused', async () => {
    const { page } = await openBreaking(await asBob());
    await page.goto(`${server.address}/`);
    await see(page, 'No report has run today');
    await page.clock.fastForward('31:00');
    await page.getByRole('button', { name: 'Previous day' }).click();
    await seeDay(page, '17 November');
    expect(pathOf(page)).toBe('/?date=2026-11-17');
    // A call in the background may request a renewal of the session before the test presses the button. The refusal
    // waits for the press, so that the session ends on the day that the press opens.
    let onPressed: () => void = () => undefined;
    const pressed = new Promise<void>((resolve) => (onPressed = resolve));
    await page.route('**/api/account/refreshtoken', async (route) => {
      await pressed;
      await route.fulfill({
        status: 401,
        json: { status: 'Error', data: null, code: 401, message: '', errorCode: 'UNAUTHENTICATED' },
      });
    });
    await page.clock.setSystemTime(Date.parse(startsAt) + 63 * 60_000);
    await page.getByRole('button', { name: 'Previous day' }).click();
    onPressed();
    await see(page, 'Your session has ended. Please sign in again.');
    expect(pathOf(page)).toBe(`/login?redirectUrl=${encodeURIComponent('/?date=2026-11-16')}`);
    await page.context().close();
  });

  it('works in a browser that refuses to store anything', async () => {
    const page = await openPage(browser, server);
    watched.push(watch(page));
    await page.addInitScript(() => {
      const refuse = {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      Object.defineProperty(window, 'localStorage', refuse);
      Object.defineProperty(window, 'sessionStorage', refuse);
    });
    await page.goto(`${server.address}/login`);
    await fillSignIn(page, bob.email, bob.password);
    await seeDay(page, '18 November');
    await page.context().close();
  });

  it('signs out from the menu, and the session is gone', async () => {
    const page = await open('/', await asBob());
    await page.getByRole('button', { name: 'Bob Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByLabel('Email').waitFor();
    expect(pathOf(page)).toBe('/login');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept).not.toContain(storageKeys.token);
    await page.goto(`${server.address}/`);
    await page.getByLabel('Email').waitFor();
    await page.context().close();
  });
});
