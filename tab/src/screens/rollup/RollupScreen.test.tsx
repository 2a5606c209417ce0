import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { Rollup, RollupEntry, RollupFigures, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { aTeam, anAnswer, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { inputOf, readFilters } from './rollupFilters.ts';

const path = '/api/report/rollup';
const long = 'Wolfeschlegelsteinhausenbergerdorff-Müller';

const figures = (
  change: Partial<RollupFigures['participation']> = {},
  more: Partial<RollupFigures> = {},
): RollupFigures => ({
  participation: {
    ...{ asked: 4, answered: 3, late: 0, skipped: 0, missing: 1, notAsked: 0, unreachable: 0, open: 0, away: 0 },
    ...change,
  },
  ...{ goals: null, blockers: null, minutes: null, mood: null },
  ...more,
});

const anEntry = (date: string, change: Partial<RollupEntry> = {}): RollupEntry => ({
  ...{ teamId: ulid('Platform Team'), meetingId: ulid('daily'), meetingName: 'Daily' },
  ...{ date: date as never, run: 'COMPLETED', memberId: ulid('Bob'), name: 'Bob', state: 'ANSWERED' },
  ...{ answeredAt: null, isLate: false, goalsTicked: 0, goalsOffered: 0, goalsOpen: [] },
  ...{ answers: [anAnswer('What did you do?', `Work of ${date}`)], wasNotAsked: false, unreachable: null },
  ...change,
});

const aPerson = (name: string, change: Partial<RollupGroup> = {}): RollupGroup =>
  ({
    ...{ by: 'PERSON', memberId: ulid(name), name, thumbnailUrl: null, hasLeft: false, key: ulid(name) },
    ...{ figures: figures(), entries: [], entriesTotal: 0, moreEntries: null },
    ...change,
  }) as RollupGroup;

const aRollup = (groups: readonly RollupGroup[], change: Partial<Rollup> = {}): Rollup => ({
  ...{ from: '2026-11-16' as never, to: '2026-11-22' as never, by: groups[0]?.by ?? 'PERSON' },
  head: {
    ...{ total: figures(), runs: { counted: 5, missed: 0, cancelled: 0 }, groups: groups.length },
    reports: [{ teamId: ulid('Platform Team'), teamName: 'Platform Team', meetingId: ulid('daily'), name: 'Daily' }],
    people: [{ memberId: ulid('Bob'), name: 'Bob', hasLeft: false }],
  },
  groups: [...groups],
  next: null,
  ...change,
});

const asked: URLSearchParams[] = [];
const shows = (reply: (query: URLSearchParams) => Rollup): void => {
  server.use(
    answering('get', path, ({ url: { searchParams } }) => {
      asked.push(searchParams);
      return reply(searchParams) as never;
    }),
  );
};
const lastAsked = (): Record<string, string> => Object.fromEntries(asked.at(-1) ?? []);
const group = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  asked.length = 0;
});

it('shows the figures of all and of each person, with the reasons of missing answers', async () => {
  const all = figures(
    { missing: 3, notAsked: 1, unreachable: 1, late: 2 },
    {
      goals: { met: 3, offered: 4, hitRate: { done: 3, settled: 4, carried: 1 } },
      ...{ blockers: { reported: 2, opened: 1, resolved: 1 }, minutes: 90, mood: { answers: 2, average: 3.5 } },
    },
  );
  shows(() => aRollup([aPerson('Bob', { figures: all })]));
  renderApp('/rollup');
  const bob = within(await group('Bob'));
  for (const text of ['3 of 4', '1 was not asked, because of a fault in the service', '1 cannot be reached in Teams'])
    expect(bob.getAllByText(text)[0]).toBeVisible();
  for (const text of ['75% of 4 settled goals', '1 carried over', '1 opened, 1 resolved', '1.5', '3.5 of 5'])
    expect(bob.getByText(text)).toBeVisible();
  expect(bob.getByRole('link', { name: 'Bob' })).toHaveAttribute('href', `/reports/person/${ulid('Bob')}`);
  expect(screen.getByText(/Mon 16 Nov to Sun 22 Nov · 5 runs/)).toBeVisible();
});

it('gives all groups the columns of the whole roll-up, with a dash for a figure that the group does not have', async () => {
  const all = figures(
    { late: 2, away: 1 },
    {
      goals: { met: 3, offered: 4, hitRate: null },
      ...{ blockers: { reported: 2, opened: 1, resolved: 1 }, minutes: 90, mood: { answers: 2, average: 3.5 } },
    },
  );
  const none = { goals: { met: 0, offered: 0, hitRate: null }, blockers: { reported: 0, opened: 0, resolved: 0 } };
  const people = [aPerson('Ann', { figures: all }), aPerson('Bob', { figures: figures({}, { ...none, minutes: 0 }) })];
  shows(() => aRollup(people, { head: { ...aRollup(people).head, total: all } as never }));
  renderApp('/rollup');
  const columnsOf = async (name: string): Promise<string[]> =>
    within(await group(name))
      .getAllByRole('term')
      .map(({ textContent }) => textContent);
  expect(await columnsOf('Bob')).toEqual(await columnsOf('Ann'));
  const values = within(await group('Bob'))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(values).toEqual(['3 of 4', '1', '0', '0', '–', '0 opened, 0 resolved', '0.0', '–']);
});

it('shows the goals that were not reached, but not below each question', async () => {
  const entries = [anEntry('2026-11-20', { goalsOffered: 2, goalsTicked: 0, goalsOpen: ['Review', 'Ship it'] })];
  const own = { entries, entriesTotal: 1, figures: figures({}, { goals: { met: 0, offered: 2, hitRate: null } }) };
  shows(() => aRollup([aPerson('Bob', own), aPerson('Question', { ...own, figures: figures() })]));
  renderApp('/rollup');
  const bob = within(await group('Bob'));
  await userEvent.click(bob.getByRole('button', { name: /^Show 1 entry/ }));
  expect(bob.getByText('Goals not reached')).toBeVisible();
  for (const goal of ['Review', 'Ship it']) expect(bob.getByText(goal)).toBeVisible();
  const question = within(await group('Question'));
  await userEvent.click(question.getByRole('button', { name: /^Show 1 entry/ }));
  expect(question.queryByText('Goals not reached')).toBeNull();
});

it('opens the entries of a group by keyboard, and loads the further ones', async () => {
  const first = aPerson('Bob', { entries: [anEntry('2026-11-20')], entriesTotal: 2, moreEntries: '1~x' });
  shows((query) =>
    query.has('group')
      ? aRollup([{ ...first, entries: [anEntry('2026-11-19')], moreEntries: null }], { head: null })
      : aRollup([first]),
  );
  renderApp('/rollup');
  const button = within(await group('Bob')).getByRole('button', { name: /^Show 2 entries/ });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Work of 2026-11-20')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Daily, Fri 20 Nov' })).toHaveAttribute(
    'href',
    `/reports/${ulid('daily')}?date=2026-11-20`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 more entry' }));
  expect(await screen.findByText('Work of 2026-11-19')).toBeVisible();
  expect(lastAsked()).toMatchObject({ group: ulid('Bob'), cursor: '1~x' });
  expect(screen.queryByRole('button', { name: /more entr/ })).toBeNull();
});

it('explains a missing answer, a skip and a cancelled run', async () => {
  const entries = [
    anEntry('2026-11-20', { state: 'MISSING', answers: [], wasNotAsked: true }),
    anEntry('2026-11-19', { state: 'SKIPPED', answers: [], skipReason: 'At the dentist' }),
    anEntry('2026-11-18', { state: 'OPEN', answers: [], run: 'CANCELLED' }),
    anEntry('2026-11-17', { state: 'MISSING', answers: [], unreachable: 'GONE' }),
  ];
  shows(() => aRollup([aPerson('Bob', { entries, entriesTotal: 4 })]));
  renderApp('/rollup');
  await userEvent.click(within(await group('Bob')).getByRole('button', { name: /^Show 4 entries/ }));
  for (const text of [
    'Window closed · not asked, because of a fault in the service',
    'Skipped · At the dentist',
    'Not asked · the run was cancelled',
    'Window closed · no longer in Teams',
  ])
    expect(screen.getByText(text)).toBeVisible();
});

it('shows the reader’s own dates as a group of the filters, with a button that is named by what it does', async () => {
  shows(() => aRollup([aPerson('Bob')]));
  renderApp('/rollup?period=RANGE&from=2026-11-01&to=2026-11-20');
  await group('Bob');
  const form = within(within(screen.getByRole('search')).getByRole('group', { name: 'Own dates' }));
  expect(form.getByRole('button', { name: 'Apply dates' })).toBeVisible();
  expect(form.queryByRole('button', { name: 'Search' })).toBeNull();
});

it('loads the next groups', async () => {
  shows((query) =>
    query.has('cursor')
      ? aRollup([aPerson(long)], { head: null })
      : aRollup([aPerson('Bob')], { head: { ...aRollup([]).head, groups: 2 } as never, next: '1~Bob' }),
  );
  renderApp('/rollup');
  await group('Bob');
  expect(screen.getByText('1 of 2 groups shown')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await group(long)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('groups by question, with the average and the distribution', async () => {
  const question = {
    ...aPerson('x'),
    ...{ by: 'QUESTION', teamId: ulid('Platform Team'), meetingId: ulid('retro'), meetingName: 'Retro' },
    ...{ questionId: 'mood', question: 'How was it?', format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' } },
    ...{ answers: 3, average: 4, counts: [{ value: '4', count: 3 }] },
  } as unknown as RollupGroup;
  shows(() => aRollup([question]));
  renderApp('/rollup?by=QUESTION');
  const shown = within(await group('How was it?'));
  expect(shown.getByText('3 answers · Average: 4 of 5')).toBeVisible();
  expect(shown.getByRole('link', { name: 'Retro' })).toHaveAttribute('href', `/reports/${ulid('retro')}`);
  expect(lastAsked()).toEqual({ preset: 'THIS_WEEK', by: 'QUESTION' });
});

it('names the ends of a scale in the distribution', async () => {
  const question = {
    ...aPerson('x'),
    ...{ by: 'QUESTION', teamId: ulid('Platform Team'), meetingId: ulid('retro'), meetingName: 'Retro' },
    ...{ questionId: 'mood', question: 'How was it?', format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' } },
    ...{ answers: 3, average: 4, counts: ['1', '4', '5'].map((value) => ({ value, count: 1 })) },
  } as unknown as RollupGroup;
  shows(() => aRollup([question]));
  renderApp('/rollup?by=QUESTION');
  const shown = within(await group('How was it?'));
  expect(shown.getAllByRole('term').map((term) => term.textContent)).toEqual(
    expect.arrayContaining(['1 – Bad', '4', '5 – Good']),
  );
});

it('groups by question, with the median, the first and the last date', async () => {
  const question = {
    ...aPerson('x'),
    ...{ by: 'QUESTION', teamId: ulid('Platform Team'), meetingId: ulid('retro'), meetingName: 'Retro' },
    ...{ questionId: 'due', question: 'Due?', format: { type: 'DATE' }, answers: 3, average: null, counts: [] },
    dates: { median: -2, earliest: '2026-11-12', latest: '2026-12-24' },
  } as unknown as RollupGroup;
  shows(() => aRollup([question]));
  renderApp('/rollup?by=QUESTION');
  const texts = ['3 answers', 'Median from the run to the date: 2 days before the run', '12 Nov 2026 – 24 Dec 2026'];
  expect(within(await group('Due?')).getByText(texts.join(' · '))).toBeVisible();
});

it('stores the chosen filters in the address and asks for them', async () => {
  shows(() => aRollup([aPerson('Bob')]));
  const { router } = renderApp('/rollup');
  await group('Bob');
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'This sprint');
  await waitFor(() => {
    expect(lastAsked()).toEqual({ preset: 'SPRINT', weeks: '2', anchor: '2026-11-16', by: 'PERSON' });
  });
  expect(router.state().location.search).toBe('?period=SPRINT&weeks=2&anchor=2026-11-16');
  await userEvent.click(screen.getByRole('button', { name: 'People: Everyone' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bob' }));
  await waitFor(() => {
    expect(lastAsked()).toMatchObject({ people: ulid('Bob') });
  });
});

it.each(['from=2026-13-01&to=2026-11-20', 'from=2020-01-01&to=2026-11-20'])(
  'corrects an address with the dates %s, and informs the reader',
  async (dates) => {
    shows(() => aRollup([aPerson('Bob')]));
    const { router } = renderApp(`/rollup?period=RANGE&${dates}`);
    await group('Bob');
    expect(await screen.findByText(/The dates in the address cannot be shown/)).toBeVisible();
    expect(router.state().location.search).toBe('?period=RANGE');
    expect(lastAsked()).toMatchObject({ from: '2026-10-22', to: '2026-11-20' });
  },
);

it('shows that nothing is in the period', async () => {
  shows(() => aRollup([]));
  renderApp('/rollup?period=LAST_MONTH');
  expect(await screen.findByText('Nothing in this period')).toBeVisible();
});

it('shows why the server refuses the selection, and keeps the filters', async () => {
  server.use(answering('get', path, () => refusal(400, 'INVALID_INPUT', 'This selection has too many entries.')));
  renderApp('/rollup?period=THIS_MONTH');
  expect(await screen.findByRole('alert')).toHaveTextContent('This selection has too many entries.');
  expect(screen.getByLabelText('Period')).toHaveValue('THIS_MONTH');
});

it('shows a placeholder while it loads', async () => {
  server.use(answering('get', path, () => new Promise(() => undefined)));
  renderApp('/rollup');
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
});

it('links to pages inside the chat tool', async () => {
  shows(() => aRollup([aPerson('Bob')]));
  renderApp('/teams/rollup');
  expect(await screen.findByRole('link', { name: 'Bob' })).toHaveAttribute(
    'href',
    `/teams/reports/person/${ulid('Bob')}`,
  );
});

describe('the filter in the address', () => {
  const read = (search: string) => readFilters(new URLSearchParams(search), '2026-11-20' as never);

  it('ignores values that it does not know', () => {
    expect(inputOf(read('?team=x&reports=y,z&people=&period=YEAR&by=TEAM&weeks=99'))).toEqual({
      ...{ preset: 'THIS_WEEK', by: 'PERSON' },
    });
    expect(inputOf(read('?period=RANGE&from=2020-01-01&to=2026-11-20'))).toMatchObject({ from: '2026-10-22' });
  });

  it('keeps every valid value', () => {
    const [team, report] = [ulid('Platform Team'), ulid('daily')];
    expect(inputOf(read(`?team=${team}&reports=${report},${report}&period=SPRINT&weeks=3&anchor=2026-11-02`))).toEqual({
      ...{ teamId: team, meetings: report, preset: 'SPRINT', weeks: '3', anchor: '2026-11-02', by: 'PERSON' },
    });
  });
});

it('offers the teams of a reader of several teams', async () => {
  server.use(answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Sales')] as never));
  shows(() => aRollup([aPerson('Bob')]));
  renderApp('/rollup');
  await group('Bob');
  const filters = within(screen.getByRole('search', { name: 'Filters' }));
  await userEvent.selectOptions(filters.getByLabelText('Team'), 'Sales');
  await waitFor(() => {
    expect(lastAsked()).toMatchObject({ teamId: ulid('Sales') });
  });
});

it('shows all groups and entries of a page that is drawn in batches', async () => {
  const days = Array.from({ length: 25 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
  const people = Array.from({ length: 25 }, (_, index) => `Person ${String(index)}`);
  const groups = people.map((name) => aPerson(name, { entries: days.map((day) => anEntry(day)), entriesTotal: 25 }));
  shows(() => aRollup(groups));
  renderApp('/rollup');
  const last = await group('Person 24');
  await userEvent.click(within(last).getByRole('button', { name: /^Show 25 entries/ }));
  expect(await within(last).findByText('Work of 2026-10-25')).toBeVisible();
  expect(within(last).getAllByRole('listitem')).toHaveLength(25);
});
