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
