import type { Page } from 'playwright-core';
import { axeFaults, hasFocus, settle, tabTo } from '../watchAndCheckPage.ts';
import {
  seeHeading,
  pressNext,
  scratchButton,
  seeDetails,
  startFromScratch,
  seeSavedNotice,
  useWizard,
} from './wizardSteps.ts';

const { open, readSaved, server, timed } = useWizard();

const questionText = (page: Page, number: number) =>
  page.getByRole('listitem', { name: `Question ${number}` }).getByRole('textbox', { name: 'Question', exact: true });

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
      await page.goto(`${server().address}/reports/create`);
      await scratchButton(page).waitFor();
      await to(scratchButton(page));
      await page.keyboard.press('Enter');
      await seeDetails(page);
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
      await seeHeading(page, 'Members');
      await hasFocus(page, page.getByRole('heading', { level: 2, name: 'Members' }));
      await page.getByRole('checkbox', { name: 'Select all' }).waitFor();
      await to(page.getByRole('checkbox', { name: /^Ann/ }));
      await page.keyboard.press('Space');
      await page.keyboard.press('End');
      await page.keyboard.press('Space');
      await to(button('Next'));
      await page.keyboard.press('Enter');
      await seeHeading(page, 'Questions');
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
      await seeHeading(page, 'Settings');
      await to(button('Done'));
      await page.keyboard.press('Enter');
      await seeSavedNotice(page);
    });
    expect(unseen).toEqual([]);
    const report = await readSaved('By keyboard');
    expect(report).toMatchObject({ time: 585, timezone: 'Asia/Kolkata', saturday: true });
    expect(report.members).toHaveLength(2);
    expect(report.questions[0]?.text).toBe('What do you plan to do?');
    await page.context().close();
  });

  it('is taken to the number of days for reminders of blockers that is too large', async () => {
    const page = await open();
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    await page.getByLabel('Name').fill('Too late');
    await pressNext(page);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await pressNext(page);
    await seeHeading(page, 'Questions');
    await pressNext(page);
    await seeHeading(page, 'Settings');
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
    await page.goto(`${server().address}/reports/create`);
    await startFromScratch(page);
    const name = page.getByLabel('Name');
    await name.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Please provide name.').waitFor();
    await page.keyboard.type('Nobody yet');
    for (const step of ['Members', 'Questions', 'Settings']) {
      await tabTo(page, page.getByRole('button', { name: 'Next' }), 80);
      await page.keyboard.press('Enter');
      await seeHeading(page, step);
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
