import type { Screen } from './allScreens.ts';
import { neverAnswers, refuses, state } from '../stagedReplies.ts';

// Lists the states of the roll-up: as the demo fills it by person with open entries, by question, inside the chat tool, empty,
// loading and refused.

export const rollupScreens: readonly Screen[] = [
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
  state('embedded-rollup', { at: '/teams/rollup?period=LAST_WEEK&by=DAY', shows: 'Answered', who: 'bob' }),
  state('rollup-none', {
    at: '/rollup?period=RANGE&from=2020-01-01&to=2020-01-31',
    shows: 'Nothing in this period',
    who: 'bob',
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
