import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { select } from '../../../testing/domQueries.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, server } from '../../../testing/mockServer.ts';
import type { TrendQuestion, TrendRun, Trends } from '#contracts/reports/getTrends.ts';

const path = `/reports/${ulid('standup')}?tab=trends&days=30`;
const aRun = (date: string, parts: Partial<TrendRun> = {}): TrendRun => ({
  ...{ date: date as TrendRun['date'], isOpen: false, asked: 4, answered: 3, late: 1, goals: 2, blockers: 1 },
  ...{ hasGoals: true, hasBlockers: true },
  ...parts,
});

const withTrends = (parts: Partial<Trends> = {}): void => {
  server.use(
    answering('get', '/api/report/trends/:teamId/:meetingId', () => ({
      ...{ from: '2026-10-22', to: '2026-11-20', runs: [], members: [], questions: [] },
      ...parts,
    })),
  );
};

beforeEach(() => {
  server.use(answering('get', '/api/meeting/get/:meetingId', () => aMeeting()));
});

const rowsOf = (table: Element): readonly string[] =>
  select(table, 'tbody tr').map((row) =>
    select(row, 'th, td')
      .map((cell) => cell.textContent)
      .join(' | '),
  );

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
