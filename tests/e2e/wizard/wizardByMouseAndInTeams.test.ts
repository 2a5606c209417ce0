import { ann } from '../demo/demoInstantsDatesAndPeople.ts';
import { openInTeams } from '../teamsTab/fakeTeamsFrame.ts';
import { watch } from '../watchAndCheckPage.ts';
import { seeHeading, pressNext, startFromScratch, seeSavedNotice, holdPart, useWizard } from './wizardSteps.ts';

const { browser, open, readSaved, server, teamId, timed } = useWizard();

describe('by mouse', () => {
  it('makes the report that was put together, down to the dragged question', async () => {
    // The window is tall enough for all questions, so that nothing scrolls below the pointer while a question is
    // dragged.
    const page = await open({ width: 1280, height: 1600 });
    const { errors, foreignHosts } = watch(page);
    const showOptions = await holdPart(page, 'questions/OptionsEditor');
    await timed('by mouse', async () => {
      await page.goto(`${server().address}/reports/create`);
      await startFromScratch(page);
      await page.getByLabel('Name').fill('By mouse 50%/#?');
      await page.getByRole('button', { name: 'Wednesday' }).click();
      await page.getByRole('combobox', { name: 'Time', exact: true }).click();
      await page.getByRole('option', { name: '14:15' }).click();
      await page.getByRole('combobox', { name: 'Timezone' }).fill('new york');
      await page.getByRole('option', { name: /^America\/New_York/ }).click();
      await pressNext(page);
      await seeHeading(page, 'Members');
      await page.getByRole('searchbox').fill('bob');
      await page.getByText('Select all found').click();
      await page.getByRole('searchbox').fill('');
      await page.getByText('Chioma Okafor').click();
      await pressNext(page);
      await seeHeading(page, 'Questions');
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
      await pressNext(page);
      await seeHeading(page, 'Settings');
      await page.getByText('Post the summary to the channel').click();
      await page.getByRole('button', { name: 'Done', exact: true }).dblclick();
      await seeSavedNotice(page);
    });
    await page.waitForURL(`${server().address}/reports`);
    await page.getByText('By mouse 50%/#?').first().waitFor();
    const report = await readSaved('By mouse 50%/#?');
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
  await page.goto(`${server().address}/reports/create`);
  await startFromScratch(page);
  await page.getByLabel('Name').fill('Late parts');
  for (const earlier of ['Details', 'Members', 'Questions']) {
    await seeHeading(page, earlier);
    await pressNext(page);
  }
  await seeHeading(page, 'Settings');
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
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
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

describe('inside Teams', () => {
  it('creates a report for the team of the address and stores no draft in the browser', async () => {
    const teams = await openInTeams(browser(), server(), `/teams/reports/create/${teamId()}`, { mayStore: true });
    const { errors } = watch(teams.page);
    const { frame } = teams;
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await frame.getByLabel('Email').fill(ann.email);
    await frame.getByLabel('Password', { exact: true }).fill(ann.password);
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await timed('inside Teams', async () => {
      await startFromScratch(frame);
      await frame.getByLabel('Name').fill('In Teams');
      await pressNext(frame);
      await seeHeading(frame, 'Members');
      await frame.getByText('Select all').click();
      await pressNext(frame);
      await seeHeading(frame, 'Questions');
      await pressNext(frame);
      await seeHeading(frame, 'Settings');
      expect(await teams.stored()).toEqual([]);
      await frame.getByRole('button', { name: 'Done', exact: true }).click();
      await seeSavedNotice(frame);
    });
    await frame.getByRole('heading', { level: 1, name: '18 November 2026' }).waitFor();
    expect(teams.path()).toBe('/teams/home');
    expect((await readSaved('In Teams')).members).toHaveLength(6);
    expect(errors()).toEqual([]);
    await teams.close();
  });
});
