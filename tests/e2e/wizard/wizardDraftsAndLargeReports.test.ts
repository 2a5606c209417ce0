import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { axeFaults, settle, sidewaysScroll } from '../watchAndCheckPage.ts';
import { seeHeading, pressNext, startFromScratch, seeSavedNotice, useWizard } from './wizardSteps.ts';

const { figures, open, readSaved, server } = useWizard();

describe('unfinished work', () => {
  it('returns after a reload, which asks first', async () => {
    const page = await open();
    let requested = '';
    page.on('dialog', (dialog) => {
      requested = dialog.type();
      void dialog.accept();
    });
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').pressSequentially('Half done');
    await pressNext(page);
    await seeHeading(page, 'Members');
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
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').fill('Lost reply');
    await pressNext(page);
    await seeHeading(page, 'Members');
    await page.getByText('Select all').click();
    await pressNext(page);
    await seeHeading(page, 'Questions');
    await pressNext(page);
    await seeHeading(page, 'Settings');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('Your report is not saved yet').waitFor();
    expect((await readSaved('Lost reply')).rev).toBe(1);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await seeSavedNotice(page);
    expect((await readSaved('Lost reply')).rev).toBe(1);
    await page.context().close();
  });

  it('is asked about before it is left for another page', async () => {
    const page = await open();
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').fill('Half done');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Leave without saving?').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${server().address}/reports/create`);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Yes, Leave' }).click();
    await page.waitForURL(`${server().address}/`);
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
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
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').fill('Five hundred');
    await pressNext(page);
    await seeHeading(page, 'Members');
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
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').fill('Twenty questions');
    await pressNext(page);
    await seeHeading(page, 'Members');
    await page.getByText('Select all').click();
    await pressNext(page);
    await seeHeading(page, 'Questions');
    const add = page.getByRole('button', { name: 'Add a question' });
    for (let number = 5; number <= 20; number += 1) {
      await add.click();
      await page.keyboard.type(`Question number ${String(number)}`);
    }
    await page.getByRole('button', { name: 'Add a question', disabled: true }).waitFor();
    for (let moves = 0; moves < 19; moves += 1) await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Question moved to place 1 of 20.').waitFor({ state: 'attached' });
    await pressNext(page);
    await seeHeading(page, 'Settings');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await seeSavedNotice(page);
    const { questions } = await readSaved('Twenty questions');
    expect(questions).toHaveLength(20);
    expect(questions[0]?.text).toBe('Question number 20');
    await page.context().close();
  });
});
