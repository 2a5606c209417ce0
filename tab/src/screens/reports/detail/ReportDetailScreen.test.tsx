import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aDay, aMeeting, aMember, aReport, aTeam, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = `/reports/${ulid('standup')}`;
const get = '/api/meeting/get/:meetingId';
const days = '/api/meeting/getreport/:teamId/meeting/:meetingId';
const busy = 'The service is busy at the moment. Please try again in a few seconds.';

const withMeeting = (parts: Partial<MeetingDetail> = {}): void => {
  server.use(answering('get', get, () => aMeeting(parts)));
};
const withDay = (...members: readonly ReturnType<typeof aMember>[]): void => {
  server.use(
    answering('get', days, ({ url }) => ({
      ...aDay({ reports: [aReport({ members: [...members] })] }),
      date: url.searchParams.get('date'),
    })),
  );
};
const asUser = (): void => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
};
const title = (name = 'Daily stand-up') => screen.findByRole('heading', { level: 1, name });
const settingsTab = () => screen.queryByRole('tab', { name: 'Settings' });

beforeEach(() => {
  withMeeting();
  withDay(aMember('Alex'), aMember('Bob'));
});

describe('the team selector above a report', () => {
  // The list of reports also has a filter named "Team", so the test searches only inside the header of the page.
  const list = async () =>
    within(await screen.findByRole('banner')).findByRole<HTMLSelectElement>('combobox', { name: 'Team' });

  it('names the team of the report, and leads to the reports of another team', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('First'), aTeam('Second')]));
    withMeeting({ teamId: ulid('Second') });
    const { user, address } = renderApp(path);
    await title();
    await waitFor(async () => {
      expect(await list()).toHaveDisplayValue('Second');
    });
    expect(address()).toContain(path);
    await user.selectOptions(await list(), 'First');
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
    expect(await list()).toHaveDisplayValue('First');
  });
});

describe('the head', () => {
  it('shows which report, of what type, when it runs and where', async () => {
    withMeeting({
      type: 'RETRO',
      interval: 'ALTWEEK',
      isEnabled: false,
      monday: false,
      tuesday: false,
      wednesday: false,
      thursday: false,
    });
    renderApp(path);
    await title();
    expect(screen.getByText('Sprint Retrospective')).toBeVisible();
    expect(screen.getByText('Deactivated')).toBeVisible();
    expect(
      screen.getByText('This will run every other week on Friday at 10:00. Timezone: Europe/Berlin.'),
    ).toBeVisible();
    const crumbs = within(screen.getByRole('navigation', { name: 'Where you are' }));
    expect(crumbs.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
  });

  it('leads back home inside the chat tool', async () => {
    renderApp(`/teams${path}`);
    await title();
    const crumbs = within(screen.getByRole('navigation', { name: 'Where you are' }));
    expect(crumbs.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/teams/home');
  });

  it('leaves room for a name of two hundred letters', async () => {
    const long = 'Wort'.repeat(50);
    withMeeting({ name: long });
    renderApp(path);
    expect(await title(long)).toBeVisible();
  });
});

describe('a report that cannot be loaded', () => {
  it('is reported as not found, with a link to the list', async () => {
    server.use(answering('get', get, () => refusal(404, 'NOT_FOUND', 'We could not find that.')));
    renderApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('No reports found');
    expect(screen.getByRole('link', { name: 'Go to the reports' })).toHaveAttribute('href', '/reports');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('can be loaded again when the service was busy', async () => {
    server.use(answering('get', get, () => refusal(503, 'UNAVAILABLE', busy)));
    const { user } = renderApp(path);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(busy);
    expect(alert).not.toHaveTextContent('No reports found');
    withMeeting();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await title();
  });

  it('shows that it is loading', async () => {
    server.use(answering('get', get, () => new Promise<Response>(() => undefined)));
    renderApp(path);
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });
});

describe('the tabs', () => {
  it('begin with the dashboard, under either address', async () => {
    const { visit } = renderApp(`${path}/report?date=2026-11-19`);
    await title();
    expect(screen.getByRole('tab', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByRole('heading', { level: 2, name: /19 November 2026/ })).toBeVisible();
    await visit(path);
    expect(await screen.findByRole('heading', { level: 2, name: /20 November 2026/ })).toBeVisible();
  });

  it('live in the address, so that Back leads to the previous one', async () => {
    server.use(
      answering('post', '/api/activity/get', () => ({ items: [], pageCount: 1000, pageNumber: 1, totalItems: 0 })),
    );
    const { user, address, goBack } = renderApp(path);
    await title();
    await user.click(screen.getByRole('tab', { name: 'Activity' }));
    expect(await screen.findByText('No activities found. Please try with different filters.')).toBeVisible();
    expect(address()).toBe(`${path}?tab=activity`);
    await goBack();
    expect(await screen.findByRole('article', { name: 'Daily stand-up' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true');
  });

  it('hide the settings from readers who may not use them', async () => {
    asUser();
    withMeeting({ createdBy: ulid('bob') });
    renderApp(`${path}?tab=settings`);
    expect(await screen.findByRole('article', { name: 'Daily stand-up' })).toBeVisible();
    expect(screen.getAllByRole('tab')).toHaveLength(4);
    expect(settingsTab()).not.toBeInTheDocument();
  });

  it('show them to who made the report', async () => {
    asUser();
    renderApp(`${path}?tab=settings`);
    expect(await screen.findByRole('button', { name: 'Deactivate' })).toBeVisible();
    expect(settingsTab()).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the dashboard tab', () => {
  it('moves from day to day', async () => {
    const { user, address } = renderApp(path);
    await screen.findByRole('article');
    await user.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await screen.findByRole('heading', { level: 2, name: /19 November 2026/ })).toBeVisible();
    expect(address()).toBe(`${path}?date=2026-11-19`);
  });

  it('shows that nothing ran on a day, that it is a holiday, and why it cannot be shown', async () => {
    server.use(answering('get', days, () => aDay()));
    const { user } = renderApp(path);
    expect(await screen.findByText('No report has run today.')).toBeVisible();
    server.use(answering('get', days, () => aDay({ isHoliday: true })));
    await user.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await screen.findByText("It's Holiday!")).toBeVisible();
    server.use(answering('get', days, () => refusal(503, 'UNAVAILABLE', busy)));
    await user.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(busy);
  });

  it('shows the report’s name once', async () => {
    renderApp(path);
    const card = within(await screen.findByRole('article', { name: 'Daily stand-up' }));
    expect(card.getByRole('heading', { level: 2, name: 'Daily stand-up' })).toHaveClass('unseen');
  });
});
