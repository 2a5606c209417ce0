import type { Page } from 'playwright-core';
import type { LinkPattern } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { changes, press, state } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';
import { openDemoReport, openWizardStep } from './openDemoReportAndWizard.ts';

// Lists the states of settings: quiet hours, link patterns, reminders of blockers, thresholds of the attention list,
// observers, and a template that an admin saves.

const quiet = (name: string, from: number, to: number, shows: string): Screen =>
  state(`settings-quiet-${name}`, {
    at: '/settings?tab=preferences',
    answers: { 'member/preferences': changes((data: object) => ({ ...data, quietHours: { from, to } })) },
    then: (page) => page.getByText(shows).scrollIntoViewIfNeeded(),
    shows,
    who: 'bob',
  });

const patterns: readonly LinkPattern[] = [
  { prefix: 'ABC-', url: 'https://contoso.atlassian.net/browse/{key}' },
  { prefix: '#', url: `https://github.com/${'contoso-platform-engineering/'.repeat(6)}issues/{number}` },
];
const many: readonly LinkPattern[] = Array.from({ length: limits.linkPatterns }, (_, index) => ({
  prefix: `TEAM${String(index)}-`,
  url: 'https://contoso.atlassian.net/browse/{key}',
}));

const links = (
  name: string,
  { stored, then, shows }: { stored: readonly LinkPattern[]; then?: (page: Page) => Promise<void>; shows: string },
): Screen =>
  state(`settings-links-${name}`, {
    at: '/settings?tab=organization',
    answers: { 'org/get*': changes((data: object) => ({ ...data, linkPatterns: stored })) },
    then: async (page) => {
      await page.getByRole('heading', { name: 'Links in answers' }).waitFor();
      await then?.(page);
      await page.getByText(shows).first().scrollIntoViewIfNeeded();
    },
    shows,
    who: 'ann',
  });

const wrongPatterns = async (page: Page): Promise<void> => {
  await press(page, 'Jira');
  const added = page.getByRole('group', { name: 'Pattern 3' });
  await added.getByLabel('Prefix').fill('ABC-');
  await press(page, 'Other');
  const other = page.getByRole('group', { name: 'Pattern 4' });
  await other.getByLabel('Prefix').fill('(a+)+');
  await other.getByLabel('Address').fill('javascript:alert(1)//{key}');
  await press(page, 'Save patterns');
};

/** Fills the wizard up to a step, and then acts on it. */
const wizardAt = (name: string, step: 'Members' | 'Settings', act: (page: Page) => Promise<void>): Screen => ({
  name: `wizard-${name}`,
  who: 'ann',
  open: (page, address) =>
    openWizardStep(page, address, step, async (item) => {
      if (item === 'Details') await page.getByLabel('Name').fill('Weekly planning');
      if (item === 'Members') await page.getByText('Bob Lindqvist', { exact: true }).click();
      if (item === step) await act(page);
    }),
});

const openThresholds = async (page: Page): Promise<void> => {
  await page.getByText('Needs attention', { exact: true }).click();
  await page.getByText('People the bot cannot reach').scrollIntoViewIfNeeded();
};

const openObservers = async (page: Page): Promise<void> => {
  await page.getByText('Observers', { exact: true }).click();
  const observers = page.getByRole('group', { name: 'Observers' });
  await observers.getByText('Deepak Rao', { exact: true }).click();
  await observers.getByText('1 of').waitFor();
};

export const settingsScreenStates: readonly Screen[] = [
  quiet('overnight', 20 * 60, 8 * 60, 'They end on the next day.'),
  quiet('impossible', 20 * 60, 20 * 60, 'Quiet hours last at least'),
  links('none', { stored: [], shows: 'There are no patterns yet.' }),
  links('examples', { stored: patterns, shows: 'ABC-123' }),
  links('wrong', { stored: patterns, then: wrongPatterns, shows: 'Another pattern has this prefix.' }),
  links('full', { stored: many, shows: 'An organization can have at most 20 link patterns.' }),
  wizardAt('observers', 'Members', openObservers),
  wizardAt('rules', 'Settings', openThresholds),
  wizardAt('rules-incomplete', 'Settings', async (page) => {
    await openThresholds(page);
    await page.getByLabel('Remind after working days').fill('99');
    await page.getByRole('spinbutton', { name: /^People silent/ }).fill('');
    await press(page, 'Done');
    await page
      .getByText(/Enter a number from/)
      .first()
      .waitFor();
  }),
  {
    name: 'report-rules',
    who: 'ann',
    open: async (page, address) => {
      await openDemoReport(page, address, 'Report Details');
      await openThresholds(page);
    },
  },
  {
    name: 'template-save',
    who: 'ann',
    open: async (page, address) => {
      await openDemoReport(page, address, 'Settings');
      await press(page, 'Save as a template');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel('Name of the template').fill(' ');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Please provide name.').waitFor();
    },
  },
];
