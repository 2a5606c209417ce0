import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { DailyReport, MeetingReport } from '#contracts/reports/dailyReport.ts';
import { aDay, aReport, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const reports = '/api/meeting/getreport/:teamId/meeting';
const busy = 'The service is busy at the moment. Please try again in a few seconds.';

const day = (parts: Partial<DailyReport>): void => {
  server.use(answering('get', reports, ({ url }) => ({ ...aDay(parts), date: url.searchParams.get('date') })));
};
const withReport = (parts: Partial<MeetingReport>): void => {
  day({ reports: [aReport(parts)] });
};
const meetings = (...names: readonly string[]): void => {
  server.use(
    answering('get', '/api/meeting/getall/:teamId', () =>
      names.map((name) => ({ id: ulid(name), name, isEnabled: true })),
    ),
  );
};
const title = () => screen.findByRole('heading', { level: 1, name: /\d{4}$/ });
const card = () => screen.findByRole('article');

describe('the states of the dashboard', () => {
  it('links to the guide if the person has no team', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/');
    expect(await screen.findByText('Rollcall is not connected with Microsoft Teams.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'How to connect it' })).toHaveAttribute('href', '/teams/setup');
  });

  it('shows a loading state until the report arrives', async () => {
    server.use(answering('get', reports, () => new Promise<Response>(() => undefined)));
    renderApp('/');
    await title();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it('shows the reason why the report cannot be loaded, and a retry', async () => {
    server.use(answering('get', reports, () => refusal(503, 'UNAVAILABLE', busy)));
    const { user } = renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent(busy);
    withReport({});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card()).toHaveAccessibleName('Daily stand-up');
  });

  it('shows the day although the list of reports failed, and offers to load it again', async () => {
    withReport({});
    server.use(answering('get', '/api/meeting/getall/:teamId', () => refusal(503, 'UNAVAILABLE', busy)));
    renderApp('/');
    expect(await card()).toHaveAccessibleName('Daily stand-up');
    expect(screen.getByText(/^This may be out of date/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each([
    ['/', '/reports/create'],
    ['/teams/home', `/teams/reports/create/${ulid('Platform Team')}`],
  ])('has no reports in a team without meetings, at %s with a link to create one', async (path, create) => {
    meetings();
    renderApp(path);
    expect(await screen.findByText('No reports found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create a report' })).toHaveAttribute('href', create);
  });

  it.each([
    ['/?date=2026-11-13', `/reports/${ulid('standup')}?date=2026-11-13`, 'Daily stand-up'],
    ['/teams/home?date=2026-11-13', `/teams/reports/${ulid('standup')}?date=2026-11-13`, /^Details of Daily stand-up/],
  ])('leads from %s to the same day of a report', async (path, to, name) => {
    withReport({});
    renderApp(path);
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
  });

  it('has no responses on a day without a run', async () => {
    renderApp('/');
    expect(await screen.findByText('No report has run today.')).toBeVisible();
  });

  it('the dashboard shows that the day is a holiday', async () => {
    day({ isHoliday: true });
    renderApp('/');
    expect(await screen.findByText("It's Holiday!")).toBeVisible();
  });

  it('shows answers that were given on a holiday', async () => {
    day({ isHoliday: true, reports: [aReport()] });
    renderApp('/');
    expect(await card()).toBeVisible();
    expect(screen.getByText("It's Holiday!")).toBeVisible();
  });

  it('keeps showing a report that could not be refreshed, and shows a message', async () => {
    withReport({});
    const { user, services } = renderApp('/');
    await card();
    server.use(answering('get', reports, () => Response.error()));
    await act(() => services.cache.client?.invalidateQueries({ queryKey: ['report'] }));
    expect(await screen.findByText('This may be out of date, because the last refresh failed.')).toBeVisible();
    expect(await card()).toBeVisible();
    withReport({ meetingName: 'Renamed' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Renamed' })).toBeVisible();
    expect(screen.queryByText(/out of date/)).not.toBeInTheDocument();
  });
});

describe('the day', () => {
  it('is today for the reader, asked for as a calendar date', async () => {
    const asked: (string | null)[] = [];
    server.use(
      answering('get', reports, ({ url }) => {
        asked.push(url.searchParams.get('date'));
        return aDay();
      }),
    );
    // 10:25 UTC is already 21 November on Kiritimati.
    renderApp('/', { zone: 'Pacific/Kiritimati' });
    expect(await title()).toHaveTextContent(/^Saturday,? 21 November 2026$/);
    await waitFor(() => {
      expect(asked).toEqual(['2026-11-21']);
    });
  });

  it('moves by one day at a time and returns without a date in the address', async () => {
    const { user, address } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Previous day' }));
    expect(await title()).toHaveTextContent(/Thursday,? 19 November 2026/);
    expect(address()).toBe('/?date=2026-11-19');
    await user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await title()).toHaveTextContent(/Friday,? 20 November 2026/);
    expect(address()).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(address()).toBe('/?date=2026-11-21');
  });

  it('is chosen in a calendar that shows yyyy-MM-dd and cannot be emptied', async () => {
    const { user, address } = renderApp('/');
    const field = await screen.findByRole('textbox', { name: 'Date' });
    expect(field).toHaveValue('2026-11-20');
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('2026-11-20');
    await user.click(screen.getByRole('button', { name: 'Date: choose in a calendar' }));
    await user.click(await screen.findByRole('button', { name: '18, November, 2026' }));
    expect(await title()).toHaveTextContent(/Wednesday,? 18 November 2026/);
    expect(address()).toBe('/?date=2026-11-18');
    expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue('2026-11-18');
  });

  it.each(['2026-02-30', 'tomorrow', '..', '0001-01-01'])('ignores the date %s in the address', async (date) => {
    renderApp(`/?date=${date}`);
    expect(await title()).toHaveTextContent(/20 November 2026/);
  });
});

describe('the meeting filter', () => {
  it('is not offered for one meeting', async () => {
    withReport({});
    renderApp('/');
    await card();
    expect(screen.queryByRole('combobox', { name: 'Meeting' })).not.toBeInTheDocument();
  });

  it('requests one meeting, and all of them again', async () => {
    meetings('standup', 'retro');
    day({ reports: [aReport(), aReport({ meetingId: ulid('retro'), meetingName: 'Retro' })] });
    server.use(
      answering('get', `${reports}/:meetingId`, ({ params }) =>
        aDay({ reports: [aReport({ meetingId: ulid('retro'), meetingName: `Only ${String(params['meetingId'])}` })] }),
      ),
    );
    const { user, address } = renderApp('/');
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    const filter = screen.getByRole('combobox', { name: 'Meeting' });
    expect(
      within(filter)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All', 'standup', 'retro']);
    await user.selectOptions(filter, 'retro');
    expect(await card()).toHaveAccessibleName(`Only ${ulid('retro')}`);
    expect(address()).toBe(`/?meeting=${ulid('retro')}`);
    await user.selectOptions(filter, 'All');
    expect(await screen.findAllByRole('article')).toHaveLength(2);
  });

  it('shows all meetings when the filter names a meeting of another team', async () => {
    meetings('standup', 'retro');
    withReport({});
    renderApp(`/?meeting=${ulid('elsewhere')}`);
    expect(await card()).toHaveAccessibleName('Daily stand-up');
    expect(screen.getByRole('combobox', { name: 'Meeting' })).toHaveDisplayValue('All');
  });

  it('resets the filter for another team', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('First'), aTeam('Second')]));
    server.use(
      answering('get', reports, ({ params }) =>
        aDay({ reports: [aReport({ meetingName: params['teamId'] === ulid('Second') ? 'Theirs' : 'Ours' })] }),
      ),
    );
    const { user } = renderApp('/');
    expect(await card()).toHaveAccessibleName('Ours');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Second');
    expect(await screen.findByRole('article', { name: 'Theirs' })).toBeVisible();
  });
});

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
        .queryAllByText(/team holiday|cancelled by hand|service was down|everyone answered/)
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

describe('the results of a day', () => {
  it('list blocked members of an earlier day, oldest first, then slipped goals; today the attention list has the blocked ones', async () => {
    const blocked = (name: string, since: string, text: string | null) =>
      aMember(name, {
        state: 'BLOCKED',
        hasBlocker: true,
        isCompleted: true,
        blockedSince: since as never,
        blockerText: text,
      });
    withReport({
      members: [
        blocked('Newer', '2026-11-19', 'Waiting for IT'),
        blocked('Older', '2026-11-16', null),
        aMember('Carried', {
          ...{ blockedSince: '2026-11-17' as never, blockedDays: 3, blockerText: 'Still no access' },
        }),
        aMember('Slipped', { state: 'ANSWERED', isCompleted: true, goalsOpen: ['Ship it', 'Tell everybody'] }),
      ],
    });
    const { visit } = renderApp('/');
    const shown = async () =>
      within(boxOf(await screen.findByRole('heading', { name: 'Blockers and goals' })))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    const slipped = 'Slipped did not reach 2 goalsShip it\nTell everybody';
    expect(await shown()).toEqual([slipped]);
    await visit('/?date=2026-11-19');
    await waitFor(async () => {
      expect(await shown()).toHaveLength(4);
    });
    expect(await shown()).toEqual([
      'Older has been blocked since Mon 16 Nov',
      'Carried has been blocked since Tue 17 Nov (3 working days)Still no access',
      'Newer has been blocked since Thu 19 NovWaiting for IT',
      slipped,
    ]);
  });

  it.each([
    ['everybody answered', { membersAnswered: 1, totalMembers: 1 }, 'Nobody is blocked.'],
    ['somebody has not answered', { membersAnswered: 1, totalMembers: 2 }, 'The answers so far have no blockers.'],
    ['nobody has answered', { membersAnswered: 0, totalMembers: 2 }, 'Nobody has answered.'],
    ['nobody was asked', { membersAnswered: 0, totalMembers: 0 }, 'Nobody was asked.'],
    [
      'the run asked nothing about blockers',
      { membersAnswered: 2, totalMembers: 2, hasBlockers: false },
      'This run asks no question about blockers.',
    ],
    ['the run was missed', { membersAnswered: 0, totalMembers: 2, state: 'MISSED' }, 'Nobody was asked.'],
  ] as const)('claim nothing unknown when %s', async (_, counts, sentence) => {
    withReport({ members: [aMember('Fine')], ...counts });
    renderApp('/');
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('name the people who did not answer in time, and the resolved blockers', async () => {
    const members = [
      aMember('Ann', { state: 'BLOCKED', hasBlocker: true, isCompleted: true, blockedSince: null }),
      aMember('Bob', { state: 'MISSING' }),
      aMember('Cem', { state: 'MISSING' }),
    ];
    withReport({ members, membersAnswered: 1, totalMembers: 3, state: 'COMPLETED' });
    renderApp('/');
    expect(await screen.findByText('2 people did not answer')).toBeVisible();
    expect(screen.getByText('Bob and Cem')).toBeVisible();
    expect(screen.getByText('Ann: was blocked, resolved')).toBeVisible();
  });

  it('have rings only for topics that the report asks about', async () => {
    withReport({ members: [aMember('Fine')], hasGoals: false, hasBlockers: false });
    renderApp('/');
    await screen.findByRole('img', { name: /^Participants/ });
    expect(screen.queryByRole('img', { name: /^(Goals|Blockers)/ })).not.toBeInTheDocument();
  });

  it('show five people and offer the others', async () => {
    withReport({ members: Array.from({ length: 7 }, (_, index) => aMember(`Person ${index}`, { goalsOpen: ['x'] })) });
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Show all 7' }));
    expect(screen.getAllByText(/did not reach a goal/)).toHaveLength(7);
  });
});

describe('a report that changes', () => {
  it('is requested every 15 seconds on today, never on another day', async () => {
    withReport({});
    const { services, visit } = renderApp('/');
    await card();
    const interval = (): unknown =>
      services.cache.client?.getQueryCache().findAll({ queryKey: ['report', ulid('Platform Team')], type: 'active' })[0]
        ?.observers[0]?.options.refetchInterval;
    expect(interval()).toBe(15_000);
    await visit('/?date=2026-11-19');
    await card();
    expect(interval()).toBe(false);
  });
});
