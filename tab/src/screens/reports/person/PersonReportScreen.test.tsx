import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { PersonReport, PersonRun } from '#contracts/reports/personReport.ts';
import { anAnswer, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = `/reports/person/${ulid('bob')}`;
const call = '/api/report/person/:memberId';
const totals = { asked: 3, answered: 2, late: 1, blocked: 1, away: 0, goalsTicked: 1, goalsOffered: 2 };

const aRun = (date: string, parts: Partial<PersonRun> = {}): PersonRun => ({
  meetingId: ulid('standup'),
  meetingName: 'Daily stand-up',
  date: date as PersonRun['date'],
  state: 'ANSWERED',
  run: 'COMPLETED',
  reason: null,
  answers: [anAnswer('What did you do?', 'Tests')],
  goals: [],
  answeredAt: `${date}T09:30:00.000Z` as PersonRun['answeredAt'],
  editedAt: null,
  isLate: false,
  isAhead: false,
  isErased: false,
  ...parts,
});
const retro = { meetingId: ulid('retro'), meetingName: 'Retro' };

const aReport = (parts: Partial<PersonReport> = {}): PersonReport => ({
  memberId: ulid('bob'),
  name: 'Bob Lindqvist',
  thumbnailUrl: null,
  timezone: null,
  isErased: false,
  hasLeft: false,
  isSwitchedOff: false,
  from: '2026-10-22' as PersonReport['from'],
  to: '2026-11-20' as PersonReport['to'],
  totals,
  hitRate: null,
  meetings: [
    {
      ...totals,
      meetingId: ulid('standup'),
      meetingName: 'Daily stand-up',
      type: 'STANDUP',
      teamId: ulid('team'),
      teamName: 'Platform Team',
    },
    { ...totals, asked: 1, answered: 1, ...retro, type: 'RETRO', teamId: ulid('team'), teamName: 'Platform Team' },
  ],
  days: [
    { date: '2026-11-20' as never, runs: [aRun('2026-11-20'), aRun('2026-11-20', retro)] },
    { date: '2026-11-19' as never, runs: [aRun('2026-11-19', { state: 'MISSING', answers: [], answeredAt: null })] },
  ],
  ...parts,
});

const asked: string[] = [];
const shows = (parts: Partial<PersonReport> = {}): void => {
  server.use(
    answering('get', call, ({ url }) => {
      asked.push(url.search);
      return aReport(parts);
    }),
  );
};
const title = (name = 'Bob Lindqvist') => screen.findByRole('heading', { level: 1, name });
const headings = (level: number): (string | null)[] =>
  screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);

beforeEach(() => {
  asked.length = 0;
  shows();
});

describe('the content', () => {
  it('is the last thirty days, day by day', async () => {
    renderApp(path);
    await title();
    expect(asked).toEqual(['?from=2026-10-22&to=2026-11-20']);
    expect(headings(2)).toEqual(['Fri 20 Nov', 'Thu 19 Nov']);
    expect(headings(3)).toEqual(['Daily stand-up', 'Retro', 'Daily stand-up']);
    expect(screen.getByText('Window closed')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Daily stand-up' })[0]).toHaveAttribute(
      'href',
      `/reports/${ulid('standup')}?date=2026-11-20`,
    );
    expect(screen.getByText('2/3')).toBeVisible();
    expect(screen.getByText('1/2')).toBeVisible();
  });

  it('can go by meeting, with its own counts, kept in the address', async () => {
    const { user, address } = renderApp(path);
    await title();
    await user.click(screen.getByRole('button', { name: 'By meeting' }));
    await screen.findByRole('heading', { level: 2, name: 'Retro' });
    expect(headings(2)).toEqual(['Daily stand-up', 'Retro']);
    expect(screen.getByText('Platform Team · 2 of 3 answered · 1 late · 1 of 2 goals · blocked once')).toBeVisible();
    expect(screen.getByRole('button', { name: 'By meeting' })).toHaveAttribute('aria-pressed', 'true');
    expect(address()).toBe(`${path}?view=meeting`);
  });

  it('takes its days from the address, at most 92 of them', async () => {
    renderApp(`${path}?from=2026-08-21&to=2026-11-20`);
    await title();
    expect(asked).toEqual(['?from=2026-08-21&to=2026-11-20']);
  });

  it('takes more days than that for the last thirty', async () => {
    renderApp(`${path}?from=2026-08-20&to=2026-11-20`);
    await title();
    expect(asked).toEqual(['?from=2026-10-22&to=2026-11-20']);
  });

  it('shows how each answer was given, and which goals were reached', async () => {
    const run = aRun('2026-11-20', {
      state: 'BLOCKED',
      run: 'NOT_RUN',
      isLate: true,
      isAhead: true,
      editedAt: '2026-11-20T10:00:00.000Z' as never,
      goals: [
        { text: 'Ship it', ticked: true },
        { text: 'Write docs', ticked: false },
      ],
    });
    shows({ days: [{ date: '2026-11-20' as never, runs: [run] }] });
    renderApp(path);
    expect(
      await screen.findByText('Blocked · late · given ahead · changed later · the report did not run that day'),
    ).toBeVisible();
    const goals = within(screen.getByRole('list', { name: 'Goals' })).getAllByRole('listitem');
    expect(goals.map(({ textContent }) => textContent)).toEqual(['Ship it', 'Write docs']);
    expect(within(goals[0] ?? document.body).getByRole('img', { name: 'Reached' })).toBeVisible();
    expect(within(goals[1] ?? document.body).getByRole('img', { name: 'Not reached' })).toBeVisible();
  });

  it('shows words as they were written, and that they are gone where they are', async () => {
    const content = anAnswer('<i>Q</i>', '<b>bold</b>', true);
    shows({
      days: [
        { date: '2026-11-20' as never, runs: [aRun('2026-11-20', { answers: [content] })] },
        { date: '2026-11-19' as never, runs: [aRun('2026-11-19', { answers: [], isErased: true })] },
      ],
    });
    renderApp(path);
    expect(await screen.findByText('<b>bold</b>')).toBeVisible();
    expect(screen.getByText('This answer was removed at the person’s wish.')).toBeVisible();
  });

  it('names no erased person, and marks people who have left', async () => {
    shows({ name: '', isErased: true, hasLeft: true });
    renderApp(path);
    expect(await title('Removed person')).toBeVisible();
    expect(screen.getByText('No longer in your teams')).toBeVisible();
  });

  it('leaves room for a name of two hundred letters', async () => {
    const name = 'Wort'.repeat(50);
    shows({ name });
    renderApp(path);
    expect(await title(name)).toBeVisible();
  });

  it('links inside the chat tool stay there', async () => {
    renderApp(`/teams${path}`);
    await title();
    expect(screen.getAllByRole('link', { name: 'Daily stand-up' })[0]).toHaveAttribute(
      'href',
      `/teams/reports/${ulid('standup')}?date=2026-11-20`,
    );
  });
});

describe('the other states', () => {
  it('shows that it is loading', async () => {
    server.use(answering('get', call, () => new Promise<Response>(() => undefined)));
    renderApp(path);
    await title('Report by person');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it('shows that there is nothing', async () => {
    shows({ days: [], meetings: [] });
    renderApp(path);
    expect(await screen.findByText('Nothing was asked or answered in this time.')).toBeVisible();
    expect(screen.getByText('Thu 22 Oct to Fri 20 Nov')).toBeVisible();
  });

  it('shows that the reader knows no such person', async () => {
    server.use(answering('get', call, () => refusal(404, 'NOT_FOUND', 'We could not find that.')));
    renderApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('We could not find this person in your teams.');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('shows the error and offers a retry', async () => {
    server.use(answering('get', call, () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
    const { user } = renderApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    shows();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await title();
  });
});

describe('an export of the report', () => {
  it('prints', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = renderApp(path);
    await title();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('downloads a line for each answer, oldest first, with no formula among them', async () => {
    const evil = anAnswer('What did you do?', '=HYPERLINK("x")');
    const mood = anAnswer('Mood?', '4', false, { type: 'SCALE', lowLabel: 'Tired', highLabel: 'Fresh' });
    shows({
      days: [
        { date: '2026-11-20' as never, runs: [aRun('2026-11-20', { answers: [evil, mood] })] },
        {
          date: '2026-11-19' as never,
          runs: [aRun('2026-11-19', { state: 'MISSING', answers: [], answeredAt: null })],
        },
      ],
    });
    const blobs: Blob[] = [];
    const names: string[] = [];
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return 'blob:1';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = renderApp(path);
    await title();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(names).toEqual(['Bob Lindqvist 2026-10-22 2026-11-20.csv']);
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      [
        '\ufeff"Date","Report","State","Answered at (Europe/Berlin)","Question","Answer"',
        '"2026-11-19","Daily stand-up","Window closed","","",""',
        '"2026-11-20","Daily stand-up","Answered","2026-11-20 10:30","What did you do?","\'=HYPERLINK(""x"")"',
        '"2026-11-20","Daily stand-up","Answered","2026-11-20 10:30","Mood?","4 of 5"',
        '',
      ].join('\r\n'),
    );
  });
});

describe('the hit rate', () => {
  const rate = { from: '2026-10-24', to: '2026-11-20', done: 7, settled: 8, carried: 2 } as never;

  it('shows the hit rate and carried goals only to the person', async () => {
    shows({ hitRate: rate });
    renderApp(path);
    await title();
    const line = screen.getByText(/7 of 8 goals of the last four weeks done \(88%\)\./);
    expect(line).toHaveTextContent('2 goals are carried over. Only you see this.');
  });

  it('is missing for another reader', async () => {
    renderApp(path);
    await title();
    expect(screen.queryByText(/last four weeks/)).not.toBeInTheDocument();
  });

  it('is missing if a server of an earlier version sends none', async () => {
    shows({ hitRate: undefined });
    renderApp(path);
    await title();
    expect(screen.queryByText(/last four weeks/)).not.toBeInTheDocument();
  });

  it('stays on a page without runs, and claims no share before a goal is settled', async () => {
    shows({ hitRate: { ...(rate as object), done: 0, settled: 0 } as never, days: [] });
    renderApp(path);
    await title();
    expect(screen.getByText(/2 goals are carried over/)).toBeVisible();
    expect(screen.queryByText(/%/)).not.toBeInTheDocument();
  });
});
