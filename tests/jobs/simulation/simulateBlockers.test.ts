import { aScenario, play, story } from '../../support/worlds/buildAndPlayScenarios.ts';

// In these tests, Bob has been blocked since Wednesday, 18 November 2026, and needs Cy, whose quiet hours end at 10:30
// in Berlin (09:30 UTC). Ann owns the report, which reminds after one working day and escalates after two.

const question = {
  ...{ id: 'blocked', sequence: 1, text: 'Are you blocked?', type: 'OPTIONS', options: ['No', 'Yes'] },
  ...{ isBlocker: true, blockingOptions: ['Yes'] },
};
const zones = { ann: 'Europe/Berlin', bob: 'Europe/Berlin', cy: 'Europe/Berlin' };
const quietHours = { from: 20 * 60, to: 10 * 60 + 30 };
const need = { at: '2026-11-18T09:20:00Z', do: 'blocker', meetingId: 'daily', memberId: 'bob' };

const playing = (events: readonly object[], quiet: object | null = quietHours) => {
  const scenario = aScenario({
    ...{ start: '2026-11-18T00:00:00Z', end: '2026-11-24T23:00:00Z', zones },
    meeting: { questions: [question], blockerReminderDays: 1, blockerEscalationDays: 2 },
    answers: [{ memberId: 'bob', date: '2026-11-18', at: '2026-11-18T09:10:00Z', values: { blocked: 'Yes' } }],
  });
  const [team] = scenario.teams;
  const members = team?.members.map((member) =>
    member.id === 'cy' && quiet !== null ? { ...member, quietHours: quiet } : member,
  );
  return play({ ...scenario, teams: [{ ...team, members }], events });
};

const aboutBlockers = (lines: readonly string[]): string[] => lines.filter((line) => line.includes('blocker-'));

it('prints cards, reminders, escalations and hand-backs of blockers, at the end of quiet hours', async () => {
  const { lines, notes } = await playing([
    { ...need, action: 'NEED', neededId: 'cy' },
    { ...need, at: '2026-11-20T10:00:00Z', memberId: 'cy', of: 'bob', action: 'HAND_BACK', note: 'Ask Dan' },
    { ...need, at: '2026-11-23T12:00:00Z', action: 'RESOLVE' },
  ]);
  expect(notes).toEqual([]);
  expect(aboutBlockers(story(lines))).toEqual([
    '11-18 09:30 blocker-card cy',
    '11-19 09:30 blocker-reminder cy',
    '11-20 08:00 blocker-escalation ann',
    '11-20 09:30 blocker-reminder cy',
    '11-20 10:00 blocker-handed-back bob',
    '11-23 08:00 blocker-reminder bob',
  ]);
  expect(new Set(lines.filter(({ kind }) => kind === 'blocker-reminder').map(({ date }) => date))).toEqual(
    new Set(['2026-11-18']),
  );
  expect(lines.find(({ kind }) => kind === 'blocker-handed-back')?.date).toBe('2026-11-20');
});

it('ends quiet hours with the event "quiet"', async () => {
  const { lines } = await playing([
    { ...need, action: 'NEED', neededId: 'cy' },
    { at: '2026-11-18T12:00:00Z', do: 'quiet', memberId: 'cy', quietHours: null },
  ]);
  expect(story(lines).filter((line) => line.endsWith(' prompt cy'))).toEqual([
    '11-18 09:30 prompt cy',
    ...['19', '20', '23', '24'].map((day) => `11-${day} 09:00 prompt cy`),
  ]);
  expect(aboutBlockers(story(lines))).toContain('11-19 08:00 blocker-reminder cy');
});

it('explains why a change of a blocker is refused', async () => {
  const { notes } = await playing([{ ...need, memberId: 'ann', of: 'cy', action: 'HAND_BACK' }]);
  expect(notes).toEqual([expect.stringContaining('The event blocker of daily, ann is refused:')]);
});
