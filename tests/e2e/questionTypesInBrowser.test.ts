import type { Browser, Locator, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { axeFaults, sidewaysScroll, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Tests that the wizard creates a report with a question of each type, which a member then answers on the web and reads
// in the report.

let server: TestServer;
let browser: Browser;
let session: Session;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  session = await sessionOf(server, ann);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const next = (page: Page): Promise<void> => page.getByRole('button', { name: 'Next' }).click();
const phone = { width: 320, height: 740 };

const addQuestion = async (page: Page, type: string, text: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add a question' }).click();
  const question = page.getByRole('listitem', { name: /^Question \d+$/ }).last();
  await question.getByRole('textbox', { name: 'Question', exact: true }).fill(text);
  await question.getByRole('combobox', { name: 'Answer' }).selectOption({ label: type });
  return question;
};

/** Adds a question of each further type. The default questions have the types TEXT and OPTIONS. */
const fillQuestions = async (page: Page): Promise<void> => {
  const scale = await addQuestion(page, 'Scale from 1 to 5', 'How do you feel?');
  await scale.getByRole('textbox', { name: 'Label of 1' }).fill('Tired');
  const number = await addQuestion(page, 'Number', 'How long will it take?');
  await number.getByRole('textbox', { name: 'Unit' }).fill('hours');
  const multiple = await addQuestion(page, 'Several options', 'What do you need?');
  await multiple.getByRole('textbox', { name: 'Option 1' }).fill('Tea, green');
  await multiple.getByRole('textbox', { name: 'Option 1' }).press('Enter');
  for (const [index, option] of ['Quiet', 'Help'].entries())
    await multiple.getByRole('textbox', { name: `Option ${index + 2}` }).fill(option);
  await addQuestion(page, 'Date', 'When is it done?');
};

it('makes a report with a question of each type, on a phone', async () => {
  const page = await openPage(browser, server, phone, session);
  const { errors } = watch(page);
  await page.goto(`${server.address}/reports/create`);
  await page.getByRole('button', { name: 'Start from scratch', exact: true }).click();
  await page.getByRole('combobox', { name: 'Timezone' }).waitFor();
  await page.getByLabel('Name').fill('All types');
  await next(page);
  await heading(page, 'Members');
  await page.getByText('Select all').first().click();
  await next(page);
  await heading(page, 'Questions');
  await fillQuestions(page);
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await next(page);
  await heading(page, 'Settings');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.waitForURL(`${server.address}/reports`);
  expect(errors()).toEqual([]);
  await page.context().close();
});

it('answers it on the web and shows the answers by their types', async () => {
  await server.advance(minutesToOpening + 1);
  const page = await openPage(browser, server, { width: 1280, height: 900 }, session);
  const { errors } = watch(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: /^Answer now: All types/ }).click();
  const card = page.getByRole('dialog');
  await card.getByLabel(/What did you get done/).fill('Tests');
  await card.getByLabel(/What do you plan to do/).fill('Review');
  await card.getByLabel('No', { exact: true }).check();
  await card.getByLabel('4', { exact: true }).check();
  await card.getByLabel(/How long will it take/).fill('4.5');
  await card.getByLabel('Tea, green').check();
  await card.getByLabel('Help', { exact: true }).check();
  await card.getByLabel(/When is it done/).fill('2026-11-30');
  expect(await axeFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'Send' }).click();
  await card
    .getByText(/^Answered/)
    .first()
    .waitFor();
  await card.getByRole('button', { name: 'Close' }).click();

  const people = page.getByRole('list', { name: 'People in All types' });
  for (const text of ['4 of 5', '1 – Tired · 5 – Very good', '4.5 hours', '30 Nov 2026'])
    await people.getByText(text).first().waitFor();
  const averages = page.getByRole('article', { name: 'All types' }).getByRole('region', { name: 'Averages' });
  expect(await averages.getByText('Average:').allTextContents()).toEqual([
    ...['Average: 4 of 5 · 1 answer', 'Average: 4.5 hours · 1 answer'],
  ]);
  expect(await averages.getByRole('term').allTextContents()).toEqual(['1 – Tired', '2', '3', '4', '5 – Very good']);
  expect(await people.locator('dd li').allTextContents()).toEqual(['Tea, green', 'Help']);
  expect(await axeFaults(page)).toEqual([]);
  expect(errors()).toEqual([]);
  await page.context().close();
});

it('shows the answered date in the trends of runs and weeks', async () => {
  await server.advance(24 * 60);
  const page = await openPage(browser, server, { width: 1280, height: 900 }, session);
  const { errors } = watch(page);
  await page.goto(`${server.address}/reports`);
  await page.getByRole('link', { name: 'All types' }).first().click();
  await page.getByRole('tab', { name: 'Trends' }).click();
  const figure = page.getByRole('figure', { name: 'When is it done?' });
  for (const [period, head] of [
    ['Last 4 weeks', 'Week'],
    ['Last 30 days', 'Date'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: period });
    await figure.getByText('The numbers as a table').click();
    await figure.getByRole('columnheader', { name: head, exact: true }).waitFor();
    await figure.getByRole('cell', { name: '30 Nov 2026' }).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  expect(errors()).toEqual([]);
  await page.context().close();
});
