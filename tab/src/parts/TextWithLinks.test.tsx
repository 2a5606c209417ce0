import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import { anAnswer, me, ulid } from '../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { answering, server } from '../testing/mockServer.ts';

const totals = { asked: 1, answered: 1, late: 0, blocked: 0, away: 0, goalsTicked: 0, goalsOffered: 1 };
const meeting = { meetingId: ulid('standup'), meetingName: 'Daily stand-up' };
const reportOf = (answer: string, goal: string): PersonReport =>
  ({
    ...{ memberId: ulid('bob'), name: 'Bob Lindqvist', thumbnailUrl: null, timezone: null, isErased: false },
    ...{ hasLeft: false, isSwitchedOff: false, from: '2026-10-22', to: '2026-11-20', hitRate: null, totals },
    meetings: [{ ...totals, ...meeting, type: 'STANDUP', teamId: ulid('other team'), teamName: 'Other Team' }],
    days: [
      {
        date: '2026-11-20',
        runs: [
          {
            ...meeting,
            ...{ date: '2026-11-20', state: 'ANSWERED', run: 'COMPLETED', reason: null },
            answers: [anAnswer('What did you do?', answer)],
            goals: [{ text: goal, ticked: true }],
            ...{ answeredAt: '2026-11-20T09:30:00.000Z', editedAt: null, isLate: false, isAhead: false },
            isErased: false,
          },
        ],
      },
    ],
  }) as unknown as PersonReport;

const asked: string[] = [];
const show = (answer: string, goal = 'Plan') => {
  asked.length = 0;
  server.use(
    answering('get', '/api/report/person/:memberId', () => reportOf(answer, goal)),
    answering('get', '/api/auth/getuserdetails', () => ({
      ...me,
      linkPatterns: [{ prefix: 'ABC-', url: 'https://jira.test/browse/{key}' }],
    })),
    answering('get', '/api/member/list/:teamId', ({ url }) => {
      asked.push(url.pathname);
      return [{ id: ulid('ann'), name: 'Ann Moreau' }];
    }),
  );
  return renderApp(`/reports/person/${ulid('bob')}`);
};

it('shows references and addresses as links that know nothing of this page', async () => {
  show('Fixed ABC-12, see https://contoso.test/a.', 'Close ABC-13');
  for (const [name, target] of [
    ['ABC-12', 'https://jira.test/browse/ABC-12'],
    ['https://contoso.test/a', 'https://contoso.test/a'],
    ['ABC-13', 'https://jira.test/browse/ABC-13'],
  ] as const) {
    const link = await screen.findByRole('link', { name });
    expect(link).toHaveAttribute('href', target);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');
  }
  expect(asked).toEqual([]);
});

it("shows a mention of a member of the run's team as a link to the member's page", async () => {
  show('Paired with @Ann Moreau and @Nobody');
  const link = await screen.findByRole('link', { name: '@Ann Moreau' });
  expect(link).toHaveAttribute('href', `/reports/person/${ulid('ann')}`);
  expect(link).not.toHaveAttribute('target');
  expect(screen.queryByRole('link', { name: /Nobody/ })).not.toBeInTheDocument();
  expect(asked).toEqual([`/api/member/list/${ulid('other team')}`]);
});

it('never makes a link of a script, of HTML or of a hidden host', async () => {
  show('javascript:alert(1) <a href="https://evil.test">x</a> https://contoso.test@evil.test/ data:text/html,1 ABC-1');
  await screen.findByRole('link', { name: 'ABC-1' });
  const targets = screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.includes(':'));
  expect(targets).toEqual(['https://evil.test/', 'https://jira.test/browse/ABC-1']);
  expect(screen.getByText(/javascript:alert\(1\) <a href="/)).toBeVisible();
});
