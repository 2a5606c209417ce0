import type { Screen } from './screenStateType.ts';
import { fill, neverAnswers, press, refuses, state } from '../fakeRepliesAndScreenSteps.ts';

// Lists the states of the roll-up: by person with open entries, by question, inside the chat tool with a refused
// download, empty with wrong dates, loading, and refused.

export const rollupScreenStates: readonly Screen[] = [
  {
    name: 'rollup-person',
    who: 'ann',
    open: async (page, address) => {
      await page.goto(`${address}/rollup?period=LAST_WEEK`);
      await page
        .getByRole('button', { name: /^Show \d+ entr/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Hide the entries/ }).waitFor();
    },
  },
  state('rollup-question', {
    at: '/rollup?period=SPRINT&weeks=2&anchor=2026-11-09&by=QUESTION',
    shows: 'Are you blocked?',
    who: 'bob',
  }),
  state('embedded-rollup', {
    at: '/teams/rollup?period=LAST_WEEK&by=DAY',
    answers: { 'report/rollup/downloadtoken': refuses(413, 'TOO_LARGE', 'This is too much for one file.') },
    then: async (page) => {
      await press(page, 'Download');
      await page.getByRole('menuitem', { name: 'PDF' }).click();
    },
    shows: 'This is too much for one file.',
    who: 'bob',
  }),
  state('rollup-none', {
    at: '/rollup?period=RANGE&from=2020-01-01&to=2020-01-31',
    then: async (page) => {
      await fill(page, { To: '31.02.2026', From: '2026-12-24' });
      await page.getByLabel('Group by').focus();
      await page.getByText('The first day must not be after the last.').waitFor();
    },
    shows: 'Nothing in this period',
    who: 'grace',
  }),
  {
    name: 'rollup-loading',
    who: 'bob',
    open: async (page, address) => {
      await page.route('**/api/report/rollup?*', neverAnswers);
      await page.goto(`${address}/rollup`);
      await page.getByLabel('Group by').waitFor();
    },
  },
  state('rollup-refused', {
    at: '/rollup?period=LAST_MONTH',
    answers: { 'report/rollup?*': refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'bob',
  }),
];
