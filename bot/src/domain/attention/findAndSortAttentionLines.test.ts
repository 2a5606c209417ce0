import fc from 'fast-check';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import { attentionLine } from '#contracts/attention/getAttention.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import { attentionSteps, compareLines, countSilentRuns } from './findAndSortAttentionLines.ts';
import type { AttentionMember, AttentionSources, RunReply } from './findAndSortAttentionLines.ts';

const needsAttention = (reports: readonly AttentionSources[]) => runToEnd(attentionSteps(reports));

const today = '2026-11-20' as LocalDate;
const ids = ['daily', 'retro', 'weekly', 'ann', 'bob', 'cy', 'dee', 'eve', 'a', 'b', 'c', 'd'];
const idOf = (name: string): string => `01HF${String(ids.indexOf(name)).padStart(22, '0')}`;
const aMeetingId = (name = 'daily') => idOf(name) as MeetingId;
const aMemberId = (name: string) => idOf(name) as MemberId;
const aPerson = (name: string, change: Partial<AttentionMember> = {}): AttentionMember => ({
  ...{
    memberId: aMemberId(name),
    name,
    isAway: false,
    unreachable: null,
    replies: ['ANSWERED'],
    goals: [],
    blocker: null,
  },
  ...change,
});
const aReport = (members: readonly AttentionMember[], change: Partial<AttentionSources> = {}): AttentionSources => ({
  ...{ meetingId: aMeetingId(), meetingName: 'Daily', thresholds: defaultAttentionThresholds },
  run: { date: today, answered: 4, asked: 4 },
  members,
  ...change,
});
const thresholds = (change: Partial<AttentionThresholds>): Partial<AttentionSources> => ({
  thresholds: { ...defaultAttentionThresholds, ...change },
});
const blockedFor = (days: number): AttentionMember =>
  aPerson('ann', { blocker: { state: 'OPEN', since: today, days, needed: 'Bo' } });
const silentFor = (runs: number): AttentionMember =>
  aPerson('ann', { replies: [...Array.from({ length: runs }, (): RunReply => 'SILENT'), 'ANSWERED'] });
const aGoal = (change: Partial<Goal>): Goal => ({ id: '0123456789abcdef', text: 'Ship it', ticked: false, ...change });
const withGoal = (change: Partial<Goal>): AttentionMember => aPerson('ann', { goals: [aGoal(change)] });
const kinds = (reports: readonly AttentionSources[]): string[] => needsAttention(reports).map(({ kind }) => kind);
const kindsOf = (member: AttentionMember, change: Partial<AttentionSources> = {}) => kinds([aReport([member], change)]);

it('names a blocker from the threshold on', () => {
  expect(kindsOf(blockedFor(0))).toEqual(['BLOCKER']);
  expect(kindsOf(blockedFor(2), thresholds({ blockerDays: 2 }))).toEqual(['BLOCKER']);
  expect(kindsOf(blockedFor(2), thresholds({ blockerDays: 3 }))).toEqual([]);
  expect(kindsOf(blockedFor(2), thresholds({ blockerDays: null }))).toEqual([]);
});

it('names a person who was silent in as many runs as the threshold', () => {
  expect(kindsOf(silentFor(2))).toEqual([]);
  expect(kindsOf(silentFor(3))).toEqual(['SILENT']);
  expect(kindsOf(silentFor(1), thresholds({ silentRuns: 1 }))).toEqual(['SILENT']);
});

it('counts neither a skip nor a day off as silence', () => {
  expect(countSilentRuns(['SILENT', 'SILENT', 'SKIPPED', 'SILENT'])).toBe(2);
  expect(countSilentRuns(['SKIPPED', 'SILENT', 'SILENT', 'SILENT'])).toBe(0);
  expect(countSilentRuns(['SILENT', 'AWAY', 'SILENT', 'SILENT'])).toBe(3);
  expect(countSilentRuns(['AWAY', 'AWAY', 'AWAY'])).toBe(0);
});

it('names a goal that was carried over as often as the threshold, and every dropped goal', () => {
  expect(kindsOf(withGoal({ state: 'CARRIED', day: 2 }))).toEqual([]);
  expect(kindsOf(withGoal({ state: 'CARRIED', day: 3 }))).toEqual(['GOAL_CARRIED']);
  expect(kindsOf(withGoal({ state: 'CARRIED' }), thresholds({ goalsCarried: 1 }))).toEqual(['GOAL_CARRIED']);
  expect(kindsOf(withGoal({ state: 'DROPPED' }))).toEqual(['GOAL_DROPPED']);
  expect(kindsOf(withGoal({ state: 'DONE', day: 9, ticked: true }))).toEqual([]);
  expect(kindsOf(withGoal({ day: 9 }))).toEqual([]);
});

it('joins the goals of a person and names the one that was carried over most often', () => {
  const goals = [
    aGoal({ state: 'CARRIED', day: 3 }),
    aGoal({ id: 'fedcba9876543210', text: 'Old one', state: 'CARRIED', day: 5 }),
  ];
  expect(needsAttention([aReport([aPerson('ann', { goals })])])).toMatchObject([
    { goal: 'Old one', count: 2, times: 5 },
  ]);
});

it('names a run below the participation threshold, and no run without a member to ask', () => {
  const runOf = (answered: number, asked: number) => kinds([aReport([], { run: { date: today, answered, asked } })]);
  expect(runOf(2, 4)).toEqual([]);
  expect(runOf(1, 3)).toEqual(['LOW_PARTICIPATION']);
  expect(runOf(0, 0)).toEqual([]);
  expect(kinds([aReport([], { run: null })])).toEqual([]);
});

it('gives an unreachable person one line for all reports, and no second one for the silence', () => {
  const ann = aPerson('ann', { unreachable: 'BLOCKED', replies: ['SILENT', 'SILENT', 'SILENT'] });
  const reports = [aReport([ann]), aReport([ann], { meetingId: aMeetingId('retro') })];
  expect(needsAttention(reports)).toMatchObject([{ kind: 'UNREACHABLE', reports: 2, reason: 'BLOCKED' }]);
  expect(kindsOf(ann, thresholds({ isUnreachableNamed: false }))).toEqual(['SILENT']);
});

it('names a member with a day off for the blocker alone', () => {
  const away = aPerson('ann', {
    ...{ isAway: true, unreachable: 'GONE', replies: ['SILENT', 'SILENT', 'SILENT'] },
    ...{ goals: [aGoal({ state: 'DROPPED' })], blocker: { state: 'OPEN', since: today, days: 2, needed: null } },
  });
  expect(kindsOf(away)).toEqual(['BLOCKER']);
});

it('names nothing while all thresholds are off', () => {
  const off: AttentionThresholds = {
    ...{ blockerDays: null, goalsCarried: null, silentRuns: null, participation: null },
    isUnreachableNamed: false,
  };
  const worst = aPerson('ann', {
    ...{ unreachable: 'GONE', replies: ['SILENT', 'SILENT', 'SILENT'], goals: [aGoal({ state: 'DROPPED' })] },
    blocker: { state: 'OPEN', since: today, days: 90, needed: null },
  });
  const run = { date: today, answered: 0, asked: 9 };
  expect(kindsOf(worst, { thresholds: off, run })).toEqual([]);
  expect(kindsOf(worst, { run })).toEqual(['BLOCKER', 'UNREACHABLE', 'LOW_PARTICIPATION', 'GOAL_DROPPED']);
});

it('places the oldest blocker first, and of equal age the one without a member who works on it', () => {
  const blocked = (name: string, days: number, state: 'OPEN' | 'ACKNOWLEDGED' | 'REOPENED') =>
    aPerson(name, { blocker: { state, since: today, days, needed: null } });
  const lines = needsAttention([
    aReport([
      blocked('a', 3, 'ACKNOWLEDGED'),
      blocked('b', 3, 'OPEN'),
      blocked('c', 5, 'ACKNOWLEDGED'),
      blocked('d', 3, 'REOPENED'),
    ]),
  ]);
  expect(lines.map((line) => ('name' in line ? line.name : ''))).toEqual(['c', 'd', 'b', 'a']);
});

const names = ['ann', 'bob', 'cy', 'dee', 'eve'];
const anyMember = (name: string) =>
  fc.record({
    memberId: fc.constant(aMemberId(name)),
    name: fc.constant(name),
    isAway: fc.boolean(),
    unreachable: fc.constantFrom(null, 'BLOCKED' as const, 'GONE' as const),
    replies: fc.array(fc.constantFrom<RunReply>('ANSWERED', 'SILENT', 'SKIPPED', 'AWAY'), { maxLength: 5 }),
    goals: fc
      .array(fc.tuple(fc.constantFrom('CARRIED' as const, 'DROPPED' as const), fc.integer({ min: 2, max: 6 })), {
        maxLength: 3,
      })
      .map((goals) =>
        goals.map(([state, day], index) => aGoal({ id: `000000000000000${index}`, text: `${index}`, state, day })),
      ),
    blocker: fc.option(
      fc.record({
        state: fc.constantFrom('OPEN' as const, 'ACKNOWLEDGED' as const, 'REOPENED' as const),
        since: fc.constant(today),
        days: fc.integer({ min: 0, max: 4 }),
        needed: fc.constant(null),
      }),
    ),
  });
const anyReports = fc.tuple(
  ...['daily', 'retro', 'weekly'].map((meeting) =>
    fc
      .tuple(
        fc.tuple(...names.map(anyMember)),
        fc.option(fc.record({ answered: fc.integer({ min: 0, max: 3 }), asked: fc.integer({ min: 0, max: 9 }) })),
      )
      .map(([members, run]) =>
        aReport(members, { meetingId: aMeetingId(meeting), run: run === null ? null : { date: today, ...run } }),
      ),
  ),
);

it('ranks by a total order that does not depend on the order of reports, members and goals', () => {
  fc.assert(
    fc.property(anyReports, (reports) => {
      const lines = needsAttention(reports);
      const turned = [...reports].reverse().map((report) => ({
        ...report,
        members: [...report.members].reverse().map((member) => ({ ...member, goals: [...member.goals].reverse() })),
      }));
      expect(needsAttention(turned)).toEqual(lines);
      for (const [index, line] of lines.entries()) {
        expect(attentionLine.parse(line)).toEqual(line);
        const later = lines.slice(index + 1);
        expect(later.filter((other) => compareLines(line, other) >= 0)).toEqual([]);
        expect(later.filter((other) => compareLines(other, line) <= 0)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});

it('ranks the lines of one report alike in its own list and in the list of its team', () => {
  fc.assert(
    fc.property(anyReports, (reports) => {
      const team = needsAttention(reports);
      for (const report of reports) {
        const own = needsAttention([report]);
        // The team's list joins the lines about an unreachable person into one, which names only one of the person's
        // reports. So these lines are kept whatever their report is.
        const subjects = own.map((line) => `${line.kind} ${'memberId' in line ? line.memberId : ''}`);
        const ofReport = team
          .filter(({ kind, meetingId }) => kind === 'UNREACHABLE' || meetingId === report.meetingId)
          .map((line) => `${line.kind} ${'memberId' in line ? line.memberId : ''}`);
        expect(ofReport.filter((subject) => subjects.includes(subject))).toEqual(subjects);
      }
    }),
  );
});

it('never names more with a higher threshold', () => {
  fc.assert(
    fc.property(anyReports, fc.integer({ min: 1, max: 5 }), (reports, limit) => {
      const under = (threshold: number) =>
        needsAttention(
          reports.map((report) => ({
            ...report,
            thresholds: {
              ...defaultAttentionThresholds,
              blockerDays: threshold,
              silentRuns: threshold,
              goalsCarried: threshold,
            },
          })),
        ).length;
      expect(under(limit + 1)).toBeLessThanOrEqual(under(limit));
    }),
  );
});
