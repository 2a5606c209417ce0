import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { anAttention, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const path = '/api/report/attention/:teamId';
const report = { meetingId: ulid('standup'), meetingName: 'Daily stand-up' } as const;
const blocked = (name: string, days = 4): AttentionLine => ({
  ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', ...report, memberId: ulid(name), name },
  ...{ state: 'OPEN', since: '2026-11-16' as never, days, needed: 'Bo', text: 'No keys' },
});
const replyWith = (items: AttentionLine[]): void => {
  server.use(answering('get', path, () => anAttention(items)));
};
const section = () => screen.findByRole('region', { name: 'Needs attention' });

it('explains why each line is in the list and offers one action', async () => {
  replyWith([
    blocked('Ann'),
    { kind: 'LOW_PARTICIPATION', action: 'OPEN_RUN', ...report, date: '2026-11-19' as never, answered: 1, asked: 7 },
  ]);
  renderApp('/');
  const lines = await within(await section()).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Ann: blocked for 4 working days, waits for Bo · Daily stand-upNo keysOpen blocker',
    'Daily stand-up: only 1 of 7 answered the last runOpen run',
  ]);
  expect(lines.map((line) => within(line).getAllByRole('link')).flat()).toHaveLength(2);
  expect(within(lines[0] as HTMLElement).getByRole('link', { name: 'Open blocker: Ann' })).toHaveAttribute(
    'href',
    `/blockers?report=${ulid('standup')}`,
  );
});

it('shows a friendly sentence while nothing needs attention', async () => {
  replyWith([]);
  renderApp('/');
  expect(await within(await section()).findByText(/Nothing needs attention/)).toBeVisible();
});

it('shows five lines first and all on request', async () => {
  replyWith(['Ann', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay', 'A'.repeat(100)].map((name) => blocked(name)));
  const { user } = renderApp('/');
  const place = await section();
  expect(await within(place).findAllByRole('listitem')).toHaveLength(5);
  await user.click(within(place).getByRole('button', { name: 'Show all 7' }));
  expect(within(place).getAllByRole('listitem')).toHaveLength(7);
});

it('offers another try after a failure', async () => {
  server.use(answering('get', path, () => refusal(500, 'INTERNAL', 'Broken')));
  const { user } = renderApp('/');
  const place = await section();
  const retry = await within(place).findByRole('button', { name: /again/i }, { timeout: 4000 });
  replyWith([blocked('Ann')]);
  await user.click(retry);
  expect(await within(place).findByText('Ann')).toBeVisible();
});
