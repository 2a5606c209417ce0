import type { Page } from 'playwright-core';
import { billingScreenStates } from './billingScreenStates.ts';
import { blockerScreenStates } from './blockerScreenStates.ts';
import { templateGalleryScreenStates } from './templateGalleryScreenStates.ts';
import { catchupScreenStates } from './catchupScreenStates.ts';
import { chatCardScreenStates } from './chatCardScreenStates.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import { dayMemberTeamScreenStates } from './dashboardAndPersonPageScreenStates.ts';
import { digestScreenStates } from './digestScreenStates.ts';
import { promptScreenStates } from './promptScreenStates.ts';
import { rollupScreenStates } from './rollupScreenStates.ts';
import { settingsScreenStates } from './settingsScreenStates.ts';
import { generatedSummaryScreenStates } from './generatedSummaryScreenStates.ts';
import { openDemoReport, openWizard, openWizardStep } from './openDemoReportAndWizard.ts';
import { fakeDraft, openAnswerDialog } from './answerDialogAndFakeCards.ts';
import { readPartsAlone } from '../fakeRepliesAndScreenSteps.ts';
import type { Reader, Screen } from './screenStateType.ts';

// Lists each screen in each of its states, with the steps that lead there. The same checks run on all of them.

const day = (name: string, date: string, shows: string): Screen => ({
  name,
  who: 'bob',
  open: async (page, address) => {
    await page.goto(`${address}/?date=${date}`);
    await page.getByText(shows).first().waitFor();
  },
});

const openCard = async (page: Page, address: string): Promise<void> => {
  await fakeDraft(page);
  const dialog = await openAnswerDialog(page, address);
  await dialog.getByRole('button', { name: 'Send' }).waitFor();
};

const openEdit = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('button', { name: /^Edit your answer/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
};

const at = (name: string, where: string, shows: string, who: Screen['who'] = 'nobody'): Screen => ({
  name,
  who,
  open: async (page, address) => {
    await page.goto(`${address}${where}`);
    await page.getByText(shows).first().waitFor();
  },
});

const longName = 'Wwwwwwwwww'.repeat(10);
const longQuestion = 'W'.repeat(300);

const fillLongQuestion = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page
    .getByRole('listitem', { name: 'Question 5' })
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill(longQuestion);
};

/** Opens the wizard at a step, with a name and all members chosen. The longest name also gets the longest question. */
const wizard = (
  name: string,
  step: 'Details' | 'Members' | 'Questions' | 'Settings',
  reportName = 'Weekly planning',
): Screen => ({
  name,
  who: 'ann',
  open: (page, address) =>
    openWizardStep(page, address, step, async (item) => {
      if (item === 'Details') await page.getByLabel('Name').fill(reportName);
      if (item === 'Members') await page.getByText('Select all').click();
      if (item === 'Questions' && reportName === longName) await fillLongQuestion(page);
    }),
});

const reports = '**/api/meeting/getreport/**';

const report = (name: string, who: Reader, tab: string | undefined, shows: string): Screen => ({
  name,
  who,
  open: async (page, address) => {
    await openDemoReport(page, address, tab);
    await page.getByText(shows).first().waitFor();
  },
});

/** All screens with their states. The demo's clock shows a time after the stand-up opened. */
export const screens: readonly Screen[] = [
  at('not-found', '/nowhere', 'Page not found'),
  day('day-open', dates.today, 'Still open'),
  day('day-answered', dates.answered, 'Need a decision on the export format'),
  day('day-two-meetings', dates.twoMeetings, 'What went well?'),
  day('day-vacation', dates.vacation, 'On Holiday!'),
  day('day-holiday', dates.holiday, "It's Holiday!"),
  day('day-empty', dates.sunday, 'No report ran on this day'),
  catchupScreenStates,
  at('no-reports', '/', 'No reports found', 'grace'),
  {
    name: 'not-connected',
    who: 'bob',
    open: async (page, address) => {
      const none = { status: 'Success', data: [], code: 200, message: '', errorCode: null };
      await readPartsAlone(page);
      await page.route('**/api/team/list', (route) => route.fulfill({ json: none }));
      await page.goto(address);
      await page.getByText('is not connected').waitFor();
    },
  },
  {
    name: 'failed',
    who: 'bob',
    open: async (page, address) => {
      const refusal = {
        status: 'Error',
        data: null,
        code: 400,
        message: 'Please try again later.',
        errorCode: 'INVALID_INPUT',
      };
      await readPartsAlone(page);
      await page.route(reports, (route) => route.fulfill({ status: 400, json: refusal }));
      await page.goto(address);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'loading',
    who: 'bob',
    open: async (page, address) => {
      await readPartsAlone(page);
      await page.route(reports, () => new Promise(() => undefined));
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: '2026' }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor();
    },
  },
  {
    name: 'date-picker',
    who: 'bob',
    open: async (page, address) => {
      await page.goto(`${address}/?date=${dates.answered}`);
      await page.getByText('Blockers and goals').waitFor();
      await page.getByRole('button', { name: 'Date: choose in a calendar' }).click();
      await page.getByRole('grid').first().waitFor();
    },
  },
  {
    name: 'user-menu',
    who: 'bob',
    open: async (page, address) => {
      await page.goto(`${address}/?date=${dates.sunday}`);
      await page.getByRole('button', { name: 'Bob Lindqvist' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'sidebar-narrow',
    who: 'bob',
    only: 'wide',
    open: async (page, address) => {
      await page.goto(`${address}/?date=${dates.answered}`);
      await page.getByText('Blockers and goals').waitFor();
      await page.locator('header').getByRole('button').first().click();
      await page.locator('header [aria-expanded=false]').first().waitFor();
    },
  },
  {
    name: 'sidebar-overlay',
    who: 'bob',
    only: 'phone',
    open: async (page, address) => {
      await page.goto(`${address}/?date=${dates.answered}`);
      await page.getByText('Blockers and goals').waitFor();
      await page.locator('header').getByRole('button').first().click();
      await page.getByRole('dialog').getByText('Dashboard').waitFor();
    },
  },
  { name: 'answer', who: 'bob', open: openCard },
  {
    name: 'answer-incomplete',
    who: 'bob',
    open: async (page, address) => {
      await openCard(page, address);
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await page.getByText('Please answer').first().waitFor();
    },
  },
  {
    name: 'answer-not-sent',
    who: 'bob',
    open: async (page, address) => {
      await openCard(page, address);
      await page.route('**/api/meeting/answer', (route) => route.abort());
      const card = page.getByRole('dialog');
      await card.getByLabel('What did you get done?').fill('Merged the retry change');
      await card.getByLabel('What do you plan to do?').fill('Cache warm-up job 3h');
      await card.getByRole('radio', { name: 'No' }).check({ force: true });
      await card.getByRole('button', { name: 'Send' }).click();
      await card.getByRole('alert').waitFor();
    },
  },
  { name: 'edit', who: 'ann', open: openEdit },
  {
    name: 'answered',
    who: 'ann',
    open: async (page, address) => {
      await openEdit(page, address);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).waitFor();
      await page.getByText('Your answer is saved').last().waitFor();
    },
  },
  at('team-settings', '/settings/team', 'or a calendar file', 'ann'),
  at('team-settings-user', '/settings/team', 'Only admins can change these settings', 'bob'),
  {
    name: 'team-settings-member',
    who: 'ann',
    open: async (page, address) => {
      await page.goto(`${address}/settings/team`);
      await page.getByRole('button', { name: 'More for Bob Lindqvist' }).click();
      await page.getByRole('menuitem', { name: 'Make an admin' }).waitFor();
    },
  },
  {
    name: 'team-settings-import',
    who: 'ann',
    open: async (page, address) => {
      await page.goto(`${address}/settings/team`);
      await page.getByLabel('Country').selectOption('Germany');
      await page.getByLabel('Year').selectOption('2027');
      await page.getByRole('button', { name: 'Show the days' }).click();
      await page.getByRole('alertdialog').getByText('Christmas Day').waitFor();
    },
  },
  at('settings', '/settings', 'You sign in with it', 'ann'),
  at('settings-password', '/settings?tab=password', 'At least 10 characters', 'bob'),
  at('settings-security', '/settings?tab=security', 'Nobody else uses two-step sign-in.', 'ann'),
  at('settings-vacation', '/settings?tab=vacation', 'Arrow keys move by day', 'ann'),
  at('settings-preferences', '/settings?tab=preferences', 'Where you are', 'ann'),
  at('settings-privacy', '/settings?tab=privacy', 'Erase my data', 'bob'),
  at('settings-organization', '/settings?tab=organization', 'Audit log', 'ann'),
  at('settings-organization-user', '/settings?tab=organization', 'Its admins can change it.', 'bob'),
  {
    name: 'settings-delete',
    who: 'ann',
    open: async (page, address) => {
      await page.goto(`${address}/settings?tab=organization`);
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, Delete' }).click();
      await page.getByText('That is not the name of the organization.').waitFor();
    },
  },
  at('reports', '/reports', 'Last run on', 'ann'),
  at('reports-none', '/reports', 'The reports of your team will be listed here.', 'grace'),
  at('reports-filtered', '/reports?search=nothing', 'Please try with different filters.', 'ann'),
  at('report-missing', '/reports/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'No reports found', 'ann'),
  report('report', 'ann', undefined, 'Blockers and goals'),
  report('report-details', 'ann', 'Report Details', 'Reminders & Summaries'),
  report('report-trends', 'ann', 'Trends', 'of those asked answered'),
  report('report-activity', 'ann', 'Activity', 'By '),
  report('report-activity-user', 'bob', 'Activity', 'By '),
  report('report-settings', 'ann', 'Settings', 'Delete the report'),
  {
    name: 'report-delete',
    who: 'ann',
    open: async (page, address) => {
      await openDemoReport(page, address, 'Settings');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'report-conflict',
    who: 'ann',
    open: async (page, address) => {
      await openDemoReport(page, address, 'Report Details');
      await page.getByLabel('First reminder').fill('Mine');
      // Fakes the reply to a save after another person has saved.
      await page.route('**/api/meeting/save', async (route) => {
        const mine = route.request().postDataJSON() as { readonly id: string };
        const reply = await page.request.get(`${address}/api/meeting/get/${mine.id}`, {
          headers: { authorization: route.request().headers()['authorization'] ?? '' },
        });
        const { data } = (await reply.json()) as { readonly data: object };
        const meeting = { ...data, rev: 99, firstReminderMessage: 'Theirs '.repeat(60), time: 630 };
        const refusal = {
          status: 'Error',
          data: { meeting, changes: [] },
          code: 409,
          message: '',
          errorCode: 'MEETING_CHANGED',
        };
        await route.fulfill({ status: 409, json: refusal });
      });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').getByText('changed in both versions').waitFor();
    },
  },
  {
    name: 'report-why',
    who: 'ann',
    open: async (page, address) => {
      await openDemoReport(page, address);
      await page
        .getByRole('button', { name: /^When asked\?/ })
        .first()
        .click();
      await page.getByRole('dialog').locator('p').first().waitFor();
    },
  },
  {
    name: 'person',
    who: 'ann',
    open: async (page, address) => {
      await page.goto(`${address}/?date=${dates.answered}`);
      await page.getByRole('link', { name: 'Bob Lindqvist' }).click();
      await page.getByText('Need a decision on the export format').first().waitFor();
    },
  },
  at('embedded', `/teams/home?date=${dates.answered}`, 'Blockers and goals', 'bob'),
  wizard('wizard-details', 'Details'),
  wizard('wizard-members', 'Members'),
  wizard('wizard-questions', 'Questions'),
  wizard('wizard-settings', 'Settings'),
  wizard('wizard-members-long', 'Members', longName),
  wizard('wizard-settings-long', 'Settings', longName),
  {
    name: 'wizard-questions-incomplete',
    who: 'ann',
    open: async (page, address) => {
      await wizard('wizard-questions', 'Questions').open(page, address);
      await page.getByRole('button', { name: 'Add a question' }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Question is required').waitFor();
    },
  },
  {
    name: 'wizard-incomplete',
    who: 'ann',
    open: async (page, address) => {
      await openWizard(page, address);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Please provide name.').waitFor();
    },
  },
  {
    name: 'wizard-time-open',
    who: 'ann',
    open: async (page, address) => {
      await openWizard(page, address);
      await page.getByRole('combobox', { name: 'Time', exact: true }).click();
      await page.getByRole('option', { name: '10:00' }).waitFor();
    },
  },
  {
    name: 'wizard-preview-failed',
    who: 'ann',
    open: async (page, address) => {
      await page.route('**/api/meeting/preview*', (route) => route.abort());
      await page.goto(`${address}/reports/create`);
      await page.getByRole('button', { name: 'Start from scratch', exact: true }).click();
      await page.getByText('The preview is not available right now.').nth(1).waitFor();
    },
  },
  {
    name: 'wizard-leaving',
    who: 'ann',
    open: async (page, address) => {
      await openWizard(page, address);
      await page.getByLabel('Name').fill('Half done');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...promptScreenStates,
  ...chatCardScreenStates,
  ...dayMemberTeamScreenStates,
  ...settingsScreenStates,
  ...generatedSummaryScreenStates,
  ...blockerScreenStates,
  ...rollupScreenStates,
  ...digestScreenStates,
  ...templateGalleryScreenStates,
  ...billingScreenStates,
];
