import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { TrendWeek, WeeklyQuestion, WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { select } from '../../../testing/domQueries.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const call = '/api/report/weeklytrends/:teamId';
const tab = `/reports/${ulid('standup')}?tab=trends`;

const aPeriod = {
  ...{ runs: 5, asked: 20, answered: 18, skipped: 1, late: 2, goalsDone: 6, goalsSettled: 8, minutes: 7560 },
  waits: { answers: 18, median: 12, p90: 75 },
  blockers: { opened: 3, resolved: 2, daysOpen: 1.5 },
};

const aWeek = (from: string, to: string, parts: Partial<TrendWeek> = {}): TrendWeek => ({
  ...{ from: from as TrendWeek['from'], to: to as TrendWeek['to'], isRunning: false },
  ...aPeriod,
  ...parts,
});

const weeks = [
  aWeek('2026-10-19', '2026-10-25', { answered: 10 }),
  aWeek('2026-10-26', '2026-11-01'),
  aWeek('2026-11-02', '2026-11-08', { waits: null }),
  aWeek('2026-11-09', '2026-11-15'),
  aWeek('2026-11-16', '2026-11-22', { isRunning: true, answered: 1 }),
];

const figures = {
  answers: 40,
  average: 3.5,
  counts: [1, 2, 3, 4, 5].map((value) => ({ value: String(value), count: 8 })),
};
const aQuestion = (parts: Partial<WeeklyQuestion> = {}): WeeklyQuestion => ({
  ...{ meetingId: ulid('standup'), meetingName: 'Daily', questionId: 'mood' as WeeklyQuestion['questionId'] },
  ...{ question: 'Mood?', format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' } },
  ...{
    ...figures,
    weeks: weeks.map(() => figures),
    claim: { is: 'STEADY', before: 3.4, after: 3.5 },
    claimValue: null,
  },
  ...parts,
});

const few = { is: 'TOO_FEW', unit: 'BLOCKERS', have: 4, needed: 10 } as const;
const trendsOf = (parts: Partial<WeeklyTrends> = {}): WeeklyTrends => ({
  ...{ from: '2026-10-19' as TrendWeek['from'], to: '2026-11-15' as TrendWeek['to'], weeks, total: aPeriod },
  ...{ hasGoals: true, hasBlockers: true },
  claims: {
    participation: { is: 'CHANGED', before: 70, after: 90 },
    waits: { is: 'STEADY', before: 12, after: 13 },
    goals: { is: 'CHANGED', before: 80, after: 71 },
    ...{ blockers: { is: 'STEADY', before: 3, after: 3.2 }, daysOpen: few },
    hours: { is: 'TOO_FEW', unit: 'WEEKS', have: 2, needed: 5 },
  },
  questions: [aQuestion()],
  hours: [
    { meetingId: ulid('standup'), name: '=Daily', minutes: 6000, weeks: [600, 0, 2400, 3000, 30] },
    { meetingId: null, name: '', minutes: 1560, weeks: [1560, 0, 0, 0, 0] },
  ],
  ...{ blockersFrom: null, unreadRuns: 0, openRuns: 0 },
  ...parts,
});

const asked: string[] = [];
const shows = (trends: WeeklyTrends): void => {
  for (const path of [call, `${call}/:meetingId`])
    server.use(
      answering('get', path, ({ url }) => {
        asked.push(`${url.searchParams.get('weeks') ?? ''} from ${url.searchParams.get('weekStart') ?? ''}`);
        return trends;
      }),
    );
};

beforeEach(() => {
  asked.length = 0;
  server.use(answering('get', '/api/meeting/get/:meetingId', () => aMeeting()));
});

const figure = (name: string) => screen.findByRole('figure', { name });
const rowsIn = (place: Element, index = 0): readonly string[] =>
  select(select(place, 'table')[index] ?? place, 'tbody tr').map((row) =>
    select(row, 'th, td')
      .map((cell) => cell.textContent)
      .join(' | '),
  );

describe('the trends of a report by week', () => {
  it('show each figure with its total, one sentence, a line and a table', async () => {
    shows(trendsOf());
    renderApp(tab);
    const participation = await figure('Participation');
    expect(participation).toHaveTextContent('90%of those asked answered');
    expect(participation).toHaveTextContent(
      'Participation rose by 20 percentage points, from 70% to 90% (last 2 weeks compared with the 2 weeks before).',
    );
    expect(await screen.findByRole('region', { name: 'Chart of Participation' })).toHaveTextContent(
      'Share: 10-19 50, 10-26 90, 11-02 90, 11-09 90',
    );
    expect(rowsIn(participation)).toEqual([
      '16 Nov 2026so far | 1 | 20 | 5% | 1 | 2',
      '9 Nov 2026 | 18 | 20 | 90% | 1 | 2',
      '2 Nov 2026 | 18 | 20 | 90% | 1 | 2',
      '26 Oct 2026 | 18 | 20 | 90% | 1 | 2',
      '19 Oct 2026 | 10 | 20 | 50% | 1 | 2',
    ]);
    expect(screen.getByText('19 Oct 2026 – 15 Nov 2026, 5 runs')).toBeVisible();
    const names = screen.getAllByRole('figure').map((item) => within(item).getByRole('heading').textContent);
    expect(names).toEqual([
      ...['Participation', 'Time to answer', 'Goals reached', 'Blockers', 'Days until resolved', 'Hours', 'Mood?'],
    ]);
  });

  it('draw two lines that dashes distinguish, and leave out weeks without a value', async () => {
    shows(trendsOf());
    renderApp(tab);
    const waits = await figure('Time to answer');
    expect(waits).toHaveTextContent('12 minmedian; 9 of 10 within 1 h 15 min');
    expect(await screen.findByRole('region', { name: 'Chart of Time to answer' })).toHaveTextContent(
      'Median: 10-19 12, 10-26 12, 11-09 12; 9 of 10 within dashed: 10-19 75, 10-26 75, 11-09 75',
    );
    expect(rowsIn(waits)[2]).toBe('2 Nov 2026 | – | – | 0');
    expect(await figure('Blockers')).toHaveTextContent('3opened, 2 resolved');
  });

  it('draw no hours before the first entry', async () => {
    const late = weeks.map((week, index) => (index < 2 ? { ...week, minutes: 0 } : week));
    shows(trendsOf({ weeks: late.map((week, index) => (index === 3 ? { ...week, minutes: 0 } : week)) }));
    renderApp(tab);
    const hours = await figure('Hours');
    expect(await screen.findByRole('region', { name: 'Chart of Hours' })).toHaveTextContent(
      'Hours: 11-02 126, 11-09 0',
    );
    expect(rowsIn(hours).slice(-2)).toEqual(['26 Oct 2026 | –', '19 Oct 2026 | –']);
  });

  it('state what is missing if the sample is too small', async () => {
    shows(trendsOf());
    renderApp(tab);
    expect(await figure('Days until resolved')).toHaveTextContent(
      'Too few resolved blockers to compare: 4 in one half of the range; 10 are needed.',
    );
    expect(await figure('Hours')).toHaveTextContent(
      'Too few weeks with values to compare: 2 in one half of the range; 5 are needed.',
    );
  });

  it('show the average, the distribution and the weeks of a question', async () => {
    shows(trendsOf());
    renderApp(tab);
    const mood = await figure('Mood?');
    expect(mood).toHaveTextContent('3.5 of 5Average · 40 answers');
    expect(mood).toHaveTextContent('No clear change: 3.4 of 5 before, 3.5 of 5 now');
    expect(rowsIn(mood)[0]).toBe('1 – Bad | 8 | 20%');
    expect(rowsIn(mood, 1)[0]).toBe('16 Nov 2026so far | 40 | 3.5 | 8 | 8 | 8 | 8 | 8');
  });

  it('show the median days to the dates, and the first and the last date of each week', async () => {
    const none = { average: null, counts: [] };
    const [earliest, latest] = ['2026-11-20', '2026-12-24'] as [TrendWeek['from'], TrendWeek['from']];
    const week = { answers: 3, ...none, dates: { median: -1, earliest, latest } };
    const question = aQuestion({
      ...{ question: 'Due?', format: { type: 'DATE' }, ...week, answers: 12 },
      weeks: [...weeks.slice(1).map(() => ({ answers: 0, ...none })), week],
      claim: { is: 'CHANGED', before: -1, after: 4 },
    });
    shows(trendsOf({ questions: [question] }));
    renderApp(tab);
    const due = await figure('Due?');
    expect(due).toHaveTextContent(
      '1 day before the runmedian from the run to the date · 12 answers · 20 Nov 2026 – 24 Dec 2026The median time from the run to the date rose by 5 days, from 1 day before the run to 4 days',
    );
    expect(rowsIn(due)[0]).toBe('16 Nov 2026so far | 3 | -1 | 20 Nov 2026 | 24 Dec 2026');
    expect(rowsIn(due)[1]).toBe('9 Nov 2026 | 0 | – | – | –');
  });

  it('name the value that changed most if a question has no average', async () => {
    const question = aQuestion({
      ...{ question: 'Ways?', format: { type: 'MULTIPLE' }, average: null, claimValue: 'Phone' },
      counts: [{ value: 'Phone', count: 12 }],
      weeks: weeks.map(() => ({ answers: 5, average: null, counts: [{ value: 'Phone', count: 3 }] })),
      claim: { is: 'CHANGED', before: 60, after: 20 },
    });
    shows(trendsOf({ questions: [question] }));
    renderApp(tab);
    expect(await figure('Ways?')).toHaveTextContent(
      'The share of answers with “Phone” fell by 40 percentage points, from 60% to 20%',
    );
  });

  it('leave out goals, blockers and hours that the report does not have', async () => {
    shows(trendsOf({ hasGoals: false, hasBlockers: false, hours: [], questions: [] }));
    renderApp(tab);
    await figure('Participation');
    expect(screen.getAllByRole('figure')).toHaveLength(2);
    expect(screen.queryByText('Answers by question')).not.toBeInTheDocument();
    expect(screen.queryByText(/^Goals are shown/)).not.toBeInTheDocument();
  });

  it('leave weeks without shared goals empty, and explain it', async () => {
    const [first = aWeek('2026-10-19', '2026-10-25'), ...others] = weeks;
    shows(trendsOf({ weeks: [{ ...first, goalsDone: 0, goalsSettled: 0 }, ...others] }));
    renderApp(tab);
    const rows = rowsIn(await figure('Goals reached')).slice(-2);
    expect(rows).toEqual(['26 Oct 2026 | 6 | 8 | 75%', '19 Oct 2026 | – | – | –']);
    expect(screen.getByText(/^Goals are shown for weeks in which at least three members/)).toBeVisible();
  });

  it('name the runs and blockers that the figures lack', async () => {
    const blockersFrom = '2026-11-02' as TrendWeek['from'];
    shows(trendsOf({ unreadRuns: 3, openRuns: 1, blockersFrom }));
    renderApp(tab);
    expect(await screen.findByText('1 open run is not counted yet.')).toBeVisible();
    expect(screen.getByText(/^3 older runs are shown without times to answer/)).toBeVisible();
    expect(screen.getByText(/^Blockers are fully known only from 2 Nov 2026/)).toBeVisible();
  });

  it('follow the range, which the address keeps, and the first day of the reader’s week', async () => {
    shows(trendsOf());
    const { user, address } = renderApp(tab, { languages: ['en-US'] });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 26 weeks');
    await waitFor(() => {
      expect(asked).toEqual(['12 from sunday', '26 from sunday']);
    });
    expect(address()).toBe(`${tab}&weeks=26`);
  });

  it('show that there is nothing yet', async () => {
    const none = { ...aPeriod, runs: 0 };
    shows(trendsOf({ weeks: weeks.map((week) => ({ ...week, runs: 0 })), total: none, hours: [], questions: [] }));
    renderApp(tab);
    expect(await screen.findByText('There is nothing to show for these weeks.')).toBeVisible();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });

  it('show why they cannot be loaded, and offer a retry', async () => {
    server.use(answering('get', `${call}/:meetingId`, () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
    const { user } = renderApp(tab);
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    shows(trendsOf());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure('Participation')).toBeVisible();
  });
});

describe('the files of trends', () => {
  const blobs: Blob[] = [];
  const names: string[] = [];
  beforeEach(() => {
    blobs.length = 0;
    names.length = 0;
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return 'blob:trends';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const lines = async (): Promise<readonly string[]> => (await blobs[0]?.text())?.split('\r\n') ?? [];

  it('have a line for each week, oldest first, with numbers that a spreadsheet can add', async () => {
    shows(trendsOf());
    const { user } = renderApp(tab);
    await figure('Time to answer');
    await user.click(screen.getByRole('button', { name: 'Download “Time to answer” as CSV' }));
    expect(names).toEqual(['Daily stand-up Time to answer 2026-10-19 2026-11-15.csv']);
    expect((await lines()).slice(0, 4).map((line) => line.replace('\ufeff', ''))).toEqual([
      '"Week from","Week to","Median","9 of 10 within","Answers"',
      '"2026-10-19","2026-10-25",12,75,18',
      '"2026-10-26","2026-11-01",12,75,18',
      '"2026-11-02","2026-11-08","","",0',
    ]);
  });

  it('run no formula from the name of a report', async () => {
    shows(trendsOf());
    const { user } = renderApp('/reports/trends');
    await user.click(await screen.findByRole('button', { name: 'Download “Hours by report” as CSV' }));
    expect((await lines()).slice(1, 4)).toEqual([
      `"2026-10-19","2026-10-25","'=Daily",10`,
      '"2026-10-19","2026-10-25","Without a report",26',
      `"2026-11-02","2026-11-08","'=Daily",40`,
    ]);
  });
});

describe('the trends of a team', () => {
  it('show all reports together, the hours by report, and the questions of the first report', async () => {
    const retro = aQuestion({ meetingId: ulid('retro'), meetingName: 'Retro', question: 'Energy?' });
    shows(trendsOf({ questions: [aQuestion(), retro] }));
    const { user } = renderApp('/reports/trends');
    expect(await screen.findByRole('heading', { level: 1, name: 'Team trends' })).toBeVisible();
    expect(await figure('Mood?')).toBeVisible();
    const hours = await screen.findByRole('region', { name: 'Hours by report' });
    expect(rowsIn(hours)).toEqual(['=Daily | 100 h | 79%', 'Without a report | 26 h | 21%']);
    expect(screen.queryByRole('figure', { name: 'Energy?' })).not.toBeInTheDocument();
    await user.click(screen.getByText('Retro'));
    expect(await figure('Energy?')).toBeVisible();
  });

  it('are linked from the trends of a report and from the list of reports', async () => {
    shows(trendsOf());
    const { user, address } = renderApp(tab);
    await user.click(await screen.findByRole('link', { name: 'All reports of the team' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Team trends' })).toBeVisible();
    expect(address()).toBe('/reports/trends');
  });

  it('keep long names inside their cards', async () => {
    const name = 'W'.repeat(100);
    shows(
      trendsOf({
        hours: [{ meetingId: ulid('long'), name, minutes: 60, weeks: [0, 0, 0, 60, 0] }, ...trendsOf().hours],
      }),
    );
    renderApp('/reports/trends');
    const cell = await screen.findByRole('rowheader', { name });
    expect(cell).toHaveAttribute('data-own-words');
  });
});
