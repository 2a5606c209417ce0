import type { Browser, Locator, Page } from 'playwright-core';
import { demoPassword as password, demoPeople, demoTenant as tid } from '../../bot/src/demo/demoPeopleAndTeams.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann } from './demo/demoInstantsDatesAndPeople.ts';
import { watch } from './watchAndCheckPage.ts';
import { openChat, openPage, startChatClient, startServer } from './startServerBrowserAndChat.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { ChatClient, TestServer } from './startServerBrowserAndChat.ts';

const sunday = '2026-11-22T11:00:00Z';

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages();
});

interface Steps {
  /** Records a named step of the person, because the test limits the number of steps until the first answer. */
  readonly step: (name: string, act: () => Promise<unknown>) => Promise<void>;
  readonly done: readonly string[];
}

const countSteps = (): Steps => {
  const done: string[] = [];
  return {
    done,
    step: async (name, act) => {
      await act();
      done.push(name);
    },
  };
};

const link = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('link', { name });
const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name });
const section = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();

/** Creates a report in the wizard, starts its run and answers it. */
const firstStandup = async (page: Page, { step }: Steps): Promise<void> => {
  await step('choose a template', () => button(page, 'Use Daily stand-up').click());
  await page.getByRole('combobox', { name: 'Timezone' }).waitFor();
  await step('leave the details', () => button(page, /^Next$/).click());
  await section(page, 'Members');
  await step('choose everybody', () => page.getByText('Select all').click());
  await step('leave the members', () => button(page, /^Next$/).click());
  await section(page, 'Questions');
  await step('leave the questions', () => button(page, /^Next$/).click());
  await section(page, 'Settings');
  await step('save', () => button(page, /^Done$/).click());
  await step('open the report', () => link(page, 'Daily stand-up').click());
  await page.getByText('No report has run today.').waitFor();
  await step('start it', () => button(page, 'Start now: Daily stand-up').click());
  await step('confirm the start', () => button(page, 'Yes, Start').click());
  await step('open the questions', () => button(page, /^Answer now/).click());
  const form = page.getByRole('dialog');
  await step('fill in the work done', () => form.getByLabel('What did you get done?').fill('Set Rollcall up'));
  await step('fill in the plan', () => form.getByLabel('What do you plan to do?').fill('Show it to the team 1h'));
  await step('choose not blocked', () => form.getByRole('radio', { name: 'No' }).check({ force: true }));
  await step('send', () => button(form, 'Send').click());
};

describe('an empty organisation on a Sunday', () => {
  let server: TestServer;
  let chat: ChatClient;

  beforeAll(async () => {
    const chatPort = await freePort();
    server = await startServer(chatPort, false, sunday);
    chat = await startChatClient(chatPort, server);
  });

  afterAll(async () => {
    await chat.stop();
    await server.stop();
  });

  it('leads its admin from the welcome in the channel to an answered stand-up in eighteen steps', async () => {
    const steps = countSteps();
    const talk = await openPage(browser, server, { width: 1400, height: 1000 });
    await talk.goto(chat.address);
    await openChat(talk, 'General');
    const decision = talk.locator('.ac-adaptiveCard').first();
    await decision.getByText('it takes about two minutes').waitFor();
    const [admin] = demoPeople;
    // A real Microsoft sign-in needs a tenant, so the admin signs in with a password.
    await server.account({ tid, oid: admin?.oid ?? '', email: ann.email, password });

    const opened = talk.waitForEvent('popup');
    await steps.step('press the button of the welcome', () => decision.getByText('Create a report').last().click());
    const page = await opened;
    page.setDefaultTimeout(45_000);
    const { errors } = watch(page);
    await page.waitForURL(`${server.address}/login?redirectUrl=%2Freports%2Fcreate`);
    await steps.step('type the address', () => page.getByLabel('Email').fill(ann.email));
    await steps.step('type the password', () => page.getByLabel('Password', { exact: true }).fill(password));
    await steps.step('sign in', () => button(page, 'Sign in').click());
    await firstStandup(page, steps);
    await button(page.getByRole('dialog'), 'Close').click();
    await page.getByRole('img', { name: /^Participants: 1 of 6/ }).waitFor();
    expect(steps.done.length).toBeLessThanOrEqual(18);

    // The start of the run on the web must also have sent its prompt to the chat.
    await openChat(talk, 'Personal Chat');
    await talk.getByText('Daily stand-up').first().waitFor();
    expect(errors()).toEqual([]);
    await talk.context().close();
  });
});
