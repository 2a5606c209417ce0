import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { cachedProgram, freePort, startProgram } from '../support/files/programs.ts';
import type { RunningProgram } from '../support/files/programs.ts';

/** Without these flags Chromium would contact servers of Google in the background. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', headless: true, args: flags });

export interface TestServer {
  readonly address: string;
  /** Moves the server's clock forward and runs one heartbeat. */
  advance(minutes: number): Promise<void>;
  now(): Promise<number>;
  /**
   * Creates an account. Waits until the roster contains the person, because the bot reads the roster only after its
   * reply.
   */
  account(account: { tid: string; oid: string; email: string; password: string }): Promise<void>;
  /** Kills the process without a shutdown, as a power cut does, and restarts it with the same data, ports and clock. */
  killAndRestart(): Promise<void>;
  output(): string;
  stop(): Promise<void>;
}

const realNow = (): number => performance.timeOrigin + performance.now();

/**
 * Starts the real server on an empty data folder, in UTC. `startsAt` sets its clock, so that the demo has the same
 * dates in every test run.
 */
export const startServer = async (
  chatPort: number,
  demoData: boolean,
  startsAt?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> => {
  const [port, controlPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rollcall-e2e-'));
  const address = `http://127.0.0.1:${port}`;
  let offsetMs = startsAt === undefined ? 0 : Math.floor(Date.parse(startsAt) - realNow());
  const start = (): Promise<RunningProgram> =>
    startProgram([process.execPath, ...cachedProgram('tests/support/apps/testServer.ts')], {
      env: {
        TZ: 'UTC',
        DEMO: 'true',
        DEMO_DATA: String(demoData),
        PORT: String(port),
        PUBLIC_URL: address,
        CHAT_CLIENT_PORT: String(chatPort),
        CONTROL_PORT: String(controlPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        CLOCK_OFFSET_MS: String(offsetMs),
        ...settings,
      },
      readyAt: `${address}/readyz`,
    });
  let program = await start();
  const control = async (what: string, body: object = {}): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${controlPort}/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${what}: ${await reply.text()}\n${program.output()}`);
    return reply.json();
  };
  return {
    address,
    advance: async (minutes) => {
      offsetMs += minutes * 60_000;
      await control('advance', { minutes });
    },
    now: async () => ((await control('now')) as { now: number }).now,
    account: async (account) => {
      await control('account', account);
    },
    killAndRestart: async () => {
      await program.end('SIGKILL');
      program = await start();
    },
    output: () => program.output(),
    stop: async () => {
      await program.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export interface ChatClient {
  readonly address: string;
  stop(): Promise<void>;
}

export const startChatClient = async (port: number, server: TestServer): Promise<ChatClient> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-chat-'));
  copyFileSync('.m365agentsplayground.yml', path.join(folder, '.m365agentsplayground.yml'));
  const address = `http://127.0.0.1:${port}`;
  const program = await startProgram(
    [
      process.execPath,
      path.resolve('node_modules/@microsoft/m365agentsplayground/cli.js'),
      ...['-e', `${server.address}/api/messages`, '-c', 'msteams', '-p', String(port), '--dt'],
    ],
    {
      env: {
        TEAMSAPPTESTER_BROWSER: 'none',
        NODE_OPTIONS: `--require ${path.resolve('scripts/lib/loopbackOnly.cjs')}`,
      },
      cwd: folder,
      readyAt: `${address}/`,
    },
  );
  return {
    address,
    stop: async () => {
      await program.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Opens a chat or channel by its name in the client, such as "Personal Chat" or "General". */
export const openChat = async (page: Page, name: string): Promise<void> => {
  await page.getByText(name, { exact: true }).first().click();
};

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Viewport {
  readonly width: number;
  readonly height: number;
  /** True for a device without a mouse and a keyboard, such as a phone. */
  readonly isTouch?: boolean;
}

/** Opens a page on the server's clock. With a session, it is signed in from the first request. */
export const openPage = async (
  browser: Browser,
  server: TestServer,
  { isTouch = false, ...viewport }: Viewport = { width: 1280, height: 800 },
  session?: Session,
  locale = 'en-GB',
): Promise<Page> => {
  const context = await browser.newContext({
    viewport,
    hasTouch: isTouch,
    isMobile: isTouch,
    timezoneId: 'UTC',
    locale,
    ...(session === undefined ? {} : { storageState: session }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.clock.install({ time: await server.now() });
  return page;
};

export const signIn = async (
  page: Page,
  server: Pick<TestServer, 'address'>,
  email: string,
  password: string,
): Promise<void> => {
  await page.goto(`${server.address}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** Signs in once and keeps the session, because each sign-in takes about a second. */
export const sessionOf = async (
  browser: Browser,
  server: TestServer,
  who: { readonly email: string; readonly password: string },
): Promise<Session> => {
  const page = await openPage(browser, server);
  await signIn(page, server, who.email, who.password);
  const session = await page.context().storageState();
  await page.context().close();
  return session;
};

/**
 * Calls `ask` until `isRight` accepts the answer. The answer comes from another process, which reports no event, so
 * polling is the only way.
 */
export const eventually = async <T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> => {
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    await wait(100);
  }
};

export const callAs = async (
  server: TestServer,
  who: { readonly email: string; readonly password: string },
): Promise<(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>> => {
  const send = async (method: string, where: string, token: string | null, body?: object): Promise<unknown> => {
    const reply = await fetch(`${server.address}${where}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await reply.json()) as { status: string; data: unknown; message: string };
    if (envelope.status !== 'Success') throw new Error(`${method} ${where}: ${envelope.message}`);
    return envelope.data;
  };
  const session = (await send('POST', '/api/account/login', null, who)) as { token: string };
  return (method, where, body) => send(method, where, session.token, body);
};
