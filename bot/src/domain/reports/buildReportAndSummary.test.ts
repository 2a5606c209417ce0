import fc from 'fast-check';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { daySummary, instantsBehind, meetingReport, readerPart } from './buildReportAndSummary.ts';
import type { ReportSources } from './buildReportAndSummary.ts';
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

describe('actions left for the reader', () => {
  const seen = (name: string, now: string, change: Partial<ReportSources> = {}) => {
    const created = report({ run: crowdOf(), answers: crowdAnswers, reader: id(name), now: ms(now), ...change });
    return { owes: created.owes, canEdit: created.canEdit };
  };

  it.each([
    ['bob', '08:59', { owes: false, canEdit: false }],
    ['bob', '09:00', { owes: true, canEdit: false }],
    ['bob', '19:59', { owes: true, canEdit: false }],
    ['bob', '20:00', { owes: false, canEdit: false }],
    ['fay', '08:59', { owes: true, canEdit: false }],
    ['fay', '15:00', { owes: false, canEdit: false }],
    ['amy', '19:59', { owes: false, canEdit: true }],
    ['amy', '20:00', { owes: false, canEdit: false }],
    ['dan', '10:00', { owes: false, canEdit: false }],
    ['stranger', '10:00', { owes: false, canEdit: false }],
  ])('%s at %s: %j', (name, now, expected) => {
    expect(seen(name, now)).toEqual(expected);
    expect(seen(name, now, { run: crowdOf({ state: 'COMPLETED' }) })).toEqual(expected);
  });

  it.each(['MISSED', 'CANCELLED'] as const)('is nothing in a run that is %s', (state) => {
    const run = crowdOf({ state });
    expect(seen('bob', '10:00', { run })).toEqual({ owes: false, canEdit: false });
    expect(seen('amy', '10:00', { run })).toEqual({ owes: false, canEdit: false });
  });

  it('lists nothing for a reader who does not belong to the team', () => {
    expect(report({ reader: null })).toMatchObject({ owes: false, canEdit: false });
  });
});

describe('the span of a run by member time', () => {
  const [kolkata, lagos] = ['Asia/Kolkata', 'Africa/Lagos'] as ZoneId[] as [ZoneId, ZoneId];
  const zoned = (members: readonly SnapshotMember[]): Run =>
    aRun({
      instants: [
        set(kolkata, '04:30', '06:30', '15:30'),
        set(berlin, '09:00', '11:00', '20:00'),
        set(lagos, '10:00', '12:00', '21:00'),
      ],
      opensAt: instant('04:30'),
      closesAt: instant('12:00'),
      members: [...members],
    });
  const spanOf = (members: readonly SnapshotMember[]) => report({ run: zoned(members), answers: [] });

  it('spans the first opening to the last close of the asked members', () => {
    const both = [aMember('bob'), aMember('chi', { zone: lagos })];
    expect(spanOf(both)).toMatchObject({ opensAt: instant('09:00'), closesAt: instant('12:00') });
    expect(spanOf([aMember('bob')])).toMatchObject({ opensAt: instant('09:00'), closesAt: instant('11:00') });
  });

  it('leaves out a zone whose only member is away', () => {
    const members = [aMember('bob'), aMember('dee', { zone: kolkata, away: 'VACATION' })];
    expect(spanOf(members)).toMatchObject({ opensAt: instant('09:00') });
  });

  it('is that of the run if it asks no member', () => {
    const away = [aMember('dee', { zone: kolkata, away: 'VACATION' })];
    expect(spanOf(away)).toMatchObject({ opensAt: instant('04:30'), closesAt: instant('12:00') });
  });

  it('gives each present member’s own opening', () => {
    const members = [aMember('chi', { zone: lagos }), aMember('dee', { zone: kolkata, away: 'VACATION' })];
    expect(spanOf(members).members.map(({ name, opensAt }) => [name, opensAt])).toEqual([
      ['chi', instant('10:00')],
      ['dee', null],
    ]);
  });
});
