import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { aDay, aMember, aReport, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import type { DailyReport, MeetingReport } from '#contracts/reports/dailyReport.ts';

const reports = '/api/meeting/getreport/:teamId/meeting';

const day = (parts: Partial<DailyReport>): void => {
  server.use(answering('get', reports, ({ url }) => ({ ...aDay(parts), date: url.searchParams.get('date') })));
};
const withReport = (parts: Partial<MeetingReport>): void => {
  day({ reports: [aReport(parts)] });
};
const card = () => screen.findByRole('article');

describe('the header of a report', () => {
  it.each([
    ['OPEN', null, 'Ongoing', ''],
    ['COMPLETED', 'ALL_ANSWERED', 'Completed', ''],
    ['COMPLETED', 'HOLIDAY', 'Completed', 'team holiday'],
    ['CANCELLED', 'CANCELLED_TODAY', 'Cancelled', 'cancelled by hand'],
    ['MISSED', 'DOWNTIME', 'Missed', 'the service was down when it was due'],
  ] as const)('the header of a run %s (%s) shows %s %s', async (state, reason, badge, shownText) => {
    withReport({ state, reason });
    renderApp('/');
    const head = within(await card());
    expect(head.getByText(badge)).toBeVisible();
    expect(
      head
        .queryAllByText(/team holiday|cancelled by hand|service was down|everybody answered/)
        .map((element) => element.textContent)
        .join(),
    ).toBe(shownText);
  });

  it('shows the window in the reader’s zone, the time left, and the channel', async () => {
    withReport({ channelName: 'General' });
    renderApp('/');
    const head = within(await card());
    expect(head.getByText('10:00–12:00, closes in 35 min')).toBeVisible();
    expect(head.getByText('posted to General')).toBeVisible();
  });

  it('names the day if the window is on another day for the reader', async () => {
    withReport({ state: 'COMPLETED' });
    renderApp('/?date=2026-11-20', { zone: 'Pacific/Auckland' });
    expect(within(await card()).getByText('Fri 20 Nov 22:00–Sat 21 Nov 00:00')).toBeVisible();
  });

  it('links the meeting’s name to its own page', async () => {
    withReport({});
    renderApp('/');
    expect(within(await card()).getByRole('link', { name: 'Daily stand-up' })).toHaveAttribute(
      'href',
      `/reports/${ulid('standup')}?date=2026-11-20`,
    );
  });

  it('shows the name as text inside the chat tool, beside a link to the report', async () => {
    withReport({});
    renderApp('/teams/home');
    expect(
      within(await card())
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/teams/reports/${ulid('standup')}?date=2026-11-20`, `/teams/blockers?report=${ulid('standup')}`]);
    expect(screen.getByRole('link', { name: 'Details of Daily stand-up, Fri 20 Nov' })).toHaveTextContent('Details');
  });

  it.each([
    ['/', '/reports/person/'],
    ['/teams/home', '/teams/reports/person/'],
  ])('links people to their own report, at %s', async (path, report) => {
    withReport({ members: [aMember('Bob')] });
    renderApp(path);
    expect(within(await card()).getByRole('link', { name: 'Bob' })).toHaveAttribute('href', report + ulid('Bob'));
  });
});

describe('the rings', () => {
  it('are images named by sentences, with the goals counted in words', async () => {
    withReport({ membersAnswered: 5, totalMembers: 7, goals: 3, blockers: 1, goalsTicked: 11, goalsOffered: 14 });
    renderApp('/');
    const rings = within(await card()).getAllByRole('img');
    expect(rings.map((ring) => [ring.getAttribute('aria-label'), ring.textContent])).toEqual([
      ['Participants: 5 of 7 people answered', '5/7'],
      ['Goals: 3 of 7 people reached all their goals', '3/7'],
      ['Blockers: 1 of 7 people blocked', '1/7'],
    ]);
    expect(screen.getByText('11 of 14 goals')).toBeVisible();
  });

  it('show no goals where no member had any', async () => {
    withReport({ membersAnswered: 2, totalMembers: 4, goals: 0, goalsOffered: 0 });
    renderApp('/');
    const ring = within(await card()).getByRole('img', { name: 'Goals: No goals to reach yet' });
    expect(ring).toHaveTextContent('0/0');
    expect(screen.getByText('No goals to reach yet')).toBeVisible();
  });

  it('name the blockers by which they differ from the list beside them', async () => {
    const shownText = { hasBlocker: true, isCompleted: true, state: 'BLOCKED' } as const;
    const carried = { blockedSince: '2026-11-17' as never, blockedDays: 3 };
    withReport({
      ...{ membersAnswered: 2, totalMembers: 4, blockers: 2 },
      members: [
        aMember('Ann', { ...shownText, blockedSince: '2026-11-20' as never, blockedDays: 0 }),
        aMember('Bob', { ...shownText, blockedSince: null }),
        aMember('Cem', carried),
        aMember('Dee', carried),
      ],
    });
    renderApp('/');
    expect(within(await card()).getByRole('img', { name: 'Blockers: 2 of 4 people blocked' })).toBeVisible();
    expect(screen.getByText('1 resolved since, 2 more from earlier days')).toBeVisible();
  });

  it('are drawn for an empty team', async () => {
    withReport({});
    renderApp('/');
    expect(within(await card()).getByRole('img', { name: 'Participants: 0 of 0 people answered' })).toHaveTextContent(
      '0/0',
    );
    expect(screen.queryByText(/of 0 goals/)).not.toBeInTheDocument();
  });
});
