import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { TrendMember, TrendQuestion, TrendRun, Trends } from '#contracts/reports/getTrends.ts';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { select } from '../../../testing/domQueries.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = `/reports/${ulid('standup')}?tab=trends&days=30`;
const asked: (string | null)[] = [];

const aRun = (date: string, parts: Partial<TrendRun> = {}): TrendRun => ({
  ...{ date: date as TrendRun['date'], isOpen: false, asked: 4, answered: 3, late: 1, goals: 2, blockers: 1 },
  ...{ hasGoals: true, hasBlockers: true },
  ...parts,
});
const aTrendMember = (name: string, parts: Partial<TrendMember> = {}): TrendMember => ({
  ...{ memberId: ulid(name), name, thumbnailUrl: null, asked: 2, answered: 1, hasLeft: false },
  ...parts,
});

const withTrends = (parts: Partial<Trends> = {}): void => {
  server.use(
    answering('get', '/api/report/trends/:teamId/:meetingId', ({ url }) => {
      asked.push(url.searchParams.get('days'));
      return { from: '2026-10-22', to: '2026-11-20', runs: [], members: [], questions: [], ...parts };
    }),
  );
};

beforeEach(() => {
  asked.length = 0;
  server.use(answering('get', '/api/meeting/get/:meetingId', () => aMeeting()));
});

const rowsOf = (table: Element): readonly string[] =>
  select(table, 'tbody tr').map((row) =>
    select(row, 'th, td')
      .map((cell) => cell.textContent)
      .join(' | '),
  );

it('shows participation, goals and blockers as lines and as a table, and how often each person was in', async () => {
  withTrends({
    runs: [aRun('2026-11-18'), aRun('2026-11-19', { answered: 4 }), aRun('2026-11-20', { isOpen: true, answered: 0 })],
    members: [aTrendMember('Ann'), aTrendMember('Bob', { hasLeft: true }), aTrendMember('Gone', { name: '' })],
  });
  renderApp(path);
  expect(await screen.findByText('22 Oct 2026 – 20 Nov 2026, 3 runs')).toBeVisible();
  const figures = screen.getAllByRole('figure').map((figure) => within(figure).getByRole('heading').textContent);
  expect(figures).toEqual(['Participation', 'Goals', 'Blockers']);
  const [participation] = screen.getAllByRole('figure');
  expect(participation).toHaveTextContent('88%of those asked answered');
  expect(await screen.findByRole('region', { name: 'Chart of Participation' })).toHaveTextContent(
    '11-18 75, 11-19 100',
  );
  expect(screen.getByRole('region', { name: 'Chart of Blockers' })).toHaveTextContent('11-18 1, 11-19 1');
  const [runs, people] = screen.getAllByRole('table', { hidden: true });
  if (runs === undefined || people === undefined) throw new Error('two tables are missing');
  expect(rowsOf(runs)).toEqual([
    '20 Nov 2026open | 0 of 4 | 0 | 1 | 2 of 4 | 1',
    '19 Nov 2026 | 4 of 4 | 0 | 1 | 2 of 4 | 1',
    '18 Nov 2026 | 3 of 4 | 0 | 1 | 2 of 4 | 1',
  ]);
  expect(rowsOf(people)).toEqual([
    'Ann | 1 of 2 | 0 | 50%',
    'Bobhas left | 1 of 2 | 0 | 50%',
    'Former member | 1 of 2 | 0 | 50%',
  ]);
});

it('shows skipped runs as skipped, neither as missing nor as answered', async () => {
  withTrends({
    runs: [
      aRun('2026-11-18', { asked: 3, answered: 3, skipped: 1 }),
      aRun('2026-11-19', { asked: 0, answered: 0, skipped: 4, late: 0, goals: 0, blockers: 0 }),
    ],
    members: [
      aTrendMember('Ann', { asked: 1, answered: 1, skipped: 1 }),
      aTrendMember('Bob', { asked: 0, answered: 0, skipped: 2 }),
    ],
  });
  renderApp(path);
  const [participation] = await screen.findAllByRole('figure');
  expect(participation).toHaveTextContent('100%of those asked answered');
  expect(screen.getByText(/A skipped run does not count as asked, and not as missing\./)).toBeVisible();
  const [runs, people] = screen.getAllByRole('table', { hidden: true });
  if (runs === undefined || people === undefined) throw new Error('two tables are missing');
  expect(rowsOf(runs)).toEqual(['19 Nov 2026 | – | 4 | 0 | – | 0', '18 Nov 2026 | 3 of 3 | 1 | 1 | 2 of 3 | 1']);
  expect(rowsOf(people)).toEqual(['Ann | 1 of 1 | 1 | 100%', 'Bob | – | 2 | –']);
});

it('goes further back when asked to, which the address keeps', async () => {
  withTrends({ runs: [aRun('2026-11-18')] });
  const { user, address } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 90 days');
  await waitFor(() => {
    expect(asked).toEqual(['30', '90']);
  });
  expect(address()).toBe(`/reports/${ulid('standup')}?tab=trends&days=90`);
});

it('shows a message when no one was asked', async () => {
  withTrends();
  renderApp(path);
  expect(await screen.findByText('Nobody was asked in this time.')).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
});

it('draws no line of a run that is not over', async () => {
  withTrends({ runs: [aRun('2026-11-20', { isOpen: true })] });
  renderApp(path);
  expect(await screen.findByText('The numbers as a table')).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
});

it('shows why the trends cannot be loaded, and offers a retry', async () => {
  server.use(
    answering('get', '/api/report/trends/:teamId/:meetingId', () =>
      refusal(503, 'UNAVAILABLE', 'The service is busy.'),
    ),
  );
  const { user } = renderApp(path);
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
  withTrends();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nobody was asked in this time.')).toBeVisible();
});

it('draws no line for goals and blockers that no run asked for, and no number in the table', async () => {
  withTrends({ runs: [aRun('2026-11-19', { goals: 0, blockers: 0, hasGoals: false, hasBlockers: false })] });
  renderApp(path);
  const figures = await screen.findAllByRole('figure');
  expect(figures.map((figure) => within(figure).getByRole('heading').textContent)).toEqual(['Participation']);
  const [table] = screen.getAllByRole('table', { hidden: true });
  if (table === undefined) throw new Error('the table is missing');
  expect(rowsOf(table)).toEqual(['19 Nov 2026 | 3 of 4 | 0 | 1 | – | –']);
});

it('names the change in a sentence beside each chart, and makes no sentence of a reply without claims', async () => {
  const claims: Trends['claims'] = {
    participation: { is: 'CHANGED', before: 80, after: 60 },
    goals: { is: 'STEADY', before: 40, after: 42 },
    blockers: { is: 'TOO_FEW', unit: 'ANSWERS', have: 12, needed: 20 },
  };
  withTrends({ runs: [aRun('2026-11-18')], claims });
  const { unmount } = renderApp(path);
  const period = '(last 15 days compared with the 15 days before)';
  const [participation, goals, blockers] = await screen.findAllByRole('figure');
  expect(participation).toHaveTextContent(`Participation fell by 20 percentage points, from 80% to 60% ${period}.`);
  expect(goals).toHaveTextContent(`No clear change: 40% before, 42% now ${period}.`);
  expect(blockers).toHaveTextContent('Too few answers to compare: 12 in one half of the range; 20 are needed.');
  unmount();
  withTrends({ runs: [aRun('2026-11-18')] });
  renderApp(path);
  for (const figure of await screen.findAllByRole('figure')) expect(figure).not.toHaveTextContent(/compare/);
});

describe('the files of the charts', () => {
  const names: string[] = [];
  const blobs: Blob[] = [];
  beforeEach(() => {
    names.length = 0;
    blobs.length = 0;
    jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:chart';
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('have the figures of each run that asks for them', async () => {
    withTrends({
      runs: [
        aRun('2026-11-18', { asked: 3, answered: 2, skipped: 1 }),
        aRun('2026-11-19', { asked: 0, answered: 0, goals: 0, hasGoals: false, skipped: 4, late: 0 }),
      ],
    });
    const { user } = renderApp(path);
    for (const name of ['Participation', 'Goals', 'Blockers'])
      await user.click(await screen.findByRole('button', { name: `Download “${name}” as CSV` }));
    expect(names[0]).toBe('Daily stand-up Participation 2026-10-22 2026-11-20.csv');
    const lines = await Promise.all(
      blobs.map(async (blob) => (await blob.text()).replace('\ufeff', '').trim().split('\r\n')),
    );
    expect(lines).toEqual([
      ['"Date","Answered","Asked","Share","Skipped","Late"', '"2026-11-18",2,3,67,1,1', '"2026-11-19",0,0,"",4,0'],
      ['"Date","Goals","Asked","Share"', '"2026-11-18",2,3,67'],
      ['"Date","Blockers","Answered"', '"2026-11-18",1,2', '"2026-11-19",1,0'],
    ]);
  });
});

describe('the answers by question', () => {
  const aTrendQuestion = (parts: Partial<TrendQuestion>): TrendQuestion => ({
    questionId: 'mood' as TrendQuestion['questionId'],
    question: 'Mood?',
    format: { type: 'SCALE', lowLabel: 'Tired', highLabel: 'Fresh' },
    answers: 4,
    average: 3.75,
    counts: [0, 0, 1, 3, 0].map((count, index) => ({ value: String(index + 1), count })),
    runs: [
      {
        date: '2026-11-18' as TrendRun['date'],
        answers: 4,
        average: 3.75,
        counts: [0, 0, 1, 3, 0].map((count, index) => ({ value: String(index + 1), count })),
      },
    ],
    ...parts,
  });
  const figure = (name: string) => screen.findByRole('figure', { name });
  const tablesIn = (place: HTMLElement) => within(place).getAllByRole('table', { hidden: true });

  it('show the average of a scale over the runs and the distribution of its values', async () => {
    withTrends({ runs: [aRun('2026-11-18')], questions: [aTrendQuestion({})] });
    renderApp(path);
    await screen.findByRole('heading', { level: 3, name: 'Answers by question' });
    const mood = await figure('Mood?');
    expect(mood).toHaveTextContent('3.8 of 5Average · 4 answers');
    expect(await within(mood).findByRole('region', { name: 'Chart of Mood?' })).toHaveTextContent(/: 11-18 3\.75$/);
    const [distribution, numbers] = tablesIn(mood);
    if (distribution === undefined || numbers === undefined) throw new Error('two tables are missing');
    expect(rowsOf(distribution)).toEqual([
      '1 – Tired | 0 | 0%',
      '2 | 0 | 0%',
      '3 | 1 | 25%',
      '4 | 3 | 75%',
      '5 – Fresh | 0 | 0%',
    ]);
    expect(rowsOf(numbers)).toEqual(['18 Nov 2026 | 4 | 3.8 | 0 | 0 | 1 | 3 | 0']);
  });

  it('show the average of a number with its unit', async () => {
    const run = { date: '2026-11-18' as TrendRun['date'], answers: 2, average: 6.5, counts: [] };
    withTrends({
      runs: [aRun('2026-11-18')],
      questions: [
        aTrendQuestion({
          question: 'Hours?',
          format: { type: 'NUMBER', unit: 'h' },
          answers: 2,
          average: 6.5,
          counts: [],
          runs: [run],
        }),
      ],
    });
    renderApp(path);
    const hours = await figure('Hours?');
    expect(hours).toHaveTextContent('6.5 hAverage · 2 answers');
    const [numbers, ...others] = tablesIn(hours);
    expect(others).toEqual([]);
    expect(rowsOf(numbers ?? document.body)).toEqual(['18 Nov 2026 | 2 | 6.5']);
  });

  it('show the median days to the dates, the first and the last date, and a file', async () => {
    const blobs: Blob[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:chart';
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const none = { average: null, counts: [] };
    const [earliest, latest] = ['2026-11-20', '2026-12-24'] as [TrendRun['date'], TrendRun['date']];
    const dates = { median: 12.5, earliest, latest };
    const due = aTrendQuestion({
      ...{ question: 'Due?', format: { type: 'DATE' }, answers: 2, ...none, dates },
      ...{ claim: { is: 'STEADY', before: 1, after: 12 }, claimValue: null },
      runs: [{ date: '2026-11-18' as TrendRun['date'], answers: 2, ...none, dates }],
    });
    withTrends({ runs: [aRun('2026-11-18')], questions: [due] });
    const { user } = renderApp(path);
    const shown = await figure('Due?');
    expect(shown).toHaveTextContent(
      '12.5 daysmedian from the run to the date · 2 answers · 20 Nov 2026 – 24 Dec 2026No clear change: 1 day before, 12 days now',
    );
    expect(await within(shown).findByRole('region', { name: 'Chart of Due?' })).toHaveTextContent(/: 11-18 12\.5$/);
    const [numbers, ...others] = tablesIn(shown);
    expect(others).toEqual([]);
    expect(rowsOf(numbers ?? document.body)).toEqual(['18 Nov 2026 | 2 | 12.5 | 20 Nov 2026 | 24 Dec 2026']);
    await user.click(screen.getByRole('button', { name: 'Download “Due?” as CSV' }));
    expect(await blobs[0]?.text()).toContain(
      '"Date","Answers","Median in days","Earliest date","Latest date"\r\n"2026-11-18",2,12.5,"2026-11-20","2026-12-24"',
    );
    jest.restoreAllMocks();
  });

  it('have a sentence about the average, and a file', async () => {
    const blobs: Blob[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:chart';
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const claim = { is: 'CHANGED', before: 3, after: 4.5 } as const;
    withTrends({ runs: [aRun('2026-11-18')], questions: [aTrendQuestion({ claim, claimValue: null })] });
    const { user } = renderApp(path);
    expect(await figure('Mood?')).toHaveTextContent('The average rose by 1.5, from 3 of 5 to 4.5 of 5 (last 15 days');
    await user.click(screen.getByRole('button', { name: 'Download “Mood?” as CSV' }));
    expect(await blobs[0]?.text()).toContain(
      '"Date","Answers","Average","1 – Tired","2","3","4","5 – Fresh"\r\n"2026-11-18",4,3.75,0,0,1,3,0',
    );
    jest.restoreAllMocks();
  });

  it('show only the distribution of options', async () => {
    const counts = [
      { value: 'Tea', count: 2 },
      { value: 'Cake', count: 1 },
    ];
    withTrends({
      runs: [aRun('2026-11-18')],
      questions: [
        aTrendQuestion({
          question: 'Lunch?',
          format: { type: 'MULTIPLE' },
          answers: 2,
          average: null,
          counts,
          ...{ claim: { is: 'CHANGED', before: 20, after: 50 }, claimValue: 'Cake' },
          runs: [{ date: '2026-11-18' as TrendRun['date'], answers: 2, average: null, counts }],
        }),
      ],
    });
    renderApp(path);
    const lunch = await figure('Lunch?');
    expect(lunch).toHaveTextContent('2 answers');
    expect(lunch).toHaveTextContent('The share of answers with “Cake” rose by 30 percentage points, from 20% to 50%');
    const [distribution] = tablesIn(lunch);
    expect(rowsOf(distribution ?? document.body)).toEqual(['Tea | 2 | 100%', 'Cake | 1 | 50%']);
  });

  it('hides the answers if no question is counted', async () => {
    withTrends({ runs: [aRun('2026-11-18')] });
    renderApp(path);
    await screen.findByText('The numbers as a table');
    expect(screen.queryByRole('heading', { name: 'Answers by question' })).not.toBeInTheDocument();
  });
});
