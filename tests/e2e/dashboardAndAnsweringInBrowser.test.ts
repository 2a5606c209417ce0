import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { gzipBytes, readManifest } from '../support/files/readWebBuild.ts';
import { ann, bob, dates, grace, minutesToOpening, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { hasFocus, tabTo, watch } from './watchAndCheckPage.ts';
import type { Watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Tests the web app in a browser with the demo's data, before and after the stand-up opens.

const teamsJs = 'src/app/runtime/teamsJsApi.ts';

let server: TestServer;
let browser: Browser;
const watched: Watch[] = [];

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const open = async (where: string, session?: Session): Promise<Page> => {
  const page = await openPage(browser, server, undefined, session);
  watched.push(watch(page));
  await page.goto(`${server.address}${where}`);
  return page;
};

/**
 * Signs Bob in for one page. Each page needs its own sign-in, because a refresh token that is used twice counts as
 * stolen.
 */
const asBob = (): Promise<Session> => sessionOf(server, bob);

/** Opens a page whose test causes errors on purpose. Therefore the caller decides which console errors are allowed. */
const openBreaking = async (
  session?: Session,
): Promise<{ readonly page: Page; readonly errors: () => readonly string[] }> => {
  const page = await openPage(browser, server, undefined, session);
  return { page, errors: watch(page).errors };
};

const see = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const seeDay = (page: Page, day: string): Promise<void> => page.getByRole('heading', { level: 1, name: day }).waitFor();
const meetings = (page: Page): Promise<string[]> =>
  page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
const textOf = (page: Page): Promise<string> => page.locator('body').innerText();
const pathOf = (page: Page): string => page.url().slice(server.address.length);

const seeDashboard = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Needs attention' }).waitFor();
  await page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
};

/** Returns the paths of the requests for data of Bob's second visit of the dashboard. */
const dataOfSecondVisit = async (): Promise<readonly string[]> => {
  const page = await open('/', await asBob());
  await seeDashboard(page);
  const { urls } = watch(page);
  await page.reload();
  await seeDashboard(page);
  await page.context().close();
  return urls()
    .map((url) => new URL(url).pathname)
    .filter((path) => path.startsWith('/api/'));
};

describe('the dashboard', () => {
  let page: Page;

  beforeAll(async () => {
    page = await open('/', await asBob());
    await seeDay(page, 'Wednesday, 18 November 2026');
  });

  it('shows the working day before, with all members’ answers and who needs help', async () => {
    await page.getByRole('button', { name: 'Previous day' }).click();
    await seeDay(page, 'Tuesday, 17 November 2026');
    const report = page.getByRole('article', { name: 'Daily stand-up' });
    await report.getByText('Completed').waitFor();
    for (const name of [
      'Participants: 6 of 6 people answered',
      'Goals: 4 of 6 people',
      'Blockers: 1 of 6 people blocked',
    ])
      await report.getByRole('img', { name }).waitFor();
    expect(await report.getByText('Blockers and goals').locator('..').getByRole('listitem').allInnerTexts()).toEqual([
      'Bob Lindqvist has been blocked since Tue 17 Nov\nNeed a decision on the export format',
      'Ann Moreau did not reach a goal\nRead the security report',
      'Deepak Rao did not reach a goal\nPatch the build machines',
    ]);
    const people = report.getByRole('list', { name: 'Daily stand-up' }).last();
    expect(await people.getByRole('listitem').count()).toBe(6);
    await people
      .getByRole('listitem')
      .filter({ hasText: 'Elena Petrova' })
      .getByText('Reworked the settings page')
      .waitFor();
  });

  it('filters by meeting, and the address keeps the filter', async () => {
    await page.goto(`${server.address}/?date=${dates.twoMeetings}`);
    await see(page, 'What went well?');
    expect(await meetings(page)).toEqual(['Daily stand-up', 'Sprint retrospective']);
    await page.getByRole('combobox', { name: 'Meeting' }).selectOption('Sprint retrospective');
    await page.getByRole('article', { name: 'Daily stand-up' }).waitFor({ state: 'detached' });
    await see(page, 'What went well?');
    expect(await meetings(page)).toEqual(['Sprint retrospective']);
    await page.reload();
    await see(page, 'What went well?');
    expect(await meetings(page)).toEqual(['Sprint retrospective']);
  });

  it('keeps the meeting filter beside the day, however long the names of the reports are', async () => {
    await page.route('**/api/meeting/getall/**', async (route) => {
      const reply = await route.fetch();
      const { data, ...rest } = (await reply.json()) as { readonly data: readonly { readonly name: string }[] };
      const long = data.map((meeting) => ({ ...meeting, name: `${meeting.name}, every day of the week `.repeat(3) }));
      await route.fulfill({ json: { ...rest, data: long } });
    });
    await page.goto(`${server.address}/?date=${dates.twoMeetings}`);
    const filter = page.getByRole('combobox', { name: 'Meeting' });
    await filter.waitFor();
    const [day, box] = await Promise.all([page.getByRole('heading', { level: 1 }).boundingBox(), filter.boundingBox()]);
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - (day?.y ?? 0) - (day?.height ?? 0) / 2)).toBeLessThan(8);
    await page.unroute('**/api/meeting/getall/**');
  });

  it('shows what an empty day, a holiday and a vacation are', async () => {
    await page.goto(`${server.address}/?date=${dates.sunday}`);
    await see(page, 'No report ran on this day.');
    await page.goto(`${server.address}/?date=${dates.holiday}`);
    await see(page, "It's Holiday!");
    await page.goto(`${server.address}/?date=${dates.vacation}`);
    const farid = page.getByRole('listitem').filter({ hasText: 'Farid Haddad' });
    await farid.getByText('On Holiday!').waitFor();
    await farid.getByText('Away').waitFor();
  });

  it('picks a day with the keyboard alone', async () => {
    await page.goto(`${server.address}/?date=${dates.answered}`);
    await seeDay(page, '17 November');
    await tabTo(page, page.getByRole('textbox', { name: 'Date' }));
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=gridcell] :focus, [role=gridcell]:focus').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await seeDay(page, 'Tuesday, 10 November 2026');
    await page.getByRole('grid').waitFor({ state: 'detached' });
  });

  it('needs one request for the data of a second visit', async () => {
    expect(await dataOfSecondVisit()).toEqual(['/api/report/dashboard']);
  });

  it('costs what its budget shows, as the browser fetches it', async () => {
    const created = await open('/', await asBob());
    await see(created, 'No report has run today');
    const scripts =
      watched
        .at(-1)
        ?.urls()
        .filter((url) => url.endsWith('.js')) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(gzipBytes(scripts.map((url) => new URL(url).pathname.slice(1)))).toBeLessThanOrEqual(240_000);
    await created.context().close();
  });
});

describe('overlays', () => {
  it('gives a phone’s page back when the sidebar closes', async () => {
    const page = await openPage(browser, server, { width: 360, height: 740 }, await asBob());
    await page.goto(`${server.address}/`);
    await seeDay(page, '18 November');
    const toggle = page.getByRole('banner').getByRole('button').first();
    await toggle.click();
    const sidebar = page.getByRole('dialog');
    await sidebar.getByRole('link', { name: 'Support' }).waitFor();
    // The sidebar covers the content, so a screen reader must not reach the content either.
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await sidebar.waitFor({ state: 'detached' });
    await seeDay(page, '18 November');
    await hasFocus(page, toggle);
    await page.context().close();
  });

  it('leaves the sign-in page readable when the session ends under an open card', async () => {
    const { page } = await openBreaking(await asBob());
    await page.goto(`${server.address}/?date=${dates.answered}`);
    await page.getByRole('button', { name: 'Edit your answer: Daily stand-up' }).click();
    const card = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Save changes' }).waitFor();
    await page.route('**/api/meeting/answer', (route) =>
      route.fulfill({
        status: 401,
        json: { status: 'Failed', data: null, code: 401, message: 'Please sign in.', errorCode: 'UNAUTHENTICATED' },
      }),
    );
    await card.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(pathOf(page)).toBe(`/login?redirectUrl=${encodeURIComponent(`/?date=${dates.answered}`)}`);
    await page.context().close();
  });
});

describe('another organisation', () => {
  it('sees nothing of the first, on the page and by the calls', async () => {
    const page = await open('/', await sessionOf(server, grace));
    await see(page, 'No reports found');
    expect(await page.getByRole('combobox', { name: 'Team' }).innerText()).toBe('Fabrikam Research');
    await page.goto(`${server.address}/?date=${dates.answered}`);
    await see(page, 'No reports found');
    expect(await textOf(page)).not.toMatch(/Platform|stand-up|Ann|Bob/);
    await page.context().close();

    const [asAnn, asGrace] = [await callAs(server, ann), await callAs(server, grace)];
    const [team] = (await asAnn('GET', '/api/team/list')) as { id: string }[];
    const where = `/api/meeting/getreport/${team?.id ?? ''}/meeting?date=${dates.answered}`;
    expect(await asAnn('GET', where)).toMatchObject({ reports: [{ meetingName: 'Daily stand-up' }] });
    await expect(asGrace('GET', where)).rejects.toThrow('We could not find that.');
  });
});

describe('after the stand-up opened', () => {
  beforeAll(async () => {
    await server.advance(minutesToOpening);
  });

  it('needs one request for the data of a second visit of the dashboard', async () => {
    expect(await dataOfSecondVisit()).toEqual(['/api/report/dashboard']);
  });

  it('refuses a card with gaps, keeps what was typed when the network fails, takes the answer and lets it be edited', async () => {
    const { page, errors } = await openBreaking(await sessionOf(server, ann));
    await page.goto(`${server.address}/`);
    await page.getByRole('button', { name: 'Answer now' }).click();
    const card = page.getByRole('dialog');
    await card.getByLabel('What did you get done?').fill('Closed the hand-over');
    await card.getByRole('button', { name: 'Send' }).click();
    await card.getByText('Please answer this question.').waitFor();
    await card.getByText('Please choose one.').waitFor();

    await page.route('**/api/meeting/answer', (route) => route.abort(), { times: 1 });
    await card.getByLabel('What do you plan to do?').fill('Roadmap review 1h30');
    await card.getByLabel('No', { exact: true }).check();
    await card.getByRole('button', { name: 'Send' }).click();
    await card.getByRole('alert').getByText('Your text is still here.').waitFor();
    expect(await card.getByLabel('What did you get done?').inputValue()).toBe('Closed the hand-over');
    expect(errors()).toEqual([expect.stringContaining('ERR_FAILED')]);

    await card.getByRole('button', { name: 'Send' }).click();
    await see(page, 'Your answer is saved');
    await card.getByRole('button', { name: 'Close' }).click();
    const mine = page.getByRole('listitem').filter({ hasText: 'Ann Moreau' }).last();
    await mine.getByText('Closed the hand-over').waitFor();
    await page.getByRole('img', { name: 'Participants: 1 of 6 people answered' }).waitFor();

    await page.getByRole('button', { name: 'Edit your answer: Daily stand-up' }).click();
    await card.getByRole('button', { name: 'Save' }).waitFor();
    expect(await card.getByLabel('What do you plan to do?').inputValue()).toBe('Roadmap review 1h30');
    expect(await card.getByLabel('No', { exact: true }).isChecked()).toBe(true);
    await card.getByLabel('What do you plan to do?').fill('Roadmap review 2h');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('button', { name: 'Edit' }).waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    await mine.getByText('Roadmap review 2h').waitFor();
    await page.context().close();
  });

  it('takes an answer from sign-in to sending without a mouse', async () => {
    const page = await open('/login');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(bob.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(bob.password);
    await page.keyboard.press('Enter');
    const answer = page.getByRole('button', { name: 'Answer now' });
    await answer.waitFor();
    await tabTo(page, answer);
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog');
    const done = card.getByLabel('What did you get done?');
    await done.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await hasFocus(page, answer);
    await page.keyboard.press('Enter');
    await done.waitFor();

    await tabTo(page, card.getByLabel('Cache warm-up job'));
    await page.keyboard.press('Space');
    await tabTo(page, done);
    await page.keyboard.type('Warmed the cache');
    await tabTo(page, card.getByLabel('What do you plan to do?'));
    await page.keyboard.type('Remove the old login path 2h');
    await tabTo(page, card.getByLabel('No', { exact: true }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, card.getByLabel('What blocks you?'));
    await page.keyboard.type('Still no decision');
    await tabTo(page, card.getByRole('button', { name: 'Send' }));
    await page.keyboard.press('Enter');

    // The pressed button disappears, so the focus must move to the card that replaces it.
    await tabTo(page, card.getByRole('button', { name: 'Edit' }), 2);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    const mine = page.getByRole('listitem').filter({ hasText: 'Warmed the cache' });
    await mine.getByText('Still no decision').waitFor();
    await page.getByRole('img', { name: 'Participants: 2 of 6 people answered' }).waitFor();
    // Ann has not ticked either of her two goals, so one of the team's four offered goals is reached.
    await see(page, '1 of 4 goals');
    // Tab passes the action of Bob's blocker, the offer to answer tomorrow's run and the link to the report.
    await tabTo(page, page.getByRole('button', { name: 'Edit your answer: Daily stand-up' }), 4);
    await page.context().close();
  });
});

it('logs nothing on the console, contacts only its own server, and never loads the chat tool’s library', () => {
  expect(watched.flatMap((item) => item.errors())).toEqual([]);
  expect(watched.flatMap((item) => item.foreignHosts())).toEqual([]);
  const library = readManifest()[teamsJs]?.file ?? 'none';
  const urls = watched.flatMap((item) => item.urls());
  expect(urls.filter((url) => url.includes('/assets/')).length).toBeGreaterThan(0);
  expect(urls.filter((url) => url.endsWith(library))).toEqual([]);
});
