import type { Page } from 'playwright-core';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Screen } from './screenStateType.ts';
import { neverAnswers, press, refuses, state } from '../fakeRepliesAndScreenSteps.ts';

// Lists the states of the timesheet page. The demo has one approved week, one returned week and five submitted weeks.

const conflict = async (page: Page): Promise<void> => {
  await page.route('**/api/timesheet/save', async (route) => {
    const mine = route.request().postDataJSON() as object;
    const theirs = { ...mine, task: 'Theirs '.repeat(60), meetingName: 'Daily stand-up', totalHours: 7.33 };
    const data = { task: theirs };
    const refusal = { status: 'Error', data, code: 409, message: '', errorCode: 'TASK_CHANGED' };
    await route.fulfill({ status: 409, json: refusal });
  });
  await page
    .getByRole('button', { name: /^Edit “/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Time' }).fill('9');
  await press(page, 'Save');
};

const longName = 'Wolfeschlegelsteinhausenbergerdorff Maximiliana Konstantinopolitanischedudelsackpfeife';

/** Fakes replies in which the names and texts of the demo's rows are very long. */
const lengthen = async (page: Page): Promise<void> => {
  await page.route('**/api/timesheet/get', async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = (await reply.json()) as { readonly data: { readonly items: readonly Task[] } };
    const items = data.items.map((task, index) => ({
      ...{ ...task, user: index === 1 ? '' : longName, date: index === 0 ? '2026-11-22' : task.date },
      task: index === 0 ? 'Donaudampfschifffahrtsgesellschaft'.repeat(20) : `${task.task}\n`.repeat(12),
      meetingName:
        index === 2 ? null : 'A daily stand-up whose name is as long as a name may be, '.repeat(2).slice(0, 100),
    }));
    await route.fulfill({ json: { ...rest, data: { ...data, items } } });
  });
};

const lastWeek = '/timesheet?week=2026-11-09';

export const timesheetScreenStates: readonly Screen[] = [
  state('timesheet', { at: '/timesheet', shows: /Hours in \d+ tasks/, who: 'ann' }),
  state('timesheet-filter', {
    at: '/timesheet',
    then: (page) => page.getByRole('button', { name: /^Users/ }).click(),
    shows: 'Farid Haddad',
    who: 'bob',
  }),
  state('timesheet-incomplete', {
    at: '/timesheet',
    then: async (page) => {
      await press(page, 'Add');
      await page.getByRole('textbox', { name: 'Time' }).fill('24');
      await press(page, 'Save');
    },
    shows: 'Please provide Task!',
    who: 'bob',
  }),
  state('timesheet-conflict', { at: lastWeek, then: conflict, shows: 'This task was changed elsewhere', who: 'bob' }),
  {
    name: 'timesheet-long',
    who: 'bob',
    open: async (page, address) => {
      await lengthen(page);
      await page.goto(`${address}/timesheet`);
      await page.getByText(longName).first().waitFor();
    },
  },
  state('timesheet-empty', { at: '/timesheet?from=2026-01-01&to=2026-01-31', shows: 'No tasks found.', who: 'bob' }),
  state('timesheet-too-large', {
    at: '/timesheet',
    answers: { 'timesheet/downloadtoken': refuses(413, 'TOO_LARGE', 'These are 200,000 rows. Please download CSV.') },
    then: (page) => press(page, 'Download'),
    shows: 'These are 200,000 rows.',
    who: 'bob',
  }),
  state('timesheet-week', { at: lastWeek, shows: 'Sent back by Ann Moreau', who: 'bob' }),
  state('timesheet-week-approved', { at: '/timesheet?week=2026-11-02', shows: 'Approved by Ann Moreau', who: 'bob' }),
  state('timesheet-week-empty', { at: '/timesheet?week=2026-01-05', shows: 'No tasks in this week.', who: 'bob' }),
  state('timesheet-send-back', {
    at: '/timesheet',
    then: async (page) => {
      await page.getByRole('button', { name: /wait for approval$/ }).click();
      await page.getByRole('button', { name: /^Deepak Rao, Mon 9/ }).click();
      await press(page, 'Send back');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send back' }).click();
    },
    shows: 'Please give a reason.',
    who: 'ann',
  }),
  state('timesheet-foreign', { at: '/timesheet?team=none', shows: 'to a team that you are not in', who: 'bob' }),
  state('timesheet-failed', {
    at: '/timesheet',
    answers: { 'timesheet/get': refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'bob',
  }),
  {
    name: 'timesheet-loading',
    who: 'bob',
    open: async (page, address) => {
      await page.route('**/api/timesheet/get', neverAnswers);
      await page.goto(`${address}/timesheet`);
      await page.getByRole('status', { name: 'Loading' }).waitFor();
    },
  },
  state('embedded-timesheet', { at: '/teams/timesheet', shows: /Hours in \d+ tasks/, who: 'ann' }),
];
