import type { Browser, Locator, Page } from 'playwright-core';
import { demoPassword as password, demoPeople, demoTenant as tid } from '../../bot/src/demo/demoPeopleAndTeams.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { eventually, openChat, openPage, startChatClient, startServer } from './startServerBrowserAndChat.ts';
import { callAs, signIn } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { ChatClient, TestServer } from './startServerBrowserAndChat.ts';
import { axeFaults, sidewaysScroll } from './watchAndCheckPage.ts';

// Tests a form that fills itself, in the real chat client and on the web: with the last answers, with a draft, and with
// goals that are carried over.

const ann = { email: 'admin@rollcall.test', password };
const minutesOfDay = 1440;
const minutesAhead = 10;

interface Named {
  readonly id: string;
  readonly name: string;
}

let server: TestServer;
let chat: ChatClient;
let browser: Browser;
let talk: Page;
let meetingId: string;

const lastCard = (): Locator => talk.locator('.ac-adaptiveCard').last();
const expectText = async (place: Locator, text: string): Promise<void> => {
  await place.getByText(text).first().waitFor();
};
const valueOf = (place: Locator, label: string): Promise<string> => place.getByLabel(label).inputValue();
const press = (place: Locator, name: string): Promise<void> => place.getByRole('button', { name }).click();

const saveReport = async (): Promise<void> => {
  const call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as Named[];
  const people = (await call('GET', `/api/member/list/${team?.id ?? ''}`)) as Named[];
  const now = new Date(await server.now());
  const saved = await call('POST', '/api/meeting/save', {
    ...{
      name: 'Daily stand-up',
      teamId: team?.id,
      timezone: 'UTC',
      reportSummaryTime: 60,
      saturday: true,
      sunday: true,
    },
    members: people.filter((person) => person.name === 'Ann Moreau').map((person) => person.id),
    time: (now.getUTCHours() * 60 + now.getUTCMinutes() + minutesAhead) % minutesOfDay,
    questions: [
      { sequence: 1, type: 'TEXT', text: 'What did you do?' },
      { sequence: 2, type: 'TEXT', text: 'What is planned?', isTimesheetQuestion: true },
    ],
  });
  meetingId = (saved as Named).id;
};

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
  const [person] = demoPeople;
  await server.account({ tid, oid: person?.oid ?? '', email: ann.email, password });
  await saveReport();
  await openChat(talk, 'Personal Chat');
  await server.advance(minutesAhead);
  await expectText(lastCard(), 'What is planned?');
});

afterAll(async () => {
  await closePages();
  await chat.stop();
  await server.stop();
});

const openForm = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Answer now' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('What did you do?').waitFor();
  return form;
};

it('shows in the chat that there is no earlier answer, and confirms the durations after sending', async () => {
  await press(lastCard(), 'Same as last time');
  await expectText(lastCard(), 'You have not answered this report before');
  await lastCard().getByLabel('What did you do?').fill('Reviews');
  await lastCard().getByLabel('What is planned?').fill('Write docs 1h30\nFix sign-in');
  await press(lastCard(), 'Send');
  await expectText(lastCard(), '1 of 2 lines with a duration, 1 h 30 min in total.');
});

it('fills the card of the next day with the last answers, sends nothing, and carries goals over', async () => {
  await server.advance(minutesOfDay);
  await expectText(lastCard(), 'Goals that are not done are carried over');
  for (const _press of ['first', 'second']) {
    await press(lastCard(), 'Same as last time');
    await expectText(lastCard(), 'Filled in with your answers of');
    expect(await valueOf(lastCard(), 'What did you do?')).toBe('Reviews');
    expect(await valueOf(lastCard(), 'What is planned?')).toBe('Write docs 1h30\nFix sign-in');
  }
  const call = await callAs(server, ann);
  expect(await call('GET', `/api/meeting/card/${meetingId}`)).toMatchObject({ state: 'OPEN' });
  await lastCard().getByLabel('What is planned?').fill('Test it');
  await lastCard().getByLabel('Fix sign-in').check({ force: true });
  await press(lastCard(), 'Send');
  await expectText(lastCard(), 'Carried over:');
  await server.advance(minutesOfDay);
  await expectText(lastCard(), 'Write docs (day 2)');
});

it('brings a draft of the web to another browser and to the card in the chat', async () => {
  const desk = await openPage(browser, server);
  await signIn(desk, server, ann.email, password);
  const form = await openForm(desk);
  await form.getByLabel('What did you do?').fill('Half a thought from the desk');
  await form.getByLabel('What is planned?').fill('Draw it 45m');
  await expectText(form, '1 of 1 line with a duration, 45 min in total.');
  await expectText(form, 'Draft saved.');
  expect(await axeFaults(desk)).toEqual([]);
  expect(await sidewaysScroll(desk)).toBe(0);

  const phone = await openPage(browser, server, { width: 390, height: 844 });
  await signIn(phone, server, ann.email, password);
  const small = await openForm(phone);
  expect(await valueOf(small, 'What did you do?')).toBe('Half a thought from the desk');
  await small.getByLabel('What did you do?').fill('Changed on the phone');
  await expectText(small, 'Draft saved.');
  expect(await sidewaysScroll(phone)).toBe(0);

  await form.getByLabel('What did you do?').fill('Changed at the desk');
  await expectText(form, 'Another device saved a different draft');
  await expectText(form, 'Changed on the phone');
  expect(await axeFaults(desk)).toEqual([]);
  await press(form, 'Take the other draft');
  await eventually(
    () => valueOf(form, 'What did you do?'),
    (value) => value === 'Changed on the phone',
  );

  await press(lastCard(), 'Same as last time');
  await expectText(lastCard(), 'This is your draft from');
  expect(await valueOf(lastCard(), 'What did you do?')).toBe('Changed on the phone');
  await press(lastCard(), 'Send');
  await expectText(lastCard(), 'Answered');
  const call = await callAs(server, ann);
  expect(await call('GET', `/api/meeting/card/${meetingId}`)).toMatchObject({ state: 'ANSWERED', draft: null });
  await desk.close();
  await phone.close();
});
