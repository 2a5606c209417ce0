import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Catchup } from '#contracts/reports/getCatchup.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aCatchup, aDay, aReport, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

// The tests run at 10:25 UTC on Friday 20 November 2026, which is 11:25 for the reader in Berlin.

const path = '/api/report/catchup/:teamId';
const standup = { meetingId: ulid('standup'), meetingName: 'Daily stand-up', type: 'STANDUP' } as const;
const completed = (date: string, parts: Partial<Catchup['completed'][number]> = {}): Catchup['completed'][number] => ({
  ...standup,
  ...{ date: date as never, completedAt: `${date}T11:00:00.000Z` as never, reason: 'WINDOW_OVER' },
  ...{ answered: 6, asked: 7, late: 0, goals: 3, blockers: 0 },
  ...parts,
});
const blockerOf = (name: string) => ({ ...standup, memberId: ulid(name), name, since: '2026-11-17' as never });
const full: Partial<Catchup> = {
  lastVisitAt: '2026-11-16T23:30:00.000Z' as never,
  from: '2026-11-16T23:30:00.000Z' as never,
  completed: [completed('2026-11-19', { late: 1 }), completed('2026-11-17', { reason: 'HOLIDAY' })],
  missed: [
    { ...standup, date: '2026-11-18' as never, opensAt: '2026-11-18T09:00:00.000Z' as never, reason: 'DOWNTIME' },
  ],
  newBlockers: [
    { ...blockerOf('Bob'), openedAt: '2026-11-17T10:00:00.000Z' as never, text: 'Waiting for <b>IT</b> *still*' },
  ],
  resolvedBlockers: [{ ...blockerOf('Cara'), closedAt: '2026-11-19T10:00:00.000Z' as never }],
};

const asked: string[] = [];
const replyWith = (parts: Partial<Catchup>): void => {
  server.use(
    answering('get', path, ({ params }) => {
      asked.push(String(params['teamId']));
      return aCatchup(parts);
    }),
  );
};
const toggle = () => screen.findByRole('button', { name: /^Since your last visit/ });
const panel = () => screen.findByRole('region', { name: /^Since your last visit/ });
const open = async (where = '/') => {
  const view = renderApp(where);
  await view.user.click(await toggle());
  return { ...view, panel: await panel() };
};
/** Waits until the catch-up was requested and has had time to appear. */
const settled = async (): Promise<void> => {
  await waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  await screen.findByText(/No report has run today/);
};
const toggleNow = () => screen.queryByRole('button', { name: /^Since your last visit/ });

beforeEach(() => {
  asked.length = 0;
});

it('shows in one polite line that there is news, and stays folded', async () => {
  replyWith(full);
  renderApp('/');
  const line = await toggle();
  expect(line).toHaveAccessibleName(
    'Since your last visit: 1 new blocker, 1 blocker resolved, 2 reports completed and 1 report missed',
  );
  expect(line).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getAllByRole('status').filter((report) => report.contains(line))).toHaveLength(1);
  expect(screen.queryByRole('region', { name: /^Since/ })).not.toBeInTheDocument();
});

it.each([
  ['/', '/reports'],
  ['/teams/home', '/teams/reports'],
])(
  'shows at %s new and resolved blockers, completed reports and missed reports, each with a link to its day',
  async (where, reports) => {
    replyWith(full);
    const { panel: shown, user } = await open(where);
    // 23:30 UTC is already 17 November in the reader's zone.
    expect(shown).toHaveAccessibleName(/^Since your last visit on Tuesday,? 17 November 2026$/);
    expect(
      within(shown)
        .getAllByRole('heading', { level: 3 })
        .map((report) => report.textContent),
    ).toEqual([...['New blockers', 'Resolved blockers', 'Completed reports', 'Missed reports']]);
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map((report) => report.textContent),
    ).toEqual([
      'Bob has been blocked since Tue 17 NovWaiting for <b>IT</b> *still*Daily stand-up, Tue 17 Nov',
      'Cara is no longer blockedDaily stand-up, Tue 17 Nov',
      'Daily stand-up, Thu 19 Nov6 of 7 answered1 late',
      'Daily stand-up, Tue 17 Nov6 of 7 answeredteam holiday',
      'Daily stand-up, Wed 18 Novthe service was down when it was due',
    ]);
    expect(
      within(shown)
        .getAllByRole('link')
        .map((report) => report.getAttribute('href')),
    ).toEqual(['17', '17', '19', '17', '18'].map((day) => `${reports}/${ulid('standup')}?date=2026-11-${day}`));
    await user.click(await toggle());
    expect(screen.queryByRole('region', { name: /^Since/ })).not.toBeInTheDocument();
  },
);

it('names the time of a visit today, and the first day it covers after a long absence', async () => {
  replyWith({ ...full, lastVisitAt: '2026-11-20T08:10:00.000Z' as never, from: '2026-11-20T08:10:00.000Z' as never });
  const { panel: shown, unmount } = await open();
  expect(shown).toHaveAccessibleName('Since your last visit at 09:10');
  expect(within(shown).queryByText(/^Listed from/)).not.toBeInTheDocument();
  unmount();
  replyWith({ ...full, lastVisitAt: '2026-08-03T09:00:00.000Z' as never, from: '2026-10-21T10:25:00.000Z' as never });
  const long = await open();
  expect(long.panel).toHaveTextContent(/Listed from Wednesday,? 21 October 2026 on\./);
});

it('shows five entries of a kind and offers the others', async () => {
  replyWith({ ...full, completed: Array.from({ length: 7 }, (_, index) => completed(`2026-11-1${9 - index}`)) });
  const { panel: shown, user } = await open();
  expect(within(shown).getAllByText('6 of 7 answered')).toHaveLength(5);
  await user.click(within(shown).getByRole('button', { name: 'Show all 7' }));
  expect(within(shown).getAllByText('6 of 7 answered')).toHaveLength(7);
  expect(within(shown).getByRole('button', { name: 'less' })).toHaveFocus();
});

it.each([
  ['at the first visit', { lastVisitAt: null, from: null }],
  ['when nothing happened', { ...full, completed: [], missed: [], newBlockers: [], resolvedBlockers: [] }],
])('shows nothing %s', async (_, parts: Partial<Catchup>) => {
  replyWith(parts);
  renderApp('/');
  await settled();
  expect(toggleNow()).not.toBeInTheDocument();
});

it('raises no alarm when it cannot be loaded, and does not repeat the request', async () => {
  server.use(
    answering('get', path, ({ params }) => {
      asked.push(String(params['teamId']));
      return refusal(503, 'UNAVAILABLE', 'Busy.');
    }),
  );
  renderApp('/');
  await settled();
  expect(toggleNow()).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText('Busy.')).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('appears after the day has loaded, and on today only', async () => {
  replyWith(full);
  let answer: (report: object) => void = () => undefined;
  const day = new Promise<object>((resolve) => {
    answer = resolve;
  });
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting', async ({ url }) =>
      url.searchParams.get('date') === '2026-11-20' ? ((await day) as never) : aDay({ reports: [aReport()] }),
    ),
  );
  const { visit } = renderApp('/?date=2026-11-18');
  await screen.findByRole('article');
  await visit('/');
  await screen.findByRole('status', { name: 'Loading' });
  expect(asked).toEqual([]);
  answer(aDay({ reports: [aReport()] }));
  await toggle();
  await visit('/?date=2026-11-18');
  await screen.findByRole('heading', { level: 1, name: /18 November/ });
  expect(toggleNow()).not.toBeInTheDocument();
});

it('can be closed for this visit of this team, with the focus on the day, and returns at the next visit', async () => {
  server.use(answering('get', '/api/team/list', () => [aTeam('First'), aTeam('Second')]));
  replyWith(full);
  const storage = signedInStorage();
  const { user, unmount } = renderApp('/', { storage });
  await user.click(await toggle());
  await user.click(within(await panel()).getByRole('button', { name: 'Dismiss for this visit' }));
  expect(toggleNow()).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Second');
  await toggle();
  expect(asked).toEqual([ulid('First'), ulid('Second')]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'First');
  await screen.findByText(/No report has run today/);
  expect(toggleNow()).not.toBeInTheDocument();
  unmount();
  replyWith({ ...full, lastVisitAt: '2026-11-20T08:10:00.000Z' as never });
  renderApp('/', { storage });
  expect(await toggle()).toBeVisible();
});

it('stays closed after a reload within the visit', async () => {
  replyWith(full);
  const storage = signedInStorage();
  storage.set(storageKeys.catchup, `${ulid('Platform Team')}/${full.lastVisitAt ?? ''}`);
  renderApp('/', { storage });
  await settled();
  expect(toggleNow()).not.toBeInTheDocument();
});
