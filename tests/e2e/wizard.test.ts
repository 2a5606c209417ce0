import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Meeting, MeetingListItem } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type { Member, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { readManifest } from '../support/files/readWebBuild.ts';
import { ann, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { openInTeams } from './teamsTab/fakeTeamsFrame.ts';
import { axeFaults, hasFocus, settle, sidewaysScroll, tabTo, watch } from './watchAndCheckPage.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { callAs, sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Tests that the wizard creates a report by mouse and by keyboard, in the browser and embedded.

let server: TestServer;
let browser: Browser;
let call: Awaited<ReturnType<typeof callAs>>;
let teamId: string;
let session: Session;

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

const figures: string[] = [];
afterAll(() => {
  process.stdout.write(`From opening the wizard to the saved report:\n${figures.join('\n')}\n`);
});
const timed = async (how: string, act: () => Promise<void>): Promise<void> => {
  const from = performance.now();
  await act();
  figures.push(`  ${how}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
};

const viewport = { width: 1280, height: 800 };
const open = (size = viewport): Promise<Page> => openPage(browser, server, size, session);

type Place = Page | FrameLocator;
const heading = (place: Place, name: string): Promise<void> =>
  place.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const next = (place: Place): Promise<void> => place.getByRole('button', { name: 'Next' }).click();
const scratch = (place: Place) => place.getByRole('button', { name: 'Start from scratch', exact: true });
const details = (place: Place): Promise<void> => place.getByRole('combobox', { name: 'Timezone' }).waitFor();
/** Leaves the gallery and opens the wizard with the default values. */
const ready = async (place: Place): Promise<void> => {
  await scratch(place).click();
  await details(place);
};
const seeSavedNotice = (place: Place): Promise<void> =>
  place.getByText('Your report has been successfully saved.').last().waitFor();

const questionText = (page: Page, number: number) =>
  page.getByRole('listitem', { name: `Question ${number}` }).getByRole('textbox', { name: 'Question', exact: true });

/** Holds back the code of a part of the form until the returned function is called. */
const holdPart = async (page: Page, part: string): Promise<() => void> => {
  const file = readManifest()[`src/screens/reports/form/${part}.tsx`]?.file ?? '';
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${file}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

const saved = async (name: string): Promise<Meeting> => {
  const list = (await call('GET', `/api/meeting/getlist/${teamId}`)) as MeetingListItem[];
  const namesakes = list.filter((item) => item.name === name);
  expect(namesakes).toHaveLength(1);
  return (await call('GET', `/api/meeting/get/${namesakes[0]?.id ?? ''}`)) as Meeting;
};

describe('by mouse', () => {
  it('makes the report that was put together, down to the dragged question', async () => {
    // The window is tall enough for all questions, so that nothing scrolls below the pointer while a question is
    // dragged.
    const page = await open({ width: 1280, height: 1600 });
    const { errors, foreignHosts } = watch(page);
    const showOptions = await holdPart(page, 'questions/OptionsEditor');
    await timed('by mouse', async () => {
      await page.goto(`${server.address}/reports/create`);
      await ready(page);
      await page.getByLabel('Name').fill('By mouse 50%/#?');
      await page.getByRole('button', { name: 'Wednesday' }).click();
      await page.getByRole('combobox', { name: 'Time', exact: true }).click();
      await page.getByRole('option', { name: '14:15' }).click();
      await page.getByRole('combobox', { name: 'Timezone' }).fill('new york');
      await page.getByRole('option', { name: /^America\/New_York/ }).click();
      await next(page);
      await heading(page, 'Members');
      await page.getByRole('searchbox').fill('bob');
      await page.getByText('Select all found').click();
      await page.getByRole('searchbox').fill('');
      await page.getByText('Chioma Okafor').click();
      await next(page);
      await heading(page, 'Questions');
      // Waits until the questions can be dragged, because that code loads later.
      for (const ancestor of ['Question 1', 'Question 4'])
        await page.getByRole('listitem', { name: ancestor }).and(page.locator('[draggable=true]')).waitFor();
      // A person may press the handle before the options of a question are shown, so the question must keep its place
      // when the options appear.
      const last = page.getByRole('listitem', { name: 'Question 4' });
      const firstOption = page.getByRole('textbox', { name: 'Option 1' });
      const placeBefore = await last.boundingBox();
      expect(await firstOption.count()).toBe(0);
      showOptions();
      await firstOption.waitFor();
      expect(await last.boundingBox()).toEqual(placeBefore);
      await last
        .getByTitle('Drag to another place')
        .dragTo(page.getByRole('listitem', { name: 'Question 1' }), { targetPosition: { x: 80, y: 6 } });
      await page.getByText('Question moved to place 1 of 4.').waitFor({ state: 'attached' });
      await next(page);
      await heading(page, 'Settings');
      await page.getByText('Post the summary to the channel').click();
      await page.getByRole('button', { name: 'Done', exact: true }).dblclick();
      await seeSavedNotice(page);
    });
    await page.waitForURL(`${server.address}/reports`);
    await page.getByText('By mouse 50%/#?').first().waitFor();
    const report = await saved('By mouse 50%/#?');
    expect(report).toMatchObject({
      time: 855,
      timezone: 'America/New_York',
      wednesday: false,
      thursday: true,
      saturday: false,
      isReportSummaryInChat: false,
    });
    expect(report.members).toHaveLength(2);
    expect(report.questions.map(({ text }) => text)).toEqual([
      'What blocks you?',
      'What did you get done?',
      'What do you plan to do?',
      'Are you blocked?',
    ]);
    expect(errors()).toEqual([]);
    expect(foreignHosts()).toEqual([]);
    await page.context().close();
  });
});

it('a part of a step that loads late moves no button: the step shows its buttons together with it', async () => {
  const page = await open();
  const showRules = await holdPart(page, 'rules/BlockerAndAttentionRules');
  await page.goto(`${server.address}/reports/create`);
  await ready(page);
  await page.getByLabel('Name').fill('Late parts');
  for (const earlier of ['Details', 'Members', 'Questions']) {
    await heading(page, earlier);
    await next(page);
  }
  await heading(page, 'Settings');
  const done = page.getByRole('button', { name: 'Done', exact: true });
  await done.waitFor({ state: 'hidden' });
  showRules();
  await done.waitFor();
  expect(await page.getByText('Needs attention').first().isVisible()).toBe(true);
  await page.context().close();
});

describe('the list of zones', () => {
  it.each(['UTC', 'Pacific/Wallis', 'Africa/Abidjan'])('opens at the chosen zone %s', async (zone) => {
    const page = await open();
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    const field = page.getByRole('combobox', { name: 'Timezone' });
    await field.fill(zone);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').click();
    await field.click();
    const zones = page.getByRole('listbox', { name: 'Timezone' });
    const chosen = await zones.getByRole('option', { selected: true }).boundingBox();
    const list = await zones.boundingBox();
    expect(list).not.toBeNull();
    expect(chosen?.y ?? 0).toBeGreaterThanOrEqual(list?.y ?? Infinity);
    expect((chosen?.y ?? Infinity) + (chosen?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await page.context().close();
  });
});

describe('by keyboard alone', () => {
  /** True if the focus is visible, as an outline or as the line that Fluent draws below a field. */
  const focusIsSeen = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return false;
      for (
        let ancestor: Element | null = element;
        ancestor !== null && ancestor !== document.body;
        ancestor = ancestor.parentElement
      ) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(ancestor);
        if ((outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none') return true;
        if (getComputedStyle(ancestor, '::after').transform === 'matrix(1, 0, 0, 1, 0, 0)') return true;
      }
      return false;
    });

  it('creates a report, with a visible focus at every step', async () => {
    const page = await open();
    const unseen: string[] = [];
    const to = async (place: ReturnType<Page['locator']>): Promise<void> => {
      await tabTo(page, place, 80);
      await settle(page);
      if (!(await focusIsSeen(page))) unseen.push(String(place));
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await timed('by keyboard', async () => {
      await page.goto(`${server.address}/reports/create`);
      await scratch(page).waitFor();
      await to(scratch(page));
      await page.keyboard.press('Enter');
      await details(page);
      await hasFocus(page, page.getByRole('heading', { level: 2, name: 'Details' }));
      await to(page.getByLabel('Name'));
      await page.keyboard.type('By keyboard');
      await to(button('Saturday'));
      await page.keyboard.press('Space');
      await to(page.getByRole('combobox', { name: 'Time', exact: true }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('9:45');
      await to(page.getByRole('combobox', { name: 'Timezone' }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('kolkata');
      await page.getByRole('option', { name: /^Asia\/Kolkata/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await to(button('Next'));
      await page.keyboard.press('Enter');
      await heading(page, 'Members');
      await hasFocus(page, page.getByRole('heading', { level: 2, name: 'Members' }));
      await page.getByRole('checkbox', { name: 'Select all' }).waitFor();
      await to(page.getByRole('checkbox', { name: /^Ann/ }));
      await page.keyboard.press('Space');
      await page.keyboard.press('End');
      await page.keyboard.press('Space');
      await to(button('Next'));
      await page.keyboard.press('Enter');
      await heading(page, 'Questions');
      await to(questionText(page, 2));
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('Question moved to place 1 of 4.').waitFor({ state: 'attached' });
      await to(button('Move question 1 down'));
      await page.keyboard.press('Enter');
      await page.getByText('Question moved to place 2 of 4.').waitFor({ state: 'attached' });
      await to(button('Move question 2 up'));
      await page.keyboard.press('Enter');
      await to(button('Next'));
      await page.keyboard.press('Enter');
      await heading(page, 'Settings');
      await to(button('Done'));
      await page.keyboard.press('Enter');
      await seeSavedNotice(page);
    });
    expect(unseen).toEqual([]);
    const report = await saved('By keyboard');
    expect(report).toMatchObject({ time: 585, timezone: 'Asia/Kolkata', saturday: true });
    expect(report.members).toHaveLength(2);
    expect(report.questions[0]?.text).toBe('What do you plan to do?');
    await page.context().close();
  });

  it('is taken to the number of days for reminders of blockers that is too large', async () => {
    const page = await open();
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').fill('Too late');
    await next(page);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await next(page);
    await heading(page, 'Questions');
    await next(page);
    await heading(page, 'Settings');
    const part = page.getByRole('region', { name: 'Open blockers' });
    const days = part.getByRole('spinbutton', { name: 'Remind after working days' });
    await tabTo(page, days, 80);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('61');
    await tabTo(page, page.getByRole('button', { name: 'Done', exact: true }), 80);
    await page.keyboard.press('Enter');
    await part.getByText('Enter a number from 0 to 60.').waitFor();
    await hasFocus(page, days);
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  });

  it('is taken to what is missing', async () => {
    const page = await open();
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    const name = page.getByLabel('Name');
    await name.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Please provide name.').waitFor();
    await page.keyboard.type('Nobody yet');
    for (const step of ['Members', 'Questions', 'Settings']) {
      await tabTo(page, page.getByRole('button', { name: 'Next' }), 80);
      await page.keyboard.press('Enter');
      await heading(page, step);
    }
    await tabTo(page, page.getByRole('button', { name: 'Done', exact: true }), 80);
    await page.keyboard.press('Enter');
    await page.getByText('Please add at least one member to schedule a report.').waitFor();
    await hasFocus(page, page.getByRole('checkbox', { name: 'Select all' }));
    await page.keyboard.press('Space');
    await page.getByText('6 of 6 selected').waitFor();
    await page.context().close();
  });
});

describe('inside Teams', () => {
  it('creates a report for the team of the address and stores no draft in the browser', async () => {
    const teams = await openInTeams(browser, server, `/teams/reports/create/${teamId}`, { mayStore: true });
    const { errors } = watch(teams.page);
    const { frame } = teams;
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await frame.getByLabel('Email').fill(ann.email);
    await frame.getByLabel('Password', { exact: true }).fill(ann.password);
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await timed('inside Teams', async () => {
      await ready(frame);
      await frame.getByLabel('Name').fill('In Teams');
      await next(frame);
      await heading(frame, 'Members');
      await frame.getByText('Select all').click();
      await next(frame);
      await heading(frame, 'Questions');
      await next(frame);
      await heading(frame, 'Settings');
      expect(await teams.stored()).toEqual([]);
      await frame.getByRole('button', { name: 'Done', exact: true }).click();
      await seeSavedNotice(frame);
    });
    await frame.getByRole('heading', { level: 1, name: '18 November 2026' }).waitFor();
    expect(teams.path()).toBe('/teams/home');
    expect((await saved('In Teams')).members).toHaveLength(6);
    expect(errors()).toEqual([]);
    await teams.close();
  });
});

describe('unfinished work', () => {
  it('returns after a reload, which asks first', async () => {
    const page = await open();
    let requested = '';
    page.on('dialog', (dialog) => {
      requested = dialog.type();
      void dialog.accept();
    });
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').pressSequentially('Half done');
    await next(page);
    await heading(page, 'Members');
    await page.getByText('Bob Lindqvist').click();
    await page.reload();
    expect(requested).toBe('beforeunload');
    await page.getByText('Your earlier entries are restored.').waitFor();
    await page.getByText('1 of 6 selected').waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half done');
    await page.context().close();
  });

  it('unfinished work that was saved without an answer is the same report when it is sent again', async () => {
    const page = await open();
    await page.route(
      '**/api/meeting/save',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').fill('Lost reply');
    await next(page);
    await heading(page, 'Members');
    await page.getByText('Select all').click();
    await next(page);
    await heading(page, 'Questions');
    await next(page);
    await heading(page, 'Settings');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('Your report is not saved yet').waitFor();
    expect((await saved('Lost reply')).rev).toBe(1);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await seeSavedNotice(page);
    expect((await saved('Lost reply')).rev).toBe(1);
    await page.context().close();
  });

  it('is asked about before it is left for another page', async () => {
    const page = await open();
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').fill('Half done');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Leave without saving?').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${server.address}/reports/create`);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Yes, Leave' }).click();
    await page.waitForURL(`${server.address}/`);
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await page.context().close();
  });
});

describe('a large report', () => {
  const many = Array.from({ length: 500 }, (_, index): Member => ({
    id: `0000000000000000000000${String(index).padStart(4, '0')}` as Member['id'],
    name: `${'Long name '.repeat(19)}${String(index)}`,
    email: `person${String(index)}@rollcall.test`,
    thumbnailUrl: null,
    isEnabled: true,
    role: 'user',
    timezone: null,
    isMuted: false,
    unreachable: null,
    unreachableSince: null,
  }));

  // ReportMembersSection.test.tsx counts the redrawn rows, because a time limit would depend on the machine.
  it('the members of a report of 500 with names of 200 characters can be chosen', async () => {
    const page = await open();
    const json = { status: 'Success', data: many, code: 200, message: '', errorCode: null };
    await page.route('**/api/member/list/**', (route) => route.fulfill({ json }));
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').fill('Five hundred');
    await next(page);
    await heading(page, 'Members');
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(500);
    const first = page.getByRole('checkbox', { name: /rollcall.test/ }).first();
    await page.evaluate(() => {
      const longest = { ms: 0 };
      Object.assign(window, { longest });
      new PerformanceObserver((list) => {
        list.getEntries().forEach(({ duration }) => {
          longest.ms = Math.max(longest.ms, duration);
        });
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    await first.click();
    await page.getByText('1 of 500 selected').waitFor();
    await page.getByText('Select all').click();
    await page.getByText('500 of 500 selected').waitFor();
    await settle(page);
    const ms = await page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms);
    figures.push(`  500 members, longest answer to a click: ${String(ms)} ms`);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.context().close();
  });

  it('a large report of 20 questions can be put in order, and is saved', async () => {
    const page = await open();
    await page.goto(`${server.address}/reports/create`);
    await ready(page);
    await page.getByLabel('Name').fill('Twenty questions');
    await next(page);
    await heading(page, 'Members');
    await page.getByText('Select all').click();
    await next(page);
    await heading(page, 'Questions');
    const add = page.getByRole('button', { name: 'Add a question' });
    for (let number = 5; number <= 20; number += 1) {
      await add.click();
      await page.keyboard.type(`Question number ${String(number)}`);
    }
    await page.getByRole('button', { name: 'Add a question', disabled: true }).waitFor();
    for (let moves = 0; moves < 19; moves += 1) await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Question moved to place 1 of 20.').waitFor({ state: 'attached' });
    await next(page);
    await heading(page, 'Settings');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await seeSavedNotice(page);
    const { questions } = await saved('Twenty questions');
    expect(questions).toHaveLength(20);
    expect(questions[0]?.text).toBe('Question number 20');
    await page.context().close();
  });
});
