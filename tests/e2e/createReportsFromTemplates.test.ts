import type { Browser, Page } from 'playwright-core';
import type { Meeting, MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { ann, bob, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { axeFaults, hasFocus, settle, tabTo, watch } from './watchAndCheckPage.ts';
import { picture } from './screenFaultsAndScreenshots.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';
import { openGallery } from './screens/templateGalleryScreenStates.ts';

// Tests that a member can create a report from the gallery, and that an admin can save a template for a member.

let server: TestServer;
let browser: Browser;
let session: Session;
let call: Awaited<ReturnType<typeof callAs>>;
let teamId: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  call = await callAs(server, ann);
  const [team] = (await call('GET', '/api/team/list')) as Team[];
  teamId = team?.id ?? '';
  session = await sessionOf(server, ann);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const wide = { width: 1280, height: 800 };
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();

/** Chooses all members in the remaining steps of the wizard, and saves. */
const finish = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, 'Members');
  await page.getByText('Select all').click();
  for (const step of ['Questions', 'Settings']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, step);
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.waitForURL(`${server.address}/reports`);
};

const reportNamed = async (name: string): Promise<Meeting> => {
  const list = (await call('GET', `/api/meeting/getlist/${teamId}`)) as MeetingListItem[];
  return (await call('GET', `/api/meeting/get/${list.find((item) => item.name === name)?.id ?? ''}`)) as Meeting;
};

it('a template becomes a report with its questions and its rhythm, by keyboard alone', async () => {
  const page = await openPage(browser, server, wide, session);
  const { errors } = watch(page);
  await openGallery(page, server.address);
  const preview = page.getByRole('button', { name: 'Preview Mood check', exact: true });
  await tabTo(page, preview, 80);
  await page.keyboard.press('Enter');
  await page.getByText('1: Very bad, 5: Very good').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'Details');
  await hasFocus(page, page.getByRole('heading', { level: 2, name: 'Details' }));
  expect(await page.getByLabel('Name').inputValue()).toBe('Mood check');
  await finish(page);
  const report = await reportNamed('Mood check');
  expect(report).toMatchObject({ thursday: true, friday: false, time: 840, timeBasis: 'MEMBER' });
  expect(report.questions.map(({ type }) => type)).toEqual(['SCALE', 'SCALE', 'TEXT']);
  expect(errors()).toEqual([]);
  await page.context().close();
});

it('a reader who chose wrongly returns to the gallery, and the heading takes the focus', async () => {
  const page = await openPage(browser, server, wide, session);
  await openGallery(page, server.address);
  await page.getByRole('button', { name: 'Use Friday review' }).click();
  await heading(page, 'Details');
  await page.getByRole('button', { name: 'All templates' }).click();
  await hasFocus(page, page.getByRole('heading', { level: 2, name: 'How would you like to begin?' }));
  await page.getByRole('button', { name: 'Start from scratch', exact: true }).click();
  await heading(page, 'Details');
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  await page.context().close();
});

it('a report is copied with its members under a new name', async () => {
  const page = await openPage(browser, server, wide, session);
  await openGallery(page, server.address);
  await page.getByRole('button', { name: 'Copy an existing report', exact: true }).click();
  await page.getByRole('button', { name: 'Copy Mood check' }).click();
  await heading(page, 'Details');
  expect(await page.getByLabel('Name').inputValue()).toBe('Copy of Mood check');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('6 of 6 selected').waitFor();
  await page.context().close();
});

it('an admin saves a report as a template, renames and deletes it; a member uses it meanwhile', async () => {
  const page = await openPage(browser, server, wide, session);
  const { errors } = watch(page);
  const { id } = await reportNamed('Mood check');
  await page.goto(`${server.address}/reports/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Save as a template' }).click();
  const dialog = page.getByRole('alertdialog');
  const name = dialog.getByLabel('Name of the template');
  await name.fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please provide name.').waitFor();
  await settle(page);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'template-save');
  await name.fill('Our mood');
  await page.keyboard.press('Enter');
  await page.getByText('The template Our mood is saved.').first().waitFor();

  const member = await openPage(browser, server, wide, await sessionOf(server, bob));
  await openGallery(member, server.address);
  expect(await member.getByRole('button', { name: 'Rename Our mood' }).count()).toBe(0);
  await member.getByRole('button', { name: 'Use Our mood' }).click();
  await heading(member, 'Details');
  expect(await member.getByLabel('Name').inputValue()).toBe('Our mood');
  await finish(member);
  expect((await reportNamed('Our mood')).questions.map(({ type }) => type)).toEqual(['SCALE', 'SCALE', 'TEXT']);
  await member.context().close();

  await openGallery(page, server.address);
  await page.getByRole('button', { name: 'Rename Our mood' }).click();
  await name.fill('Team mood');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Team mood' }).waitFor();
  await page.getByRole('button', { name: 'Delete Team mood' }).click();
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click();
  await page.getByText('There are none yet.').waitFor();
  // The server rejects the empty name, which is the only expected error.
  expect(errors()).toEqual([expect.stringContaining('400 (Bad Request)')]);
  await page.context().close();
});
