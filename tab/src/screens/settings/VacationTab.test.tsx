import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTeam, me } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const path = '/settings?tab=vacation';
let days: string[] = [];
const calls: string[] = [];

interface Body {
  readonly dates: string[];
}

beforeEach(() => {
  days = ['2026-12-24'];
  calls.length = 0;
  server.use(
    answering('post', '/api/user/feed', () => ({ createdAt: null, url: null })),
    answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Sales')]),
    answering('get', '/api/vacation/get/:type/:id', ({ params }) =>
      (params['type'] === 'Team' ? (params['id'] === aTeam('Sales').id ? ['2026-12-25'] : []) : days).map((date) => ({
        date,
      })),
    ),
    answering('post', '/api/vacation/save/:type/:id', ({ body, params }) => {
      const { dates } = body as Body;
      calls.push(`save ${String(params['type'])} ${dates.join(' ')}`);
      const added = dates.filter((text) => !days.includes(text));
      days = [...days, ...added].sort();
      return { dates: added, runs: [] };
    }),
    answering('delete', '/api/vacation/delete', ({ body }) => {
      const { dates } = body as Body;
      calls.push(`delete ${dates.join(' ')}`);
      const gone = days.filter((text) => dates.includes(text));
      days = days.filter((text) => !dates.includes(text));
      return { dates: gone, runs: [] };
    }),
  );
});

const day = (name: string) => screen.findByRole('button', { name });
const upcoming = () => screen.findByRole('list', { name: 'Coming up' });

it('adds and removes days in the calendar, beside the holidays of every team', async () => {
  const { user } = renderApp(path);
  expect(await day('Friday, 25 December 2026, Team holiday: Sales')).toBeVisible();
  expect(within(await upcoming()).getByText(/^Thu 24 Dec/)).toBeVisible();
  await user.click(await day('Monday, 23 November 2026'));
  expect(await screen.findByText('1 day added.')).toBeVisible();
  await user.click(await day('Monday, 23 November 2026, My vacation'));
  expect(await screen.findByText('1 day removed.')).toBeVisible();
  expect(calls).toEqual(['save User 2026-11-23', 'delete 2026-11-23']);
});

it('adds a stretch without its weekends, and undoes just that', async () => {
  days = ['2026-11-25'];
  const { user } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'When' }), 'The next two weeks');
  await user.click(screen.getByRole('button', { name: 'Add 10 days' }));
  expect(await screen.findByText('9 days added.')).toBeVisible();
  expect(within(await upcoming()).getByText('10 days')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(days).toEqual(['2026-11-25']);
  });
  expect(screen.queryByText('9 days added.')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Remove Wed 25 Nov' }));
  expect(await screen.findByText(/^No days off ahead\./)).toBeVisible();
});

it('moves the focus on when the pressed button disappears', async () => {
  const { user } = renderApp(path);
  (await screen.findByRole('button', { name: 'Remove Thu 24 Dec' })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('1 day added.')).toBeVisible();
  expect(document.body).not.toHaveFocus();
  expect(days).toEqual(['2026-12-24']);
});

it('removes a refused day again and shows why', async () => {
  server.use(
    answering('post', '/api/vacation/save/:type/:id', () => refusal(503, 'UNAVAILABLE', 'The service is busy.')),
  );
  const { user } = renderApp(path);
  await user.click(await day('Monday, 23 November 2026'));
  expect(await screen.findByText('The service is busy.')).toBeVisible();
  expect(await day('Monday, 23 November 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('offers a person without a team nothing to enter', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, memberId: null })));
  renderApp(path);
  expect(await screen.findByText('Vacation can be entered once you are in a team.')).toBeVisible();
});
