import type { Browser, Page } from 'playwright-core';
import {
  demoPassword as password,
  demoPeople,
  demoTeam,
  demoTenant as tid,
} from '../../bot/src/demo/demoPeopleAndTeams.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { eventually, openChat, openPage, startChatClient, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { ChatClient, TestServer } from './startServerBrowserAndChat.ts';

// Plays two days of a report on the real server, the real chat client and the real web app.

const ann = { email: 'admin@rollcall.test', password };
const bob = { email: 'bob@rollcall.test', password };
const minutesOfDay = 1440;
const minutesAhead = 10;
const minutesOpen = 60;

interface Named {
  readonly id: string;
  readonly name: string;
}

let server: TestServer;
let chat: ChatClient;
let browser: Browser;
let talk: Page;

beforeAll(async () => {
  const chatPort = await freePort();
  server = await startServer(chatPort, false, startsAt);
  chat = await startChatClient(chatPort, server);
  browser = await sharedBrowser();
  talk = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  talk.setDefaultTimeout(45_000);
});

afterAll(async () => {
  await closePages();
  await chat.stop();
  await server.stop();
});

/** Finds the newest post of a channel, which a channel lists first. */
const newestPost = (page: Page) => page.locator('.ac-adaptiveCard').first();
const lastCard = (page: Page) => page.locator('.ac-adaptiveCard').last();

/** Saves a report that opens some minutes later, because a report whose time has passed would open on the next day. */
const saveReport = async (): Promise<{
  readonly meeting: { id: string; questions: Named[] };
  readonly teamId: string;
}> => {
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as Named[];
  if (team === undefined) throw new Error('The install made no team.');
  const people = (await call('GET', `/api/member/list/${team.id}`)) as Named[];
  const members = people
    .filter((person) => ['Ann Moreau', 'Bob Lindqvist'].includes(person.name))
    .map((person) => person.id);
  const now = new Date(await server.now());
  const meeting = await call('POST', '/api/meeting/save', {
    name: 'Daily stand-up',
    teamId: team.id,
    members,
    timezone: 'UTC',
    time: (now.getUTCHours() * 60 + now.getUTCMinutes() + minutesAhead) % minutesOfDay,
    reportSummaryTime: minutesOpen,
    saturday: true,
    sunday: true,
    questions: [
      { sequence: 1, type: 'TEXT', text: 'What is planned?', isTimesheetQuestion: true },
      {
        sequence: 2,
        type: 'OPTIONS',
        text: 'Are you blocked?',
        options: ['No', 'Yes'],
        isBlocker: true,
        blockingOptions: ['Yes'],
      },
      { sequence: 3, type: 'TEXT', text: 'What blocks you?' },
    ],
  });
  return { meeting: meeting as { id: string; questions: Named[] }, teamId: team.id };
};

describe('the whole loop', () => {
  it('adds the team and its members after an installation from the chat client', async () => {
    await talk.goto(chat.address);
    await openChat(talk, 'General');
    await expectText(lastCard(talk), 'Rollcall');
    for (const person of demoPeople.slice(0, 2))
      await server.account({ tid, oid: person.oid, email: person.email, password });
    const call = await callAs(server, ann);
    const teams = (await call('GET', '/api/team/list')) as Named[];
    expect(teams.map((team) => team.name)).toEqual([demoTeam.name]);
    const people = () => call('GET', `/api/member/list/${teams[0]?.id ?? ''}`) as Promise<readonly unknown[]>;
    await eventually(people, (items) => items.length === demoPeople.length);
  });

  it('prompts at the set time, rejects an empty answer, stores a complete one, and shows it', async () => {
    const { meeting } = await saveReport();
    await openChat(talk, 'Personal Chat');
    await server.advance(minutesAhead);
    await expectText(lastCard(talk), 'What is planned?');

    // The answer of the day before contains a plan, so that this test has goals to tick.
    const [planned, blocked] = meeting.questions;
    const first = await callAs(server, ann);
    const { date } = (await first('GET', `/api/meeting/card/${meeting.id}`)) as { date: string };
    const values = { [planned?.id ?? '']: 'Write the report 1h', [blocked?.id ?? '']: 'No' };
    await first('POST', '/api/meeting/answer', { meetingId: meeting.id, date, values });
    await server.advance(minutesOfDay);

    const card = lastCard(talk);
    await expectText(card, 'Write the report');
    await server.killAndRestart();
    await card.getByRole('button', { name: 'Send' }).click();
    await expectText(card, 'Please answer');

    await card.getByLabel('Write the report').check({ force: true });
    await card.getByLabel('What is planned?').fill('Ship it 2h');
    await card.getByLabel('Yes').check({ force: true });
    await card.getByLabel('What blocks you?').fill('Waiting for a key');
    await card.getByRole('button', { name: 'Send' }).click();
    await expectText(lastCard(talk), 'Answered');
    await expectText(lastCard(talk), 'Ship it');

    const board = await openPage(browser, server, undefined, await sessionOf(server, ann));
    await board.goto(server.address);
    await board.getByRole('img', { name: /^Participants: 1 of 2/ }).waitFor();
    await board.getByText('Waiting for a key').first().waitFor();
    await expectText(board.locator('body'), '1 of 1 goal');
    await board.close();
  });

  it('posts the summary at the close and updates it when the second person answers late on the web', async () => {
    await server.advance(minutesOpen);
    await openChat(talk, 'General');
    await expectText(newestPost(talk), 'Answered 1/2');
    const cards = await talk.locator('.ac-adaptiveCard').count();

    const page = await openPage(browser, server, undefined, await sessionOf(server, bob));
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Answer now' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('What is planned?').fill('Review it');
    await form.getByLabel('No', { exact: true }).check({ force: true });
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(page.locator('body'), 'Review it');

    await server.advance(1);
    await expectText(newestPost(talk), 'Answered 2/2');
    expect(await talk.locator('.ac-adaptiveCard').count()).toBe(cards);
    await page.close();
  });
});

const expectText = async (place: ReturnType<Page['locator']>, text: string): Promise<void> => {
  await place.getByText(text).first().waitFor();
};
