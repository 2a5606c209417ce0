import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { aDay, aMember, aReport, anAnswer } from '../../testing/testDataBuildersAndClock.ts';
import { select } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';

const show = async (
  member: Partial<ReportMember>,
  report: Partial<MeetingReport> = {},
  path = '/',
): Promise<HTMLElement> => {
  const date = new URL(path, 'http://localhost').searchParams.get('date');
  const day = aDay({
    reports: [aReport({ members: [aMember('Adele Vance', member)], ...report })],
    ...(date === null ? {} : { date: date as never }),
  });
  server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => day));
  renderApp(path);
  const people = await screen.findByRole('list', { name: 'People in Daily stand-up' });
  // An answer can contain list items too, so the card is found by the member's name inside it.
  const card = within(people)
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText('Adele Vance') !== null);
  if (card === undefined) throw new Error('the card of the member is missing');
  return card;
};
const answered = { isCompleted: true, answeredAt: '2026-11-20T08:41:00.000Z' } as unknown as Partial<ReportMember>;
const ring = (card: HTMLElement): string | undefined => select(card, '.face')[0]?.className.split(/\s+/).at(-1);

describe('the state of a member', () => {
  it.each([
    [
      'BLOCKED',
      { ...answered, hasBlocker: true, blockedSince: '2026-11-18' as never },
      'blocked',
      'Blocked since Wed 18 Nov',
    ],
    ['BLOCKED', { ...answered, hasBlocker: true }, 'answered', 'Blocker resolved'],
    [
      ...(['BLOCKED', { ...answered, hasBlocker: true, blockerLasted: 2 }, 'answered'] as const),
      'Blocker resolved · lasted 2 working days',
    ],
    ['GOAL_ACHIEVED', { ...answered, isGoalAchieved: true }, 'achieved', 'Goal achieved'],
    ['ANSWERED', answered, 'answered', 'Answered 09:41'],
    ['OPEN', {}, 'none', 'Still open, closes in 35 min'],
    ['OPEN', { closesAt: '2026-11-20T13:30:00.000Z' as never }, 'none', 'Still open, closes in 3 h 5 min'],
    ['OPEN', { closesAt: '2026-11-20T10:00:00.000Z' as never }, 'none', 'Still open'],
    [
      'OPEN',
      { opensAt: '2026-11-20T15:00:00.000Z' as never, timezone: 'America/New_York' as never },
      'none',
      'Not asked yet (opens 10:00 their time) · 05:25 in New York',
    ],
    ['AWAY', { isHoliday: true }, 'none', 'Away'],
    [
      'OPEN',
      { snoozedUntil: '2026-11-20T11:30:00.000Z' as never },
      'none',
      'Snoozed until 12:30 · Still open, closes in 35 min',
    ],
    [
      'OPEN',
      { quietUntil: '2026-11-20T11:30:00.000Z' as never },
      'none',
      'Quiet hours until 12:30 · Still open, closes in 35 min',
    ],
    [
      'OPEN',
      { quietUntil: '2026-11-20T11:30:00.000Z' as never, timezone: 'America/New_York' as never },
      'none',
      'Quiet hours until 06:30 · Still open, closes in 35 min · 05:25 in New York',
    ],
    ['SKIPPED', { skipReason: '' }, 'none', 'Skipped this run'],
    ['SKIPPED', { skipReason: 'At the <b>dentist</b>' }, 'none', 'Skipped this run'],
    ['SKIPPED', { skipReason: 'At the <b>dentist</b>' }, 'none', 'Reason: At the <b>dentist</b>'],
    ['MISSING', {}, 'none', 'Window closed'],
    ['MISSING', { wasNotAsked: true }, 'none', 'Not asked, because of a fault in the service'],
  ] as const)('%s is shown by ring, badge and text', async (state, parts, colour, text) => {
    const card = await show({ state, ...parts });
    expect(ring(card)).toBe(colour);
    expect(select(card, '.badge svg')[0]).toBeInTheDocument();
    expect(within(card).getByText(text, { exact: true })).toBeVisible();
  });

  it('does not announce answers of a member who skips the run', async () => {
    const card = await show({ state: 'SKIPPED', skipReason: '' });
    expect(card).not.toHaveTextContent('No answers yet');
    expect(card).not.toHaveTextContent('Reason');
  });

  it.each([
    ['MISSED', 'Not asked'],
    ['CANCELLED', 'Cancelled'],
  ] as const)('marks no member as missing in a run that was %s', async (state, text) => {
    expect(await show({}, { state })).toHaveTextContent(text);
  });

  it('shows lateness, edits and why a member is unreachable', async () => {
    const card = await show({
      ...answered,
      state: 'ANSWERED',
      isLate: true,
      editedAt: '2026-11-20T09:15:00.000Z' as never,
      unreachable: 'BLOCKED',
    });
    expect(
      within(card).getByText('Answered 09:41 · late · edited 10:15 · has blocked Rollcall in Teams'),
    ).toBeVisible();
  });
});

describe('the local time of a member', () => {
  it('is shown if the member’s clock differs from the reader’s', async () => {
    expect(await show({ timezone: 'Asia/Kolkata' as never })).toHaveTextContent('15:55 in Kolkata');
  });

  it('is not shown if the clocks agree', async () => {
    expect(await show({ timezone: 'Europe/Paris' as never })).not.toHaveTextContent('Paris');
  });

  it('is not shown on another day', async () => {
    expect(await show({ timezone: 'Asia/Kolkata' as never }, {}, '/?date=2026-11-19')).not.toHaveTextContent('Kolkata');
  });
});

describe('the answers of a member', () => {
  it('are shown as question over answer, in their order, as plain text', async () => {
    const answers = [anAnswer('What did you do?', '**Tests** <b>x</b>\nand more'), anAnswer('Blocked?', 'No')];
    const card = await show({ ...answered, state: 'ANSWERED', answers });
    expect(
      within(card)
        .getAllByRole('term')
        .map((element) => element.textContent),
    ).toEqual(['What did you do?', 'Blocked?']);
    expect(
      within(card)
        .getAllByRole('definition')
        .map((element) => element.textContent),
    ).toEqual(['**Tests** <b>x</b>\nand more', 'No']);
  });

  it('are written for the reader by the type of the question', async () => {
    const scale = { type: 'SCALE', lowLabel: 'Tired', highLabel: 'Fresh' } as const;
    const answers = [
      anAnswer('Mood?', '4', false, scale),
      anAnswer('Hours?', '1234.5', false, { type: 'NUMBER', unit: 'h' }),
      anAnswer('Lunch?', 'Tea, green\nCake', false, { type: 'MULTIPLE' }),
      anAnswer('When?', '2026-11-30', false, { type: 'DATE' }),
      anAnswer('Blocked?', 'No', false, { type: 'OPTIONS' }),
    ];
    const card = await show({ ...answered, state: 'ANSWERED', answers });
    const [mood, hours, lunch, when, blocked] = within(card).getAllByRole('definition');
    expect(mood).toHaveTextContent('4 of 5' + '1 – Tired · 5 – Fresh');
    expect(hours).toHaveTextContent('1,234.5 h');
    expect(
      within(lunch ?? card)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Tea, green', 'Cake']);
    expect(when).toHaveTextContent('30 Nov 2026');
    expect(blocked).toHaveTextContent('No');
  });

  it('are shown as missing without blame', async () => {
    expect(await show({})).toHaveTextContent('No answers yet');
  });

  it('are not expected of people on holiday', async () => {
    const card = await show({ state: 'AWAY', isHoliday: true });
    expect(card).toHaveTextContent('On Holiday!');
    expect(card).not.toHaveTextContent('No answers yet');
  });

  it('are shown if a member answered on holiday', async () => {
    expect(await show({ state: 'AWAY', isHoliday: true, answers: [anAnswer('Done?', 'A little')] })).toHaveTextContent(
      'A little',
    );
  });
});

describe('many members', () => {
  it('are folded, and appear in the delivered order when the reader opens them', async () => {
    const members = Array.from({ length: 230 }, (_, index) => aMember(`Person ${index}`));
    server.use(
      answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport({ members })] })),
    );
    const { user } = renderApp('/');
    await screen.findByText('Person 39');
    expect(screen.queryByText('Person 40')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all 230' }));
    await screen.findByText('Person 229');
    const names = screen.getAllByText(/^Person \d+$/).map((element) => element.textContent);
    expect(names).toEqual(members.map(({ name }) => name));
  });
});
