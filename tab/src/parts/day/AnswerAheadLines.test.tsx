import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { aDay, aMeeting, aReport, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const aRun = (at: string, memberId = ulid('alex')): PreviewRun =>
  ({
    date: '2026-11-21',
    at,
    state: 'RUN',
    members: [{ memberId, at, localTime: '2026-11-21T10:00', timezone: 'Europe/Berlin' }],
  }) as unknown as PreviewRun;

const calls: string[] = [];
const next = (run: PreviewRun | undefined, state = 'AHEAD'): void => {
  server.use(
    answering('post', '/api/meeting/preview', ({ body }) => {
      calls.push(`preview ${JSON.stringify(body)}`);
      return run === undefined ? [] : [run];
    }),
    answering('get', '/api/meeting/card/:id', ({ url }) => {
      calls.push(`card ${url.search}`);
      return {
        card: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'The card' }] },
        state,
        date: '2026-11-21',
        closesAt: null,
        occurrenceState: null,
        next: null,
      };
    }),
  );
};
const today = (parts: Partial<MeetingReport>): void => {
  server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport(parts)] })));
};
const settled = (count: number): Promise<void> =>
  waitFor(() => {
    expect(calls).toHaveLength(count);
  });

beforeEach(() => {
  calls.length = 0;
});

it('offers the run that opens within a day, and opens its card', async () => {
  next(aRun('2026-11-21T09:00:00.000Z'));
  const { user } = renderApp('/');
  expect(await screen.findByText('Daily stand-up opens Sat 21 Nov, 10:00.')).toBeVisible();
  expect(calls).toEqual([`preview {"meeting":"${ulid('standup')}","count":1}`, 'card ?date=2026-11-21']);
  await user.click(screen.getByRole('button', { name: 'Answer ahead: Daily stand-up, Sat 21 Nov' }));
  expect(await screen.findByText('The card')).toBeVisible();
});

it('shows that the answer was saved, and allows edits', async () => {
  next(aRun('2026-11-21T09:00:00.000Z'), 'ANSWERED');
  renderApp('/');
  expect(
    await screen.findByText('Daily stand-up, Sat 21 Nov: your answer is saved. It counts when the run opens at 10:00.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit your answer ahead: Daily stand-up, Sat 21 Nov' })).toBeVisible();
});

it.each([
  ['opens later than in a day', aRun('2026-11-21T10:26:00.000Z')],
  ['asks others only', aRun('2026-11-21T09:00:00.000Z', ulid('bob'))],
  ['is not planned', undefined],
])('shows nothing about a run that %s', async (_, run) => {
  next(run);
  renderApp('/');
  await screen.findByText(/No report has run today/);
  await settled(1);
  expect(screen.queryByRole('button', { name: /Answer ahead/ })).not.toBeInTheDocument();
});

it('includes a run that opens exactly a day later, to the minute', async () => {
  next(aRun('2026-11-21T10:25:00.000Z'));
  renderApp('/');
  expect(await screen.findByRole('button', { name: 'Answer ahead: Daily stand-up, Sat 21 Nov' })).toBeVisible();
});

it('shows nothing while today’s answer is owed, for other days, and if the state is unknown', async () => {
  next(aRun('2026-11-21T09:00:00.000Z'));
  today({ owes: true });
  const { visit } = renderApp('/');
  await screen.findByRole('button', { name: /Answer now/ });
  await visit('/?date=2026-11-18');
  await screen.findByRole('heading', { level: 1, name: /18 November/ });
  expect(calls).toEqual([]);
  server.use(answering('post', '/api/meeting/preview', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
  today({});
  await visit('/');
  await screen.findByRole('article');
  expect(screen.queryByText(/opens Sat/)).not.toBeInTheDocument();
});

it('begins with four reports, shows how many more there are, and reads them when asked', async () => {
  next(aRun('2026-11-21T09:00:00.000Z'));
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  const meetings = names.map((name) => ({ id: ulid(name), name, isEnabled: true }));
  server.use(answering('get', '/api/meeting/getall/:teamId', () => meetings));
  const { user } = renderApp('/');
  await screen.findByText('Four opens Sat 21 Nov, 10:00.');
  expect(screen.queryByText(/^Five opens/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Look for runs to answer ahead in 2 more reports' }));
  expect(await screen.findByText('Six opens Sat 21 Nov, 10:00.')).toBeVisible();
  expect(screen.getByText('Five opens Sat 21 Nov, 10:00.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /more reports/ })).not.toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
});

it('follows a change of the plan that the reader makes on another page', async () => {
  next(aRun('2026-11-21T09:00:00.000Z'));
  server.use(
    answering('get', '/api/meeting/get/:id', () => aMeeting()),
    answering('get', '/api/meeting/getlist/:teamId', () => []),
    answering('post', '/api/meeting/deactivate/:id/:flag', () => ({ id: ulid('standup'), isEnabled: false, runs: [] })),
  );
  const { user, visit } = renderApp('/');
  await screen.findByRole('button', { name: /^Answer ahead/ });
  await visit(`/reports/${ulid('standup')}?tab=settings`);
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  next(undefined);
  await user.click(dialog.getByRole('button', { name: /Deactivate/ }));
  await screen.findByText('Daily stand-up is deactivated.');
  await visit('/');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^Answer ahead/ })).not.toBeInTheDocument();
  });
});
