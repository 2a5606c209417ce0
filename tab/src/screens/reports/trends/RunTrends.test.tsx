import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { TrendMember, TrendRun, Trends } from '#contracts/reports/getTrends.ts';
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

it('shows earlier runs on request, which the address keeps', async () => {
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
