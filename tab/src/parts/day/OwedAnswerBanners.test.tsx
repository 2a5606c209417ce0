import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { WaitingRun } from '#contracts/answers/getWaitingRuns.ts';
import { aDay, aListItem, aMeeting, aReport, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

// The tests run at 10:25 UTC on Friday 20 November 2026, which is 11:25 for the reader in Berlin.

const aWait = (parts: Partial<Record<keyof WaitingRun, string | null>> = {}): WaitingRun =>
  ({
    meetingId: ulid('standup'),
    meetingName: 'Daily stand-up',
    teamId: ulid('Platform Team'),
    teamName: null,
    date: '2026-11-19',
    opensAt: '2026-11-19T22:00:00.000Z',
    closesAt: '2026-11-20T13:00:00.000Z',
    graceEndsAt: '2026-11-23T09:00:00.000Z',
    ...parts,
  }) as WaitingRun;

const waiting = (...runs: readonly WaitingRun[]): void => {
  server.use(answering('get', '/api/report/waiting', () => ({ runs })));
};
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  server.use(
    answering('get', '/api/meeting/card/:id', ({ params, url }) => {
      asked.push(`${String(params['id'])} ${url.searchParams.get('date') ?? ''}`);
      return {
        card: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'The card' }] },
        ...{ state: 'OPEN', date: '2026-11-19', closesAt: null, occurrenceState: 'OPEN', next: null },
      };
    }),
    answering('get', '/api/meeting/getlist/:teamId', () => [aListItem('standup')]),
    answering('get', '/api/meeting/get/:meetingId', () => aMeeting()),
    answering('get', '/api/meeting/getreport/:teamId/meeting/:id', () => aDay()),
  );
});

const list = () => screen.findByRole('list', { name: 'Waiting for your answer' });
const texts = async (): Promise<(string | null)[]> =>
  within(await list())
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a run of another date that waits for the reader', () => {
  it.each(['/', '/teams/home', '/reports', `/reports/${ulid('standup')}`, `/teams/reports/${ulid('standup')}`])(
    'offers the run at %s and opens its card',
    async (path) => {
      waiting(aWait());
      const { user } = renderApp(path);
      expect(await texts()).toEqual(['Daily stand-up, Thu 19 Nov: due 14:00Answer now']);
      await user.click(await button('Answer now: Daily stand-up, Thu 19 Nov'));
      const dialog = await screen.findByRole('dialog', { name: 'Daily stand-up, Thu 19 Nov' });
      expect(await within(dialog).findByText('The card')).toBeVisible();
      expect(asked).toEqual([`${ulid('standup')} 2026-11-19`]);
    },
  );

  it('offers the run on every day of the page', async () => {
    waiting(aWait());
    renderApp('/?date=2026-11-02');
    expect(await texts()).toEqual(['Daily stand-up, Thu 19 Nov: due 14:00Answer now']);
  });

  it('comes first in the order of the keyboard and opens by keyboard', async () => {
    waiting(aWait());
    const { user } = renderApp('/reports');
    (await button('Answer now: Daily stand-up, Thu 19 Nov')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The card')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await button('Answer now: Daily stand-up, Thu 19 Nov')).toHaveFocus();
  });

  it('shows until when a late answer is accepted, with the day where it is another one', async () => {
    waiting(aWait({ closesAt: '2026-11-20T00:57:00.000Z' }));
    renderApp('/');
    expect(await texts()).toEqual([
      'Daily stand-up, Thu 19 Nov: was due 01:57. Late answers are still accepted until Mon 23 Nov 10:00.Answer now',
    ]);
  });

  it('names today as the last day for a late answer if the sentence names another date', async () => {
    const graceEndsAt = '2026-11-20T22:30:00.000Z';
    waiting(
      aWait({ closesAt: '2026-11-19T17:00:00.000Z', graceEndsAt }),
      aWait({ meetingId: ulid('late'), closesAt: '2026-11-20T00:57:00.000Z', graceEndsAt }),
      aWait({ meetingId: ulid('today'), date: '2026-11-20', closesAt: '2026-11-20T09:00:00.000Z', graceEndsAt }),
    );
    renderApp('/');
    const late = 'Late answers are still accepted until';
    expect(await texts()).toEqual([
      `Daily stand-up, Thu 19 Nov: was due Thu 19 Nov 18:00. ${late} Fri 20 Nov 23:30.Answer now`,
      `Daily stand-up, Thu 19 Nov: was due 01:57. ${late} Fri 20 Nov 23:30.Answer now`,
      `Daily stand-up, Fri 20 Nov: was due 10:00. ${late} 23:30.Answer now`,
    ]);
  });

  it('names its day if it is due on another day', async () => {
    waiting(aWait({ closesAt: '2026-11-21T00:57:00.000Z' }));
    renderApp('/');
    expect(await texts()).toEqual(['Daily stand-up, Thu 19 Nov: due Sat 21 Nov 01:57Answer now']);
  });
});

describe('the banners', () => {
  const name = 'A very long name of a report that goes on and on '.repeat(3).trim();
  const other = aWait({
    ...{ meetingId: ulid('other'), meetingName: name, teamId: ulid('Sales'), teamName: 'Sales' },
    closesAt: '2026-11-20T12:00:00.000Z',
  });

  it('are sorted by due time and name the team of a run of another team', async () => {
    waiting(aWait({ teamName: 'Platform Team' }), other);
    renderApp('/');
    expect(await texts()).toEqual([
      `${name} (Sales), Thu 19 Nov: due 13:00Answer now`,
      'Daily stand-up, Thu 19 Nov: due 14:00Answer now',
    ]);
  });

  it('name every team on the list of reports for a person in several teams', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Sales')]));
    waiting(aWait({ teamName: 'Platform Team' }), other);
    renderApp('/reports');
    expect((await texts()).map((text) => /\((.*?)\)/.exec(text ?? '')?.[1])).toEqual(['Sales', 'Platform Team']);
  });

  it('the banners on a report’s own page are of that report only', async () => {
    waiting(aWait(), other);
    renderApp(`/reports/${ulid('standup')}`);
    expect(await texts()).toEqual(['Daily stand-up, Thu 19 Nov: due 14:00Answer now']);
  });

  it('show a run once if both the list and the day contain it', async () => {
    waiting(aWait({ date: '2026-11-20' }), other);
    const day = { owes: true };
    server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport(day)] })));
    renderApp('/');
    await screen.findByRole('article');
    await button(new RegExp(`^Answer now: ${name}`));
    expect(await texts()).toHaveLength(2);
  });

  it('leave out a run that the day shows as answered already', async () => {
    waiting(aWait({ date: '2026-11-20' }), other);
    server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport()] })));
    renderApp('/');
    await screen.findByRole('article');
    await button(new RegExp(`^Answer now: ${name}`));
    expect(await texts()).toHaveLength(1);
  });

  it('appear above the answers ahead', async () => {
    waiting(other);
    server.use(
      answering('post', '/api/meeting/preview', () => [
        {
          ...{ date: '2026-11-21', at: '2026-11-21T09:00:00.000Z', state: 'RUN' },
          members: [{ memberId: ulid('alex'), at: '2026-11-21T09:00:00.000Z' }],
        },
      ]),
      answering('get', '/api/meeting/card/:id', () => ({ card: {}, state: 'AHEAD', date: '2026-11-21', next: null })),
    );
    renderApp('/');
    const ahead = await button('Answer ahead: Daily stand-up, Sat 21 Nov');
    const now = await button(/^Answer now/);
    expect(now.compareDocumentPosition(ahead) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

it('offers a waiting run even if the day cannot be shown', async () => {
  waiting(aWait());
  server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
  renderApp('/');
  expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  expect(await texts()).toEqual(['Daily stand-up, Thu 19 Nov: due 14:00Answer now']);
});

describe('without waiting runs', () => {
  it.each(['/', '/reports'])('shows no banner at %s', async (path) => {
    renderApp(path);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('list', { name: 'Waiting for your answer' })).not.toBeInTheDocument();
  });

  it('offers the runs of the day if the list cannot be loaded', async () => {
    server.use(
      answering('get', '/api/report/waiting', () => refusal(503, 'UNAVAILABLE', 'Busy.')),
      answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport({ owes: true })] })),
    );
    renderApp('/');
    expect(await texts()).toEqual(['Daily stand-up, Fri 20 Nov: due 12:00Answer now']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
