import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { aDay, aMember, aReport } from '../../testing/testDataBuildersAndClock.ts';
import { boxOf } from '../../testing/domQueries.ts';
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
