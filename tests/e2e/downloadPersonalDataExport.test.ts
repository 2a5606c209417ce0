import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { unzip } from '../support/files/unzip.ts';
import { startServer } from './startServerBrowserAndChat.ts';
import { callAs } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests that the browser can follow the export link of the real server, with weeks of data of the demo.

const bob = { email: 'bob@rollcall.test', password: 'Rollcall-demo-1' };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer(await freePort(), true, '2026-11-20T12:00:00Z');
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

it('a browser saves the export from its link, without showing anything of it', async () => {
  const call = await callAs(server, bob);
  const { token } = (await call('POST', '/api/user/exporttoken', {})) as { token: string };
  const page = await browser.newPage();
  const saving = page.waitForEvent('download');
  // The download aborts the navigation to its address, so `goto` rejects although the download succeeds.
  await page.goto(`${server.address}/api/user/export?token=${token}`).catch(() => undefined);
  const download = await saving;
  expect(download.suggestedFilename()).toBe('rollcall-2026-11-20.zip');
  const files = unzip(readFileSync(await download.path()));
  const answers = JSON.parse(files['answers.json'] ?? '') as readonly { readonly organisation: string }[];
  expect(answers.length).toBeGreaterThan(10);
  expect(new Set(answers.map((answer) => answer.organisation)).size).toBe(1);
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({ email: bob.email });
  expect(page.url()).toBe('about:blank');
});
