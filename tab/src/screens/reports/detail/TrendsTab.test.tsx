import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { TrendMember, TrendRun, Trends } from '#contracts/reports/trends.ts';
import { aMeeting, ulid } from '../../../testing/builders.ts';
import { select } from '../../../testing/dom.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

interface Drawn {
  readonly data: {
    readonly chartTitle: string;
    readonly lineChartData: readonly { readonly data: readonly { readonly x: Date; readonly y: number }[] }[];
  };
}

// What the library draws is looked at in a browser: here it would warn of keys of its own. The fake says what it was given.
jest.mock('@fluentui/react-charts', () => ({
  ResponsiveContainer: ({ children }: { readonly children: React.ReactNode }) => children,
  LineChart: ({ data: { chartTitle, lineChartData } }: Drawn) => (
    <div role="region" aria-label={chartTitle}>
      {lineChartData
        .flatMap(({ data }) => data.map(({ x, y }) => `${x.toISOString().slice(5, 10)} ${String(y)}`))
        .join(', ')}
    </div>
  ),
}));

const path = `/reports/${ulid('standup')}?tab=trends`;
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

it('tells participation, goals and blockers as lines and as a table, and how often each person was in', async () => {
  withTrends({
    runs: [aRun('2026-11-18'), aRun('2026-11-19', { answered: 4 }), aRun('2026-11-20', { isOpen: true, answered: 0 })],
    members: [aTrendMember('Ann'), aTrendMember('Bob', { hasLeft: true }), aTrendMember('Gone', { name: '' })],
  });
  renderApp(path);
  expect(await screen.findByText('22 Oct 2026 – 20 Nov 2026, 3 runs')).toBeVisible();
  const figures = screen.getAllByRole('figure').map((figure) => within(figure).getByRole('heading').textContent);
  expect(figures).toEqual(['Participation', 'Goals', 'Blockers']);
  const [participation] = screen.getAllByRole('figure');
  expect(participation).toHaveTextContent('88 %of those asked answered');
  expect(await screen.findByRole('region', { name: 'Participation' })).toHaveTextContent('11-18 75, 11-19 100');
  expect(screen.getByRole('region', { name: 'Blockers' })).toHaveTextContent('11-18 1, 11-19 1');
  const [runs, people] = screen.getAllByRole('table', { hidden: true });
  if (runs === undefined || people === undefined) throw new Error('two tables are missing');
  expect(rowsOf(runs)).toEqual([
    '20 Nov 2026open | 0 of 4 | 1 | 2 of 4 | 1',
    '19 Nov 2026 | 4 of 4 | 1 | 2 of 4 | 1',
    '18 Nov 2026 | 3 of 4 | 1 | 2 of 4 | 1',
  ]);
  expect(rowsOf(people)).toEqual([
    'Ann | 1 of 2 | 50 %',
    'Bobhas left | 1 of 2 | 50 %',
    'Former member | 1 of 2 | 50 %',
  ]);
});

it('goes further back when asked to, which the address keeps', async () => {
  withTrends({ runs: [aRun('2026-11-18')] });
  const { user, address } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'How far back' }), 'Last 90 days');
  await waitFor(() => {
    expect(asked).toEqual(['30', '90']);
  });
  expect(address()).toBe(`${path}&days=90`);
});

it('says so when nobody was asked', async () => {
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

it('says why it did not come, and tries again', async () => {
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
  expect(rowsOf(table)).toEqual(['19 Nov 2026 | 3 of 4 | 1 | – | –']);
});
