import type { Browser, Page } from 'playwright-core';
import { startLocalStripe } from '../support/fakes/localStripe.ts';
import type { LocalStripe } from '../support/fakes/localStripe.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { axeFaults, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Tests the end of an admin's trial and the payment of the first month. A local server acts as the payment provider.

const days = (count: number): number => count * 24 * 60;

let server: TestServer;
let stripe: LocalStripe;
let browser: Browser;
let now = Date.parse(startsAt);

beforeAll(async () => {
  browser = await sharedBrowser();
  stripe = await startLocalStripe({ now: () => now });
  server = await startServer(await freePort(), true, startsAt, stripe.settings);
  // Tuesday, 1 December, five minutes after the daily stand-up opened; the trial ended on Monday.
  await advance(days(13) + minutesToOpening + 5);
});

afterAll(async () => {
  await closePages();
  await server.stop();
  await stripe.stop();
});

const advance = async (minutes: number): Promise<void> => {
  await server.advance(minutes);
  now = await server.now();
};

const signIn = async (page: Page): Promise<void> => {
  await page.goto(`${server.address}/login`);
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Fakes the page of the payment provider, because the tests have no internet. */
const payAtProvider = async (page: Page): Promise<void> => {
  await page.route('https://checkout.stripe.test/**', (route) => route.fulfill({ body: 'The provider’s page' }));
  await page.getByRole('button', { name: 'Continue to the secure payment page' }).click();
  await page.waitForURL('https://checkout.stripe.test/**');
  stripe.enterCard(stripe.lastSession());
  await page.goto(stripe.wayBack(stripe.lastSession()));
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Saves an answer of the member, which makes the member billable in this month. */
const answer = async (): Promise<void> => {
  const call = await callAs(server, bob);
  const [team] = (await call('GET', '/api/team/list')) as Named[];
  const meetings = (await call('GET', `/api/meeting/getlist/${team?.id ?? ''}`)) as Named[];
  const meetingId = meetings.find((meeting) => meeting.name === 'Daily stand-up')?.id ?? '';
  const { questions } = (await call('GET', `/api/meeting/get/${meetingId}`)) as { questions: readonly Named[] };
  const texts = ['Reviewed it', 'Write the letter', 'No', ''];
  const values = Object.fromEntries(questions.map(({ id }, index) => [id, texts[index] ?? '']));
  await call('POST', '/api/meeting/answer', { meetingId, date: '2026-12-01', values, goals: [] });
};

it('leads from signing in to a card, and from the month’s answers to money taken', async () => {
  const page = await openPage(browser, server);
  const seen = watch(page);
  await signIn(page);
  await page.waitForURL(`${server.address}/payment/add`);
  await page.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('Name on the invoice').fill('Contoso Ltd');
  await page.getByLabel('Billing address').fill('1 Main Street');
  await payAtProvider(page);
  await page.waitForURL(`${server.address}/`);
  await page.getByText('Your payment method is saved.').first().waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('complementary', { name: 'Trial and payment' }).waitFor({ state: 'detached' });
  expect([...seen.errors(), ...seen.foreignHosts().filter((host) => host !== 'checkout.stripe.test')]).toEqual([]);
  await page.context().close();

  await answer();
  await advance(days(31));
  // The server believes a clock that jumped by days after an hour. It then closes December, and one minute later it
  // charges the invoice.
  for (let part = 0; part < 4; part += 1) await advance(20);
  await advance(2);
  expect(stripe.taken).toMatchObject([{ amount: 200, currency: 'usd' }]);
  const later = await openPage(browser, server, undefined, await sessionOf(server, ann));
  await later.goto(`${server.address}/billing`);
  const invoice = later.getByRole('row', { name: /December 2026/ });
  await invoice.waitFor();
  expect(await invoice.innerText()).toContain('2.00 USD');
  await later.getByRole('complementary', { name: 'Trial and payment' }).waitFor({ state: 'detached' });
});
