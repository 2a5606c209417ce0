import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import {
  id,
  day,
  instant,
  ms,
  tokyo,
  aMember,
  aRun,
  anAnswer,
  blockedAnswer,
  goals,
  aBlocker,
  report,
  crowdOf,
  crowdAnswers,
} from '../../testing/runAnswerAndReportBuilders.ts';

describe('the members of a report', () => {
  it('are blocked, answered, still open, away, missing, then by name', () => {
    const { members } = report({ run: crowdOf(), answers: crowdAnswers });
    expect(members.map((member) => [member.name, member.state])).toEqual([
      ['carl', 'BLOCKED'],
      ['amy', 'GOAL_ACHIEVED'],
      ['zoe', 'ANSWERED'],
      ['bob', 'OPEN'],
      ['eve', 'OPEN'],
      ['dan', 'AWAY'],
      ['fay', 'MISSING'],
    ]);
  });

  it('are sorted by name, ignoring letter case, in a stable order', () => {
    const run = aRun({
      members: ['bob', 'Anna', 'Émile', 'Zoe', 'item 10', 'item 9'].map((text) => aMember(text)),
    });
    const names = report({ run }).members.map((member) => member.name);
    expect(names).toEqual(['Anna', 'bob', 'Émile', 'item 9', 'item 10', 'Zoe']);
    const twins = [aMember('b', { name: 'Twin' }), aMember('a', { name: 'Twin' })];
    const order = (members: SnapshotMember[]) =>
      report({ run: aRun({ members }) }).members.map((member) => member.memberId);
    expect(order(twins)).toEqual([id('a'), id('b')]);
    expect(order([...twins].reverse())).toEqual([id('a'), id('b')]);
  });

  it.each([
    ['02:59', 'OPEN', 'OPEN'],
    ['03:00', 'OPEN', 'MISSING'],
    ['10:59', 'OPEN', 'MISSING'],
    ['11:00', 'MISSING', 'MISSING'],
    ['19:00', 'MISSING', 'MISSING'],
  ])('are missing at %s only after their own close: bob %s, fay %s', (now, bob, fay) => {
    const { members } = report({ run: crowdOf(), now: ms(now) });
    const stateOf = (name: string) => members.find((member) => member.name === name)?.state;
    expect([stateOf('bob'), stateOf('fay')]).toEqual([bob, fay]);
  });

  it.each(['MISSED', 'CANCELLED'] as const)('are never missing in a run that is %s', (state) => {
    expect(report({ run: aRun({ state }), now: ms('12:00') }).members[0]?.state).toBe('OPEN');
  });

  it('carry what they answered, in the order of the questions', () => {
    const answer = blockedAnswer('bob', { goals: goals(true, false), editedAt: instant('09:45'), isLate: true });
    const facts = {
      name: 'Robert',
      thumbnailUrl: 'https://x.test/b.png',
      timezone: tokyo,
      unreachable: 'BLOCKED' as const,
    };
    const created = report({
      answers: [answer],
      facts: new Map([[id('bob'), facts]]),
      blockers: new Map([[id('bob'), aBlocker('2026-11-18')]]),
    });
    expect(created.members).toEqual([
      {
        memberId: id('bob'),
        name: 'bob',
        thumbnailUrl: 'https://x.test/b.png',
        isHoliday: false,
        hasBlocker: true,
        isGoalAchieved: false,
        isCompleted: true,
        answers: [
          { questionId: 'done', question: 'done?', answer: 'x', isBlocking: false, format: { type: 'TEXT' } },
          { questionId: 'blocked', question: 'blocked?', answer: 'Yes', isBlocking: true, format: { type: 'OPTIONS' } },
          { questionId: 'what', question: 'what?', answer: 'bob waits', isBlocking: false, format: { type: 'TEXT' } },
        ],
        state: 'BLOCKED',
        goalsTicked: 1,
        goalsOffered: 2,
        goalsOpen: ['Goal 1'],
        answeredAt: instant('09:30'),
        editedAt: instant('09:45'),
        isLate: true,
        timezone: tokyo,
        opensAt: instant('09:00'),
        closesAt: instant('11:00'),
        unreachable: 'BLOCKED',
        wasNotAsked: false,
        blockedSince: '2026-11-18',
        blockedDays: null,
        blockerText: 'bob waits',
      },
    ]);
  });

  it('leave out empty answers and answers to questions that were not asked', () => {
    const values = { done: 'x', what: '', old: 'gone', blocked: 'No' } as Record<string, string> as Answer['values'];
    const [bob] = report({ answers: [anAnswer('bob', { values })] }).members;
    expect(bob?.answers.map((item) => item.questionId)).toEqual(['done', 'blocked']);
  });

  it('age a blocker by the working days of the meeting', () => {
    const weekdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
    const schedule = { ...weekdays, saturday: false, sunday: false } as Schedule;
    const aged = (since: string) =>
      report({ schedule, blockers: new Map([[id('bob'), aBlocker(since)]]) }).members[0]?.blockedDays;
    expect(['2026-11-20', '2026-11-18', '2026-11-13'].map(aged)).toEqual([0, 2, 5]);
  });

  it.each([
    ['a closed blocker', aBlocker('2026-11-18', { isOpen: false })],
    ['a blocker of a later day', aBlocker('2026-11-21', { date: day('2026-11-21') })],
  ])('give no start date for %s', (_, blocker) => {
    expect(report({ blockers: new Map([[id('bob'), blocker]]) }).members[0]?.blockedSince).toBeNull();
  });
});
