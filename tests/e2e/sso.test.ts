import type { Browser, Page } from 'playwright-core';
import { anInstall, oid, tid } from '../support/data/inboundActivities.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../support/fakes/fakeConnector.ts';
import { openInTeams } from '../support/fakes/fakeTeamsHost.ts';
import type { Vouch } from '../support/fakes/fakeTeamsHost.ts';
import { clientId, clientSecret, startLocalEntra } from '../support/fakes/localEntra.ts';
import type { LocalEntra } from '../support/fakes/localEntra.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { eventually, openPage, startServer } from './startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests the sign-in with Microsoft in the Teams tab, on the sign-in page, and with the code that joins a registered
// organisation. Entra, Teams and the chat service are fakes on this machine.

const alex = { tid, oid };
const email = 'dana@fabrikam.test';
const password = 'otter-violin-42-lamp';

let entra: LocalEntra;
let connector: FakeConnector;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  entra = await startLocalEntra({ now: () => Math.floor(performance.timeOrigin + performance.now()) });
  connector = await startFakeConnector();
  connector.setMembers('19:team-general@thread.tacv2', [
    { id: '29:user-0', aadObjectId: oid, name: 'Alex Wilber', email: 'alex@contoso.test', tenantId: tid },
  ]);
  server = await startServer(await freePort(), false, undefined, {
    ENTRA_CLIENT_ID: clientId,
    ENTRA_CLIENT_SECRET: clientSecret,
    ENTRA_AUTHORITY: entra.authority,
  });
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
  await server.stop();
  await connector.close();
  await entra.close();
});

const vouching: Vouch = async () => [true, await entra.token(alex)];

const inTeams = async (vouch: Vouch) => {
  const page = await openPage(browser, server);
  const frame = await openInTeams(page, `${server.address}/teamslanding`, vouch);
  return { page, frame };
};

const install = async (): Promise<void> => {
  const reply = await fetch(`${server.address}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(anInstall(connector.url, 'channel', 'add')),
  });
  expect(reply.status).toBe(200);
};

/** Returns the code that the bot has sent. Only its private message contains a code. */
const shownCode = (): string => {
  const lines = connector.cards().map((card) => /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(JSON.stringify(card))?.[0]);
  return lines.find((code) => code !== undefined) ?? '';
};

const dashboard = (page: Pick<Page, 'getByRole'>) => page.getByRole('heading', { level: 1, name: /20\d\d/ });

describe('in Teams', () => {
  it('shows a person who is in no team yet, and lets them in once the bot is there', async () => {
    const { page, frame } = await inTeams(vouching);
    await frame.getByRole('heading', { name: 'You are not in a connected team yet' }).waitFor();
    await install();
    await frame.getByRole('button', { name: 'Try again' }).click();
    await dashboard(frame).waitFor();
    expect(await frame.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.context().close();
  });

  it('signs in silently, and stores nothing that others could read', async () => {
    const { page, frame } = await inTeams(vouching);
    await dashboard(frame).waitFor();
    await frame.getByRole('link', { name: 'Open the App' }).waitFor();
    const tab = page.frames().find((item) => item.url().startsWith(server.address));
    expect(tab?.url()).toBe(`${server.address}/teams/home`);
    const stored = JSON.stringify(await page.context().storageState());
    expect(stored).not.toMatch(/eyJ|HRA\.USER\.TOKEN/);
    await page.context().close();
  });

  it('asks for consent with a button where Microsoft wants it', async () => {
    const asked: boolean[] = [];
    const { page, frame } = await inTeams(async (isSilent) => {
      asked.push(isSilent);
      return isSilent ? [false, 'resourceRequiresConsent'] : vouching(false);
    });
    await frame.getByRole('heading', { name: 'One question first' }).waitFor();
    await frame.getByRole('button', { name: 'Continue' }).click();
    await dashboard(frame).waitFor();
    expect(asked).toEqual([true, false]);
    await page.context().close();
  });

  it('a page in Teams never leaves for a sign-in page when the host vouches for no one', async () => {
    const { page, frame } = await inTeams(() => Promise.resolve([false, 'resourceDisabled']));
    await frame.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(page.frames().some((item) => item.url().includes('/login'))).toBe(false);
    await page.context().close();
  });
});

describe('on the web', () => {
  it('signs in with Microsoft and returns to where the reader wanted to go', async () => {
    entra.signsIn(alex);
    const page = await openPage(browser, server);
    await page.goto(`${server.address}/login?redirectUrl=%2Fhome`);
    await page.getByRole('button', { name: 'Sign in with Microsoft' }).click();
    await page.waitForURL(`${server.address}/home`);
    await dashboard(page).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.filter((cookie) => cookie.name.includes('signin'))).toEqual([]);

    await page.getByRole('link', { name: 'Logout' }).click();
    await page.getByLabel('Email').waitFor();
    expect([page.url(), entra.state.signedOut]).toEqual([`${server.address}/login`, 1]);
    expect(
      await page.evaluate(() => [localStorage.getItem('HRA.USER.TOKEN'), localStorage.getItem('microsoft')]),
    ).toEqual([null, null]);
    await page.context().close();
  });

  it('connects an organisation registered here by the code the bot showed, and joins its admin’s account', async () => {
    // The bot sends the message after it has replied to the install event, so the test polls.
    await eventually(
      () => Promise.resolve(shownCode()),
      (code) => /^[0-9A-Z-]{14}$/.test(code),
    );
    const page = await openPage(browser, server);
    await page.goto(`${server.address}/register`);
    await page.getByLabel('First name').fill('Dana');
    await page.getByLabel('Last name').fill('Kim');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Organization name').fill('Fabrikam');
    await page.getByLabel('Organization name').press('Enter');
    await page.waitForURL(/\/register\/success\//);
    await server.advance(0);
    await page.goto(`${server.address}/mail`);
    await page.getByRole('article').first().getByRole('link').first().click();
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${server.address}/teams/setup`);

    await page.getByRole('link', { name: 'Added it already? Connect with a code' }).click();
    await page.getByLabel('Code').fill(shownCode().toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(tid).waitFor();
    await page.getByText('Alex Wilber', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'You are connected' }).waitFor();

    entra.signsIn(alex);
    await page.getByRole('button', { name: 'Link my Microsoft account' }).click();
    await page.waitForURL(`${server.address}/`);
    await dashboard(page).waitFor();
    // The reader's name loads with a separate request, so the test waits for it.
    const known = await page.waitForFunction(() => {
      const info = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as Readonly<Record<string, unknown>>;
      return info['firstname'] === undefined ? null : info;
    });
    expect(await known.jsonValue()).toMatchObject({ firstname: 'Dana', memberId: expect.any(String) as string });
    await page.context().close();

    // In Teams, the person now uses the same account as in the browser.
    const { page: teams, frame } = await inTeams(vouching);
    await dashboard(frame).waitFor();
    await teams.context().close();
  });
});
