import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { updateOrg } from '#contracts/organisations/organisationCalls.ts';
import { updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import type { Attack } from '../../support/apps/runAndTabulateAttacks.ts';
import { emailOf, passwordOf, startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { startBrowser } from '../startServerBrowserAndChat.ts';

// Tests attacks by a link, a name or a foreign page that only a real browser can show.

interface Web {
  readonly app: TestApp;
  readonly address: string;
  readonly browser: Browser;
  /**
   * Opens a page that runs on the server's clock and records dialogs and foreign addresses. If `who` is given, the page
   * is signed in as that person.
   */
  readonly open: (who?: string) => Promise<{ readonly page: Page; readonly alarms: readonly string[] }>;
}

const inBrowser = async (work: (web: Web) => Promise<void>): Promise<void> => {
  const [app, browser] = [await startTestApp(undefined, {}, path.resolve('tab/dist')), await startBrowser()];
  const address = `http://127.0.0.1:${app.port}`;
  const open: Web['open'] = async (who) => {
    const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.clock.install({ time: app.clock.now() });
    const alarms: string[] = [];
    page.on('dialog', (dialog) => {
      alarms.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(address)) alarms.push(request.url());
    });
    await page.goto(`${address}/login`);
    if (who !== undefined) {
      await page.getByLabel('Email').fill(emailOf(who));
      await page.getByLabel('Password', { exact: true }).fill(passwordOf(who));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${address}/`);
    }
    return { page, alarms };
  };
  try {
    await work({ app, address, browser, open });
  } finally {
    await browser.close();
    await app.stop();
  }
};

const targets: readonly string[] = [
  ...['//evil.com', '////evil.com', '\\\\evil.com', '/\t/evil.com', '\t//evil.com', '/%09/evil.com', '/%5C/evil.com'],
  ...['/..%2F..%2Fevil.com', '/%0d/evil.com', '//evil\u3002com', 'https:evil.com', 'https:///evil.com'],
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://app.example/x',
  ],
  ...[
    'https://app.example.evil.com',
    'https://evil.com?app.example',
    'https://app.example%00.evil.com',
    'http://app.example/',
  ],
  ...['//app.example@evil.com', '.evil.com', '/..//evil.com', '/foo/..//evil.com', '/%2e%2e//evil.com', '//2130706433'],
  ...['http://[::ffff:127.0.0.1]', 'http://123.123.123.123?localhost:8000/path', '/\u2028/evil.com', '/\\/\\/evil.com'],
  ...[
    '',
    'undefined',
    '/home\r\nSet-Cookie: a=1',
    `/${'a'.repeat(5000)}`,
    '/login',
    '/logout',
    '/login?redirectUrl=/login',
  ],
];

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<a href="https://evil.com">s</a>',
  '[x](https://evil.com)',
  '{{7*7}}',
  '&lt;b&gt;',
];

export const browserAttacks: readonly Attack[] = [
  {
    name: 'open redirect',
    endpoints: 'login in a browser: redirectUrl, plain and encoded, twice',
    expected: 'stays on our origin, no script',
    run: (tried) =>
      inBrowser(async ({ address, open }) => {
        const { page, alarms } = await open('bob');
        const queries = targets.flatMap((target) => [
          `redirectUrl=${encodeURIComponent(target)}`,
          `redirectUrl=${target.replace(/[\s#&]/g, '')}`,
        ]);
        for (const query of [
          ...queries,
          'redirectUrl=/home&redirectUrl=//evil.com',
          'redirectUrl=//evil.com&redirectUrl=/home',
        ]) {
          const before = alarms.length;
          const reply = await page.goto(`${address}/login?${query}`).catch(() => null);
          // If the server refuses the request, the page does not leave the login, so the test must not wait.
          if (reply?.ok() === true) await page.waitForURL((url) => url.pathname !== '/login');
          const { origin, pathname } = new URL(page.url());
          const isOurs = origin === address && !pathname.startsWith('//') && pathname !== '/logout';
          tried(JSON.stringify(query).slice(0, 60), isOurs && alarms.length === before);
        }
      }),
  },
  {
    name: 'script and markup in names: pages',
    endpoints: 'dashboard, user menu, setup in a browser',
    expected: 'shown as text, nothing runs, nothing is fetched',
    run: (tried) =>
      inBrowser(async ({ app, address, open }) => {
        const { page, alarms } = await open('ann');
        for (const value of scripts) {
          await app.get('ann', updateProfile, { firstName: value, lastName: 'Lee' });
          await app.get('ann', updateOrg, { name: value });
          const before = alarms.length;
          await page.goto(address);
          await page.getByRole('button', { name: `${value} Lee` }).click();
          const greeting = page.getByText(`· ${value}`).first();
          const isShown = await greeting.waitFor().then(
            () => true,
            () => false,
          );
          const count = await page.locator('img[src=x], [onload], [onerror], a[href*=evil], body script').count();
          tried(value, isShown && count === 0 && alarms.length === before);
          await page.goto(`${address}/teams/setup`);
          await page.getByText('Click Add.').waitFor();
          tried(`${value} on the guide`, alarms.length === before);
        }
      }),
  },
  {
    name: 'calls from a page of another origin, session in the browser',
    endpoints: 'fetch, form, frame and opened window, in a browser',
    expected: 'nothing read, nobody signed in or out, no frame',
    run: (tried) =>
      inBrowser(async ({ address, open }) => {
        const { page } = await open('bob');
        const evil = await page.context().newPage();
        await evil.route('https://evil.test/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>evil</h1>' }),
        );
        await evil.goto('https://evil.test/');
        const reads = (url: string, init: object): Promise<boolean> =>
          evil.evaluate(
            ([where, how]) =>
              fetch(where, how).then(
                (reply) => reply.type !== 'opaque',
                () => false,
              ),
            [url, init] as const,
          );
        for (const where of ['/api/auth/getuserdetails', '/api/team/list', '/livez', '/'])
          for (const init of [
            { credentials: 'include' },
            { mode: 'no-cors', credentials: 'include' },
            { headers: { Authorization: 'Bearer x' } },
            { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
          ])
            tried(`${where} ${JSON.stringify(init)}`, !(await reads(address + where, init)));
        const framed = await evil.evaluate(async (where) => {
          const frame = document.createElement('iframe');
          frame.src = `${where}/login`;
          document.body.append(frame);
          await new Promise((resolve) => {
            frame.onload = resolve;
          });
          try {
            return frame.contentDocument !== null;
          } catch {
            return false;
          }
        }, address);
        const isEmpty = await Promise.all(
          evil
            .frames()
            .slice(1)
            .map((frame) =>
              frame
                .locator('input')
                .count()
                .catch(() => 0),
            ),
        );
        tried('frame', !framed && isEmpty.every((count) => count === 0));
        await page.goto(address);
        tried('still signed in', new URL(page.url()).pathname === '/');
        const cookies = await page.context().cookies();
        tried('no cookies at all', cookies.length === 0);
        tried('no token in an address', !page.url().includes('eyJ'));
      }),
  },
];
