import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aListItem, aTeam, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const list = '/api/meeting/getlist/:teamId';
const platform = aTeam('Platform Team');
const research = aTeam('Research');
const busy = 'The service is busy at the moment. Please try again in a few seconds.';

const reports = (...items: readonly MeetingListItem[]): void => {
  server.use(answering('get', list, ({ params }) => items.filter(({ teamId }) => teamId === params['teamId'])));
};
const twoTeams = (): void => {
  server.use(answering('get', '/api/team/list', () => [platform, research]));
};
const people = (count: number): MeetingListItem['members'] =>
  Array.from({ length: count }, (_, index) => ({
    memberId: ulid(`M${index}`),
    name: `Member ${index + 1}`,
    thumbnailUrl: null,
  }));
const card = (name: string) => screen.findByRole('article', { name });
const names = (): (string | null)[] =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('shows the reports only with the runs that wait above them, so that no report moves away from a press', async () => {
  reports(aListItem('Daily'));
  let reply: (value: { runs: [] }) => void = () => undefined;
  const waiting = new Promise<{ runs: [] }>((resolve) => {
    reply = resolve;
  });
  let isListAsked = false;
  server.events.on('response:mocked', ({ request }) => {
    isListAsked ||= request.url.includes('/getlist/');
  });
  server.use(answering('get', '/api/report/waiting', () => waiting));
  renderApp('/reports');
  await waitFor(() => {
    expect(isListAsked).toBe(true);
  });
  expect(screen.queryByRole('article', { name: 'Daily' })).not.toBeInTheDocument();
  reply({ runs: [] });
  expect(await card('Daily')).toBeVisible();
});

describe('a card', () => {
  it('shows what the report is, when it runs and whom it asks', async () => {
    reports(aListItem('Daily', { lastRun: '2026-11-20T09:00:00.000Z' as never, members: people(2) }));
    renderApp('/reports');
    const daily = within(await card('Daily'));
    expect(daily.getByRole('link', { name: 'Daily' })).toHaveAttribute('href', `/reports/${ulid('Daily')}`);
    expect(daily.getByText('Standup')).toBeVisible();
    expect(
      daily.getByText('This will run every Monday, Tuesday, Wednesday, Thursday and Friday at 10:00.'),
    ).toBeVisible();
    expect(daily.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Team',
      'Last run on',
      'Members',
      'Timezone',
    ]);
    expect(daily.getByText('Platform Team')).toBeVisible();
    expect(daily.getByText('20 Nov 2026, 09:00 UTC')).toBeVisible();
    expect(daily.getByText('Europe/Berlin')).toBeVisible();
    expect(daily.getByRole('list', { name: 'Members' })).toHaveTextContent('M1Member 1M2Member 2');
    expect(daily.queryByText('Deactivated')).not.toBeInTheDocument();
  });

  it('shows a message when it is a retrospective, deactivated, never ran, or has no one', async () => {
    reports(
      aListItem('Retro', {
        type: 'RETRO',
        isEnabled: false,
        interval: 'MONTH',
        monday: false,
        tuesday: false,
        wednesday: false,
        thursday: false,
      }),
    );
    renderApp('/reports');
    const retro = within(await card('Retro'));
    expect(retro.getByText('Sprint Retrospective')).toBeVisible();
    expect(retro.getByText('Deactivated')).toBeVisible();
    expect(retro.getByText('Not scheduled yet')).toBeVisible();
    expect(retro.getByText('Nobody')).toBeVisible();
    expect(retro.getByText('This will run on the first Friday of the month at 10:00.')).toBeVisible();
  });

  it.each([
    [10, 10, null],
    [11, 11, 'and one more'],
    [25, 11, 'and 15 more'],
  ])('draws of %i people at most ten', async (total, items, more) => {
    reports(aListItem('Daily', { members: people(total) }));
    renderApp('/reports');
    const row = within(within(await card('Daily')).getByRole('list', { name: 'Members' }));
    expect(row.getAllByRole('listitem')).toHaveLength(items);
    expect(row.queryByText(/^and/)?.textContent ?? null).toBe(more);
  });

  it('leaves room for a name of two hundred letters', async () => {
    const long = 'Wort'.repeat(50);
    reports(aListItem(long));
    renderApp('/reports');
    expect(await card(long)).toBeVisible();
  });
});

describe('the states of the list', () => {
  it('shows that it is loading', async () => {
    server.use(answering('get', list, () => new Promise<Response>(() => undefined)));
    renderApp('/reports');
    await screen.findByRole('searchbox');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it('shows why it cannot be shown, and offers a retry', async () => {
    server.use(answering('get', list, () => refusal(503, 'UNAVAILABLE', busy)));
    const { user } = renderApp('/reports');
    expect(await screen.findByRole('alert')).toHaveTextContent(busy);
    reports(aListItem('Daily'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Daily')).toBeVisible();
  });

  it('shows a message when the teams cannot be read, and offers a retry', async () => {
    server.use(answering('get', '/api/team/list', () => refusal(503, 'UNAVAILABLE', busy)));
    renderApp('/reports');
    expect(await screen.findByRole('alert')).toHaveTextContent(busy);
  });

  it('is empty, with the way to a first report', async () => {
    reports();
    renderApp('/reports');
    expect(await screen.findByText('No reports found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create a report' })).toHaveAttribute('href', '/reports/create');
    expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/reports/create');
  });

  it('names the state of a read-only organisation where it leads to no new report', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, orgPause: 'READ_ONLY' })));
    reports();
    renderApp('/reports');
    const reason = 'Your organization is read-only at the moment, so nothing new can be saved.';
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create' })).toHaveAccessibleDescription(reason);
    expect(screen.queryByRole('link', { name: /^Create/ })).not.toBeInTheDocument();
  });

  it('allows no person without a team to create a report, and shows why', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    const { user, address } = renderApp('/reports');
    const create = await screen.findByRole('button', { name: 'Create' });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    expect(create).toHaveAccessibleDescription('A report belongs to a team, and you are in none yet.');
    await user.click(create);
    expect(address()).toBe('/reports');
    expect(screen.getByRole('link', { name: 'How to connect a team' })).toHaveAttribute('href', '/teams/setup');
  });
});

describe('search and filters', () => {
  beforeEach(() => {
    reports(
      aListItem('Daily stand-up'),
      aListItem('Café Rétro', { isEnabled: false }),
      aListItem('Weekly', { teamId: research.id }),
    );
  });

  it('finds by any text of the name, without case and accents, and keeps the search in the address', async () => {
    const { user, address, history } = renderApp('/reports');
    await card('Daily stand-up');
    await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), 'RETRO caf');
    expect(names()).toEqual(['Café Rétro']);
    expect(screen.getByText('1 report')).toBeVisible();
    expect(address()).toBe('/reports?search=RETRO+caf');
    expect(history.index()).toBe(0);
  });

  it('filters by state', async () => {
    const { user, address } = renderApp('/reports');
    await card('Daily stand-up');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Deactivated');
    expect(names()).toEqual(['Café Rétro']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Active');
    expect(names()).toEqual(['Daily stand-up']);
    expect(address()).toBe('/reports?state=active');
  });

  it('opens with the filters of the address, and clears them when nothing passes', async () => {
    const { user, address } = renderApp('/reports?search=weekly&state=deactivated');
    expect(await screen.findByText('Please try with different filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(names()).toEqual(['Daily stand-up', 'Café Rétro']);
    expect(address()).toBe('/reports');
  });

  it('shows the reports of all teams on demand', async () => {
    twoTeams();
    const { user, address } = renderApp('/reports');
    await card('Daily stand-up');
    const team = within(screen.getByRole('search')).getByRole('combobox', { name: 'Team' });
    expect(team).toHaveValue(platform.id);
    await user.selectOptions(team, 'All my teams');
    expect(within(await card('Weekly')).getByText('Research')).toBeVisible();
    expect(names()).toHaveLength(3);
    expect(address()).toBe('/reports?team=all');
  });

  it('shows one team, which the header then shows as well, and follows the header after that', async () => {
    twoTeams();
    const { user, address } = renderApp(`/reports?team=${research.id}`);
    await card('Weekly');
    const header = within(screen.getByRole('banner')).getByRole('combobox', { name: 'Team' });
    expect(header).toHaveValue(research.id);
    await user.selectOptions(header, 'Platform Team');
    await card('Daily stand-up');
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
    expect(names()).not.toContain('Weekly');
  });

  it('replaces an unknown team by the selected one', async () => {
    renderApp('/reports?team=other&state=nonsense');
    expect(await card('Daily stand-up')).toBeVisible();
    expect(names()).toHaveLength(2);
  });
});

it('is in the menu', async () => {
  reports();
  const { user, address } = renderApp('/');
  await user.click(await screen.findByRole('link', { name: 'Reports' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect(address()).toBe('/reports');
});

it('highlights the report that was just saved', async () => {
  reports(aListItem('Daily'), aListItem('Planning'));
  const { router } = renderApp('/');
  await act(() => router.navigate('/reports', { state: { savedReport: ulid('Planning') } }));
  expect(await card('Planning')).toHaveAttribute('aria-current', 'true');
  expect(await card('Daily')).not.toHaveAttribute('aria-current');
});
