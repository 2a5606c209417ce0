import type { Page } from 'playwright-core';
import { readManifest } from '../../support/files/readWebBuild.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import type { Screen } from './screenStateType.ts';
import { fill, neverAnswers, press, refuses, state } from '../fakeRepliesAndScreenSteps.ts';
import { themeApplied } from '../watchAndCheckPage.ts';

// Lists screens that need no steps: settings that load or fail, other addresses of a report, and embedded pages.

/** Opens the page of the daily stand-up at one of its other addresses. */
const reportAt = (name: string, to: (path: string) => string, shows: string): Screen => ({
  name,
  who: 'ann',
  open: async (page, address) => {
    await page.goto(`${address}/reports`);
    await page.getByRole('link', { name: 'Daily stand-up' }).click();
    await page.getByRole('heading', { level: 1, name: 'Daily stand-up' }).waitFor();
    await page.goto(address + to(new URL(page.url()).pathname));
    await page.getByText(shows).first().waitFor();
  },
});

/** Opens Bob's page at its address inside the chat tool. */
const personInTeams: Screen = {
  name: 'embedded-person',
  who: 'ann',
  open: async (page, address) => {
    await page.goto(`${address}/teams/home?date=${dates.answered}`);
    await page.getByRole('link', { name: 'Bob Lindqvist' }).click();
    await page.getByText('Need a decision on the export format').first().waitFor();
  },
};

const createInTeams: Screen = {
  name: 'embedded-create',
  who: 'ann',
  open: async (page, address) => {
    const teams = page.waitForResponse('**/api/team/list');
    await page.goto(`${address}/teams/reports`);
    const { data } = (await (await teams).json()) as { readonly data: readonly { readonly id: string }[] };
    await page.goto(`${address}/teams/reports/create/${data[0]?.id ?? ''}`);
    await page.getByRole('heading', { name: 'Daily stand-up' }).waitFor();
  },
};

/** The wait screen normally redirects after half a second. A request that never ends keeps it on the page. */
const landing: Screen = {
  name: 'landing',
  who: 'nobody',
  open: async (page, address) => {
    const next = readManifest()['src/app/hosted/EmbeddedLayout.tsx']?.file ?? '';
    await page.route(`**/${next}`, () => new Promise(() => undefined));
    await page.goto(`${address}/teamslanding`);
    await page.getByText('Opening Rollcall').waitFor();
  },
};

/**
 * Shows both themes and then disconnects the page. Without a connection, the page could not load the dark theme, which
 * it loads at its first use.
 */
const goAway = async (page: Page): Promise<void> => {
  await page.getByText('Blockers and goals').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await themeApplied(page, colorScheme);
  }
  await page.context().setOffline(true);
};

export const screenStatesWithoutSteps: readonly Screen[] = [
  {
    name: 'settings-loading',
    who: 'ann',
    open: async (page, address) => {
      await page.route('**/api/user/profile', neverAnswers);
      await page.goto(`${address}/settings`);
      await page.getByRole('status', { name: 'Loading' }).waitFor();
    },
  },
  state('team-settings-failed', {
    at: '/settings/team',
    answers: { 'member/list/*': refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'ann',
  }),
  reportAt('report-report', (path) => `${path}/report?date=${dates.answered}`, 'Blockers and goals'),
  reportAt('embedded-report', (path) => `/teams${path}?date=${dates.answered}`, 'Blockers and goals'),
  personInTeams,
  createInTeams,
  state('team-trends', { at: '/reports/trends?weeks=4', shows: 'of those asked answered', who: 'ann' }),
  state('embedded-team-trends', { at: '/teams/reports/trends', shows: 'of those asked answered', who: 'bob' }),
  state('embedded-reports', { at: '/teams/reports', shows: 'Daily stand-up', who: 'bob' }),
  state('home', { at: `/home?date=${dates.answered}`, shows: 'Blockers and goals', who: 'bob' }),
  state('teams-config', { at: '/TeamsConfig', shows: 'This page belongs to Microsoft Teams' }),
  state('search', { at: '/search?q=re', shows: 'What do you plan to do?', who: 'bob' }),
  state('embedded-search', {
    at: '/teams/search?q=zeppelin',
    then: async (page) => {
      await press(page, 'Any date');
      await fill(page, { From: '31.02.2026' });
      await page.getByRole('searchbox').focus();
      await page.getByText('Please write a date').waitFor();
    },
    shows: 'No answers found',
    who: 'bob',
  }),
  state('palette', {
    at: '/search',
    then: async (page) => {
      await page.getByRole('searchbox').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Page, report, person, day or action' }).fill('b');
    },
    shows: 'Search answers for “b”',
    who: 'bob',
  }),
  state('shortcuts', {
    at: '/timesheet',
    then: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('?');
    },
    shows: 'Single-key shortcuts',
    who: 'bob',
  }),
  landing,
  state('offline', { at: `/?date=${dates.answered}`, then: goAway, shows: 'You are offline', who: 'bob' }),
];
