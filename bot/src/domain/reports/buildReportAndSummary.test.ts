import fc from 'fast-check';
import { daySummary, instantsBehind, meetingReport, readerPart } from './buildReportAndSummary.ts';
import {
  id,
  instant,
  ms,
  tokyo,
  berlin,
  aMember,
  set,
  aRun,
  anAnswer,
  sources,
  report,
  crowdOf,
  crowdAnswers,
} from '../../testing/runAnswerAndReportBuilders.ts';

describe('the counts of a report', () => {
  it('leave out absent members, and count goals and blockers by members', () => {
    expect(report({ run: crowdOf(), answers: crowdAnswers })).toMatchObject({
      membersAnswered: 3,
      totalMembers: 6,
      goals: 1,
      blockers: 1,
      goalsTicked: 2,
      goalsOffered: 2,
    });
  });

  it('leave out members who left or were disabled, unless they answered', () => {
    const run = aRun({
      members: [aMember('bob'), aMember('gone', { dropped: true }), aMember('late', { dropped: true })],
    });
    const created = report({ run, answers: [anAnswer('gone')] });
    expect(created.members.map((member) => member.name)).toEqual(['gone', 'bob']);
    expect([created.membersAnswered, created.totalMembers]).toEqual([1, 2]);
  });

  it('always count who answered: on vacation, or not there at the opening', () => {
    const run = aRun({ members: [aMember('bob'), aMember('dan', { away: 'VACATION' })] });
    const joiner = { name: 'Joiner', thumbnailUrl: null, timezone: null, unreachable: null };
    const answers = [anAnswer('dan'), anAnswer('joiner')];
    const created = report({ run, answers, facts: new Map([[id('joiner'), joiner]]) });
    expect(created.members.map((member) => [member.name, member.state, member.isHoliday])).toEqual([
      ['dan', 'ANSWERED', false],
      ['Joiner', 'ANSWERED', false],
      ['bob', 'OPEN', false],
    ]);
    expect([created.membersAnswered, created.totalMembers]).toEqual([2, 3]);
  });

  it('are zero on a holiday', () => {
    const members = [aMember('bob', { away: 'HOLIDAY' })];
    const created = report({ run: aRun({ members, state: 'COMPLETED', reason: 'HOLIDAY' }) });
    expect(created).toMatchObject({ membersAnswered: 0, totalMembers: 0, isCompleted: true, reason: 'HOLIDAY' });
    expect(created.members[0]).toMatchObject({ state: 'AWAY', isHoliday: true, closesAt: null });
  });

  it('are stored with the day', () => {
    const answers = [...crowdAnswers, anAnswer('fay', { isLate: true })];
    expect(daySummary(report({ run: crowdOf({ state: 'COMPLETED' }), answers }))).toEqual({
      state: 'COMPLETED',
      asked: 6,
      answered: 4,
      goals: 1,
      goalsOffered: 2,
      blockers: 1,
      late: 1,
      skipped: 0,
    });
  });
});

it('depends on the time only through the instants it shows, and on the reader only through the reader’s own data', () => {
  const names = ['ann', 'bob', 'cem'];
  const minute = fc.integer({ min: ms('00:00') / 60_000, max: ms('23:59') / 60_000 }).map((value) => value * 60_000);
  const reading = fc.record({ now: minute, reader: fc.constantFrom(null, ...names.map(id), id('somebody else')) });
  const run = fc
    .record({
      state: fc.constantFrom('OPEN' as const, 'COMPLETED' as const, 'MISSED' as const),
      away: fc.constantFrom(null, 'VACATION' as const),
      dropped: fc.boolean(),
    })
    .map(({ state, ...change }) =>
      aRun({
        state,
        instants: [set(berlin, '09:00', '11:00', '20:00'), set(tokyo, '01:00', '03:00', '12:00')],
        opensAt: instant('01:00'),
        members: [aMember('ann'), aMember('bob', { zone: tokyo }), aMember('cem', change)],
      }),
    );
  const answers = fc.subarray(names).map((items) => items.map((name) => anAnswer(name)));
  let compared = 0;
  fc.assert(
    fc.property(run, answers, reading, reading, (runRow, answer, item, other) => {
      const [a, b] = [item, other].map((it_) => sources({ run: runRow, answers: answer, ...it_ }));
      if (a === undefined || b === undefined) return;
      const isSame = instantsBehind(a) === instantsBehind(b);
      if (!isSame || JSON.stringify(readerPart(a)) !== JSON.stringify(readerPart(b))) return;
      compared += 1;
      expect(meetingReport(a)).toEqual(meetingReport(b));
    }),
    { numRuns: 1_000 },
  );
  expect(compared).toBeGreaterThan(50);
});
