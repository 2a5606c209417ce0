import type { Browser, Page } from 'playwright-core';
import { demoPeople, demoPassword as password, demoTenant as tid } from '../../bot/src/demo/demoPeopleAndTeams.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { eventually, openChat, openPage, startChatClient, startServer } from './startServerBrowserAndChat.ts';
import type { ChatClient, TestServer } from './startServerBrowserAndChat.ts';
import { axeFaults, tabTo } from './watchAndCheckPage.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import { callAs, signIn } from './signedInPagesAndCalls.ts';

// Plays a blocker on the real server, the real chat client and the real web app. Ann is the user of the chat client: on
// the first day she needs Bob, on the second day Bob needs her.

const minutesAhead = 10;
const minutesOpen = 240;
const minutesOfDay = 1440;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Listed {
  readonly owner: { readonly name: string };
  readonly state: string;
  readonly needed: { readonly name: string } | null;
}

let server: TestServer;
let chat: ChatClient;
let browser: Browser;
let talk: Page;

const lastCard = () => talk.locator('.ac-adaptiveCard').last();
const expectText = async (place: ReturnType<Page['locator']>, text: string | RegExp): Promise<void> => {
  await place.getByText(text).first().waitFor();
};

const saveReport = async (): Promise<void> => {
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as Named[];
  const people = (await call('GET', `/api/member/list/${team?.id ?? ''}`)) as Named[];
  const now = new Date(await server.now());
  await call('POST', '/api/meeting/save', {
    ...{ name: 'Daily stand-up', teamId: team?.id, timezone: 'UTC', saturday: true, sunday: true },
    members: people.filter(({ name }) => ['Ann Moreau', 'Bob Lindqvist'].includes(name)).map(({ id }) => id),
    time: now.getUTCHours() * 60 + now.getUTCMinutes() + minutesAhead,
    reportSummaryTime: minutesOpen,
    isReminderEnabled: false,
    questions: [
      { sequence: 1, type: 'TEXT', text: 'What is planned?', isTimesheetQuestion: true },
      {
        ...{ sequence: 2, type: 'OPTIONS', text: 'Are you blocked?', options: ['No', 'Yes'] },
        ...{ isBlocker: true, blockingOptions: ['Yes'] },
      },
      { sequence: 3, type: 'TEXT', text: 'What blocks you?' },
    ],
  });
};

const blockers = async (): Promise<readonly Listed[]> => {
  const call = await callAs(server, ann);
  const all = ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'];
  return ((await call('POST', '/api/blocker/getlist', { states: all })) as { items: Listed[] }).items;
};
const blockerOf = async (name: string) => (await blockers()).find(({ owner }) => owner.name === name);

beforeAll(async () => {
  const chatPort = await freePort();
  server = await startServer(chatPort, false, startsAt);
  chat = await startChatClient(chatPort, server);
  browser = await sharedBrowser();
  talk = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  talk.setDefaultTimeout(45_000);
  await talk.goto(chat.address);
  await openChat(talk, 'General');
  await expectText(lastCard(), 'Rollcall');
  for (const { oid, email } of demoPeople.slice(0, 2)) await server.account({ tid, oid, email, password });
  await saveReport();
  await openChat(talk, 'Personal Chat');
});

afterAll(async () => {
  await closePages();
  await chat.stop();
  await server.stop();
});

it('names a colleague in the card of the chat, on the day after an answer, a snooze and “same as last time”', async () => {
  await server.advance(minutesAhead);
  await expectText(lastCard(), 'What is planned?');
  const card = lastCard();
  await card.getByLabel('Yes').check({ force: true });
  const picker = card.getByRole('combobox');
  await picker.click();
  await picker.pressSequentially('Bob');
  await talk.getByRole('option', { name: /Bob Lindqvist/ }).click();
  await card.getByLabel('What is planned?').fill('Write the report 1h');
  await card.getByLabel('What blocks you?').fill('Waiting for a key');
  await card.getByRole('button', { name: 'Send' }).click();
  await expectText(lastCard(), 'Needs Bob Lindqvist');
  expect(await blockerOf('Ann Moreau')).toMatchObject({ state: 'OPEN', needed: { name: 'Bob Lindqvist' } });

  await server.advance(minutesOfDay);
  await expectText(lastCard(), 'You reported a blocker');
  await lastCard().getByRole('button', { name: 'Snooze' }).click();
  await lastCard().getByRole('button', { name: 'In 30 minutes' }).click();
  await expectText(lastCard(), 'You get Daily stand-up again');
  await server.advance(31);
  await expectText(lastCard(), 'You reported a blocker');
  await lastCard().getByRole('button', { name: 'Same as last time' }).click();
  await expectText(lastCard(), 'Filled');
  await lastCard().getByRole('button', { name: 'Send' }).click();
  await expectText(lastCard(), 'Needs Bob Lindqvist');
  expect(await blockerOf('Ann Moreau')).toMatchObject({ needed: { name: 'Bob Lindqvist' } });
});

it('asks the colleague in the chat, who takes the blocker on and resolves it; summary and dashboard follow', async () => {
  const page = await openPage(browser, server);
  await signIn(page, server, bob.email, password);
  await page.getByRole('button', { name: 'Answer now' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('What is planned?').fill('Review it');
  await form.getByLabel('Yes').check({ force: true });
  await form.getByLabel('What blocks you?').fill('No licence');
  await form.getByLabel('Who can help you?').selectOption({ label: 'Ann Moreau' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(form, 'Needs Ann Moreau');

  await server.advance(1);
  await expectText(lastCard(), 'No licence');
  await lastCard().getByRole('button', { name: 'On it' }).click();
  await eventually(
    () => blockerOf('Bob Lindqvist'),
    (item) => item?.state === 'ACKNOWLEDGED',
  );
  await server.advance(minutesOpen);
  await openChat(talk, 'General');
  const post = talk.locator('.ac-adaptiveCard').first();
  const mentions = async () => (await post.innerText()).split('No licence').length - 1;
  // The summary lists an open blocker once under “Needs attention” and once with the answer.
  await eventually(mentions, (count) => count === 2);

  const board = await openPage(browser, server);
  await signIn(board, server, ann.email, password);
  const ring = board.getByRole('img', { name: 'Blockers: 2 of 2 people blocked' });
  const resolvedNote = board.getByText('1 resolved since');
  await ring.first().waitFor();
  expect(await resolvedNote.count()).toBe(0);

  await openChat(talk, 'Personal Chat');
  await lastCard().getByRole('button', { name: 'Resolved' }).click();
  await eventually(
    () => blockerOf('Bob Lindqvist'),
    (item) => item?.state === 'RESOLVED',
  );
  await server.advance(1);
  await openChat(talk, 'General');
  await eventually(mentions, (count) => count === 1);

  await board.goto(server.address);
  await ring.first().waitFor();
  await resolvedNote.first().waitFor();
  await board.getByRole('link', { name: 'All blockers of Daily stand-up' }).click();
  await board.waitForURL(/\/blockers\?report=/);
  await board.getByText('Waiting for a key').first().waitFor();
  expect(await board.getByText('No licence').count()).toBe(0);
  await board.goto(`${server.address}/blockers?state=ALL`);
  const row = board.getByRole('article', { name: /^Blocker of Bob Lindqvist / });
  await row.getByText('No licence').first().waitFor();
  await row.getByText('Resolved', { exact: true }).waitFor();
});

it('filters the page of blockers by a person with the keyboard, and axe finds no fault', async () => {
  const page = await openPage(browser, server);
  await signIn(page, server, ann.email, password);
  await page.goto(`${server.address}/blockers?state=RESOLVED`);
  await page.getByText('No licence').first().waitFor();
  const person = page.getByRole('search').getByRole('combobox', { name: 'Person', exact: true });
  await tabTo(page, person, 80);
  await page.keyboard.type('Ann');
  await page.waitForURL(/who=[0-9A-Z]{26}/);
  // Bob is blocked and needs Ann, so the list of Ann has his blocker.
  await page.getByText('No licence').first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await tabTo(page, person, 80);
  await page.keyboard.press('Home');
  await page.waitForURL((url) => !url.searchParams.has('who'));
});
