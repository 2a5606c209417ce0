import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Activity } from '#contracts/reports/getActivities.ts';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { byDay } from './ActivityTab.tsx';

const path = `/reports/${ulid('standup')}?tab=activity`;
const busy = 'The service is busy at the moment. Please try again in a few seconds.';

const anEntry = (
  createdOn: string,
  text = 'Changed the time from 10:00 to 10:30.',
  parts: Partial<Activity> = {},
): Activity => ({
  text,
  username: 'Ann Moreau',
  createdOn: createdOn as Activity['createdOn'],
  before: null,
  after: null,
  ...parts,
});

const asked: unknown[] = [];
/** Fakes the activity log with pages of two entries, so that a test with few entries has several pages. */
const log = (...entries: readonly Activity[]): void => {
  server.use(
    answering('post', '/api/activity/get', ({ body }) => {
      asked.push(body);
      const { pageNumber } = body as { pageNumber: number };
      const items = entries.slice((pageNumber - 1) * 2, pageNumber * 2);
      return { items, pageCount: 2, pageNumber, totalItems: entries.length };
    }),
  );
};

beforeEach(() => {
  asked.length = 0;
  server.use(answering('get', '/api/meeting/get/:meetingId', () => aMeeting()));
});

it('shows the last thirty days, asked for as the reader’s days', async () => {
  log(anEntry('2026-11-20T08:00:00.000Z'));
  renderApp(path, { zone: 'Asia/Kolkata' });
  await screen.findByRole('heading', { level: 1 });
  expect(await screen.findByText('By Ann Moreau on Fri 20 Nov, 13:30')).toBeVisible();
  expect(asked).toEqual([
    {
      objectType: 'Meeting',
      objectId: ulid('standup'),
      startDate: '2026-10-22',
      endDate: '2026-11-20',
      timezone: 'Asia/Kolkata',
      pageNumber: 1,
    },
  ]);
});

it('groups entries by the reader’s day', () => {
  const entries = [
    anEntry('2026-11-20T01:00:00.000Z'),
    anEntry('2026-11-19T23:30:00.000Z'),
    anEntry('2026-11-19T22:30:00.000Z'),
  ];
  expect(byDay(entries, 'Europe/Berlin').map((day) => [day.date, day.entries.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
  expect(byDay(entries, 'UTC').map((day) => [day.date, day.entries.length])).toEqual([
    ['2026-11-20', 1],
    ['2026-11-19', 2],
  ]);
});

it('shows both versions of a long text', async () => {
  log(anEntry('2026-11-20T08:00:00.000Z', 'Changed the first reminder.', { before: '', after: '<b>Hello</b>' }));
  renderApp(path);
  await screen.findByText('Changed the first reminder.');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Empty', '<b>Hello</b>']);
});

it('shows more as long as there is more', async () => {
  log(
    anEntry('2026-11-20T08:00:00.000Z', 'One'),
    anEntry('2026-11-20T07:00:00.000Z', 'Two'),
    anEntry('2026-11-19T08:00:00.000Z', 'Three'),
    anEntry('2026-11-19T07:00:00.000Z', 'Four'),
  );
  const { user } = renderApp(path);
  expect(await screen.findByText('2 of 4')).toBeVisible();
  expect(screen.queryByText('Three')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'View more' }));
  expect(await screen.findByText('Four')).toBeVisible();
  expect(screen.getByText('One')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'View more' })).not.toBeInTheDocument();
});

it('searches other days, kept in the address', async () => {
  log();
  const { user, address } = renderApp(`${path}&from=2026-01-01&to=2026-01-31`);
  expect(await screen.findByText('No activities found. Please try with different filters.')).toBeVisible();
  expect(asked).toMatchObject([{ startDate: '2026-01-01', endDate: '2026-01-31' }]);
  await user.click(screen.getByRole('button', { name: 'To: choose in a calendar' }));
  const [month] = await screen.findAllByRole('grid');
  await user.click(within(month ?? document.body).getByRole('button', { name: /^15/ }));
  const search = await screen.findByRole('button', { name: 'Search' });
  expect(asked).toHaveLength(1);
  await user.click(search);
  await waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(asked[1]).toMatchObject({ startDate: '2026-01-01', endDate: '2026-01-15' });
  expect(address()).toBe(`${path}&from=2026-01-01&to=2026-01-15`);
});

it('does not ask for days that end before they begin', async () => {
  log();
  renderApp(`${path}&from=2026-11-20&to=2026-11-01`);
  await screen.findByText(/No activities found/);
  expect(asked).toMatchObject([{ startDate: '2026-10-22', endDate: '2026-11-20' }]);
});

it('shows why it cannot be shown, and offers a retry', async () => {
  server.use(answering('post', '/api/activity/get', () => refusal(503, 'UNAVAILABLE', busy)));
  const { user } = renderApp(path);
  expect(await screen.findByRole('alert')).toHaveTextContent(busy);
  log(anEntry('2026-11-20T08:00:00.000Z', 'One'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('One')).toBeVisible();
});

it('keeps the loaded entries when the next page fails', async () => {
  log(
    anEntry('2026-11-20T08:00:00.000Z', 'One'),
    anEntry('2026-11-20T07:00:00.000Z', 'Two'),
    anEntry('2026-11-20T06:00:00.000Z', 'Three'),
  );
  const { user } = renderApp(path);
  await screen.findByText('One');
  server.use(answering('post', '/api/activity/get', () => refusal(503, 'UNAVAILABLE', busy)));
  await user.click(screen.getByRole('button', { name: 'View more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(busy);
  expect(screen.getByText('One')).toBeVisible();
  log(
    anEntry('2026-11-20T08:00:00.000Z', 'One'),
    anEntry('2026-11-20T07:00:00.000Z', 'Two'),
    anEntry('2026-11-20T06:00:00.000Z', 'Three'),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Three')).toBeVisible();
});
