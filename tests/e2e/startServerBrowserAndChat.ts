import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { ensureChromium } from '../../scripts/lib/ensureChromium.ts';
import { cachedProgram, freePort, startProgram } from '../support/files/freePortsAndBundledPrograms.ts';
import type { RunningProgram } from '../support/files/freePortsAndBundledPrograms.ts';
import { copySeededDemo } from './demo/copySeededDemo.ts';

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
  chromium.launch({ executablePath: ensureChromium(), headless: true, args: flags });

export interface TestServer {
  readonly address: string;
  /** Moves the server's clock forward by `minutes` and runs one heartbeat. */
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

interface ServerOptions {
  readonly dataDir: string;
  readonly chatPort: number;
  readonly demoData: boolean;
  /** Instant at which the server's clock starts; null = the real time. */
  readonly startsAt: number | null;
  readonly settings: Readonly<Record<string, string>>;
}

const startOn = async ({ dataDir, chatPort, demoData, startsAt, settings }: ServerOptions): Promise<TestServer> => {
  const [port, controlPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  let offsetMs = startsAt === null ? 0 : Math.floor(startsAt - realNow());
  const start = (): Promise<RunningProgram> =>
    startProgram([process.execPath, ...cachedProgram('tests/support/apps/serverProcessWithMovableClock.ts')], {
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
  const control = async (path: string, body: object = {}): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${controlPort}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}\n${program.output()}`);
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
    stop: () => program.end('SIGTERM'),
  };
};

/** Copies the seeded demo to the folder, and returns an instant at which the leases of its server have lapsed. */
const copyDemo = (dataDir: string, startsAt: string): Promise<number> =>
  copySeededDemo(startsAt, dataDir, async (folder) => {
    const seeding = { dataDir: folder, chatPort: await freePort(), demoData: true, settings: {} };
    const server = await startOn({ ...seeding, startsAt: Date.parse(startsAt) });
    const now = await server.now();
    await server.stop();
    return now + 2 * jobSettings.shardLeaseMs;
  });

/**
 * Starts the real server on a data folder of its own, in UTC. `startsAt` sets its clock, so that the demo has the same
 * dates in every test run.
 */
export const startServer = async (
  chatPort: number,
  demoData: boolean,
  startsAt?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rollcall-e2e-'));
  const isCopied = demoData && startsAt !== undefined;
  const clock = isCopied ? await copyDemo(dataDir, startsAt) : startsAt === undefined ? null : Date.parse(startsAt);
  const server = await startOn({ dataDir, chatPort, demoData, startsAt: clock, settings });
  return {
    ...server,
    stop: async () => {
      await server.stop();
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
