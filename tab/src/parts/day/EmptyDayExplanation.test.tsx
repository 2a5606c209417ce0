import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aDay, aMeeting, aReport, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const next = {
  ...{ meetingId: ulid('standup'), meetingName: 'Daily stand-up', date: '2026-11-23' },
  opensAt: '2026-11-23T09:00:00.000Z',
};
const nearby = (match: object): void => {
  server.use(answering('get', '/api/report/nearby/:teamId', () => ({ previous: null, next: null, ...match })));
};
const days = '/api/meeting/getreport/:teamId/meeting';

describe('an empty day', () => {
  it('names the next run and leads to it, and back to today', async () => {
    nearby({ previous: '2026-11-19', next });
    const { user, address } = renderApp('/');
    expect(await screen.findByText('The next run: Daily stand-up, Mon 23 Nov, 10:00.')).toBeVisible();
    expect(screen.queryByText(/different filters/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next run: Mon 23 Nov' }));
    expect(address()).toBe('/?date=2026-11-23');
    expect(await screen.findByText('This day is in the future.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(address()).toBe('/');
  });

  it('leads to the last day with answers', async () => {
    nearby({ previous: '2026-11-13', next });
    const { user, address } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Last answers: Fri 13 Nov' }));
    expect(address()).toBe('/?date=2026-11-13');
  });

  it('names the first run of a report that never ran', async () => {
    nearby({ next });
    renderApp('/');
    expect(await screen.findByText('The first run: Daily stand-up, Mon 23 Nov, 10:00.')).toBeVisible();
  });

  it('shows that the organisation sends no prompts, with a link for admins', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, orgPause: 'DEACTIVATED' })));
    renderApp('/');
    expect(
      await screen.findByText('No report runs at the moment, because the organization is deactivated or read-only.'),
    ).toBeVisible();
    const notice = await screen.findByRole('complementary', { name: 'State of the organization' });
    expect(notice).toHaveTextContent('This organization is deactivated');
    expect(screen.getByRole('link', { name: 'Activate it in the settings' })).toHaveAttribute(
      'href',
      '/settings?tab=organization',
    );
  });

  it('shows that a deactivated report does not run', async () => {
    server.use(answering('get', '/api/meeting/get/:id', () => aMeeting({ isEnabled: false })));
    server.use(answering('get', `${days}/:meetingId`, () => aDay()));
    renderApp(`/reports/${ulid('standup')}`);
    expect(await screen.findByText('This report is deactivated, so nothing runs.')).toBeVisible();
  });

  it('mentions filters only while one is set, and removes it', async () => {
    server.use(
      answering('get', '/api/meeting/getall/:teamId', () => [
        { id: ulid('standup'), name: 'Daily stand-up', isEnabled: true },
        { id: ulid('retro'), name: 'Retro', isEnabled: true },
      ]),
      answering('get', `${days}/:meetingId`, () => aDay()),
      answering('get', days, () => aDay({ reports: [aReport()] })),
    );
    const { user } = renderApp(`/?meeting=${ulid('retro')}`);
    expect(await screen.findByText('No report responses found. Please try with different filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all reports' }));
    expect(await screen.findByRole('article', { name: 'Daily stand-up' })).toBeVisible();
  });

  it('lets an admin start the only report at once, after a question that names it', async () => {
    let started: readonly string[] = [];
    server.use(
      answering('post', '/api/meeting/start/:id', ({ params }) => {
        started = [...started, String(params['id'])];
        return { id: ulid('standup'), date: '2026-11-20', isNew: true };
      }),
      answering('get', days, () => aDay(started.length === 0 ? {} : { reports: [aReport()] })),
    );
    nearby({ next });
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Start now: Daily stand-up' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Start Daily stand-up now?' });
    expect(dialog).toHaveTextContent(
      'All participants who have not answered yet are asked for Fri 20 Nov at once, in their own chat.',
    );
    expect(started).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Yes, Start' }));
    expect(await screen.findByText('Daily stand-up of Fri 20 Nov has started.')).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Daily stand-up' })).toBeVisible();
    expect(started).toEqual([ulid('standup')]);
    expect(screen.queryByRole('button', { name: /^Start now/ })).not.toBeInTheDocument();
  });

  it.each([
    ['/', ['Start now: Daily stand-up', 'Start now: Retro']],
    [`/?meeting=${ulid('retro')}`, ['Start now: Retro']],
  ])('offers the start of each report that the page shows and that runs: %s', async (path, expected) => {
    server.use(
      answering('get', '/api/meeting/getall/:teamId', () => [
        { id: ulid('standup'), name: 'Daily stand-up', isEnabled: true },
        { id: ulid('retro'), name: 'Retro', isEnabled: true },
        { id: ulid('weekly'), name: 'Weekly', isEnabled: false },
      ]),
      answering('get', `${days}/:meetingId`, () => aDay()),
      answering('get', days, () => aDay()),
    );
    nearby({ next });
    renderApp(path);
    const buttons = await screen.findAllByRole('button', { name: /^Start now/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(expected);
  });

  it('shows in the dialog why a start was refused, and starts nothing', async () => {
    server.use(
      answering('post', '/api/meeting/start/:id', () =>
        refusal(409, 'ORG_PAUSED', 'No report of your organization runs.'),
      ),
    );
    nearby({ next });
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Start now: Daily stand-up' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Start' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No report of your organization runs.');
  });

  it('offers no start to a person who may not start the report', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
    nearby({ next });
    renderApp('/');
    expect(await screen.findByText(/^The first run/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Start now/ })).not.toBeInTheDocument();
  });

  it('offers the start of a report to the person who made it, on its own page', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user', memberId: ulid('alex') })));
    server.use(answering('get', '/api/meeting/get/:id', () => aMeeting({ createdBy: ulid('alex') })));
    server.use(answering('get', `${days}/:meetingId`, () => aDay()));
    nearby({ next });
    renderApp(`/reports/${ulid('standup')}`);
    expect(await screen.findByRole('button', { name: /^Start now/ })).toBeVisible();
  });
});
