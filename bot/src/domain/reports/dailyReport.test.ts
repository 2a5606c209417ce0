import { noLinks } from '#contracts/core/linksAndMentions.ts';
import fc from 'fast-check';
import type { Answer } from '#contracts/meetings/answer.ts';
import type { Instant, LocalDate, MeetingId, MemberId, ZoneId } from '#contracts/core/ids.ts';
import type { Run, SnapshotMember } from '#contracts/meetings/run.ts';
import { storedQuestion } from '#contracts/meetings/question.ts';
import type { Question } from '#contracts/meetings/question.ts';
import type { AttentionLine } from '#contracts/reports/needsAttention.ts';
import { meetingReport as reportSchema } from '#contracts/reports/dailyReport.ts';
import type { BlockerState } from '../answers/blockerFromAnswers.ts';
import { daySummary, instantsBehind, meetingReport, readerPart, summaryModel } from './dailyReport.ts';
import type { ReportSources, SummaryModel, SummarySources } from './dailyReport.ts';
import type { Schedule } from '../runs/meetingSchedule.ts';

// Creates ids in the stored form, because the test validates the report against the contract.
const ulid = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '0')
    .padEnd(26, '0');
const id = (name: string): MemberId => ulid(name) as MemberId;
const meetingId = ulid('meeting') as MeetingId;
const day = (date: string): LocalDate => date as LocalDate;
const instant = (text: string): Instant => `2026-11-20T${text}:00.000Z` as Instant;
const ms = (text: string): number => Date.parse(instant(text));
const tokyo = 'Asia/Tokyo' as ZoneId;
const berlin = 'Europe/Berlin' as ZoneId;
const today = day('2026-11-20');

const aQuestion = (name: string, sequence: number, change: object = {}): Question =>
  storedQuestion.parse({ id: name, sequence, text: `${name}?`, type: 'TEXT', ...change });
const questions = [
  aQuestion('what', 3),
  aQuestion('done', 1),
  aQuestion('blocked', 2, { type: 'OPTIONS', options: ['Yes', 'No'], isBlocker: true, blockingOptions: ['Yes'] }),
];
const aMember = (name: string, change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  memberId: id(name),
  name,
  zone: berlin,
  away: null,
  dropped: false,
  ...change,
});
const set = (zone: ZoneId, opens: string, closes: string, grace: string) => ({
  zone,
  opensAt: instant(opens),
  firstReminderAt: null,
  secondReminderAt: null,
  closesAt: instant(closes),
  graceEndsAt: instant(grace),
});
const aRun = (change: Partial<Run> = {}): Run => ({
  meetingId,
  meetingName: 'Daily',
  type: 'STANDUP',
  date: today,
  state: 'OPEN',
  reason: null,
  source: 'SCHEDULE',
  round: 1,
  timezone: berlin,
  instants: [set(berlin, '09:00', '11:00', '20:00')],
  opensAt: instant('09:00'),
  closesAt: instant('11:00'),
  graceEndsAt: instant('20:00'),
  members: [aMember('bob')],
  questions,
  channelId: null,
  isReportSummaryInChat: true,
  publicBroadcastMessage: '',
  firstReminderMessage: '',
  secondReminderMessage: '',
  completedAt: null,
  ...change,
});
const anAnswer = (name: string, change: Partial<Answer> = {}): Answer => ({
  meetingId,
  memberId: id(name),
  date: today,
  values: { done: `${name} did it`, blocked: 'No' } as Answer['values'],
  goals: [],
  hasBlocker: false,
  isGoalAchieved: false,
  answeredAt: instant('09:30'),
  editedAt: null,
  isLate: false,
  isAhead: false,
  sentFrom: null,
  ...change,
});
const blockedAnswer = (name: string, change: Partial<Answer> = {}): Answer =>
  anAnswer(name, {
    hasBlocker: true,
    values: { done: 'x', blocked: 'Yes', what: `${name} waits` } as Answer['values'],
    ...change,
  });
const goals = (...ticked: boolean[]): Answer['goals'] =>
  ticked.map((item, index) => ({ id: String(index).padStart(16, '0'), text: `Goal ${index}`, ticked: item }));
const achieved = (name: string): Answer => anAnswer(name, { goals: goals(true, true), isGoalAchieved: true });
const aBlocker = (since: string, change: Partial<BlockerState> = {}): BlockerState => ({
  isOpen: true,
  since: day(since),
  date: today,
  text: 'As said before',
  ...change,
});
const sources = (change: Partial<ReportSources> = {}): ReportSources => ({
  run: aRun(),
  answers: [],
  blockers: new Map(),
  facts: new Map(),
  channelName: null,
  reader: null,
  now: ms('10:00'),
  ...change,
});
const report = (change: Partial<ReportSources> = {}) => {
  const created = meetingReport(sources(change));
  // The strict schema accepts neither missing nor additional fields.
  expect(reportSchema.strict().parse(created)).toEqual(created);
  return created;
};
const crowd = ['zoe', 'amy', 'bob', 'carl', 'dan', 'eve', 'fay'];
const crowdOf = (change: Partial<Run> = {}): Run =>
  aRun({
    instants: [set(berlin, '09:00', '11:00', '20:00'), set(tokyo, '01:00', '03:00', '15:00')],
    members: crowd.map((name) =>
      aMember(name, { zone: name === 'fay' ? tokyo : berlin, away: name === 'dan' ? 'VACATION' : null }),
    ),
    ...change,
  });
const crowdAnswers = [anAnswer('zoe'), achieved('amy'), blockedAnswer('carl')];

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

  it('are sorted by name without regard to case, then always alike', () => {
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

  it('is nothing for a reader who is no member', () => {
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

describe('the summary', () => {
  const blockers = new Map([
    [id('carl'), aBlocker('2026-11-20')],
    [id('bob'), aBlocker('2026-11-13', { date: day('2026-11-19') })],
    [id('amy'), aBlocker('2026-11-17', { isOpen: false })],
  ]);
  const summary = (change: Partial<ReportSources> = {}, more: Partial<SummarySources> = {}): SummaryModel => {
    const from = sources({ run: crowdOf(), answers: crowdAnswers, blockers, channelName: 'General', ...change });
    const created = meetingReport(from);
    return summaryModel({ report: created, date: today, links: noLinks, attention: [], ...more });
  };

  it('begins with meeting, date and state, then the facts', () => {
    const { header, facts, footer } = summary();
    expect(header).toEqual({
      meetingId,
      meetingName: 'Daily',
      type: 'STANDUP',
      state: 'OPEN',
      reason: null,
      date: today,
    });
    expect(facts).toEqual({
      answered: 3,
      asked: 6,
      goals: 1,
      goalsTicked: 2,
      goalsOffered: 2,
      blockers: 1,
      newBlockers: 1,
      carriedBlockers: 1,
      hasGoals: true,
      hasBlockers: true,
    });
    expect(footer).toEqual({
      timezone: berlin,
      opensAt: instant('01:00'),
      closesAt: instant('11:00'),
      channelName: 'General',
    });
  });

  it('counts new blockers, and blockers of earlier days whose members have not answered', () => {
    const answers = [...crowdAnswers, blockedAnswer('eve')];
    const all = new Map([...blockers, [id('eve'), aBlocker('2026-11-18')]]);
    expect(summary({ answers, blockers: all }).facts).toMatchObject({
      blockers: 2,
      newBlockers: 1,
      carriedBlockers: 1,
    });
    expect(summary({ answers, blockers: new Map() }).facts).not.toHaveProperty('carriedBlockers');
  });

  it('keeps the attention list in its order, and the links of its texts', () => {
    const line = (name: string, text: string): AttentionLine => ({
      ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', meetingId, meetingName: 'Daily', memberId: id(name), name, text },
      ...{ state: 'OPEN', since: today, days: 0, needed: null },
    });
    const attention = [line('zoe', 'Waiting for ABC-1'), line('amy', 'No key')];
    const links = { patterns: [{ prefix: 'ABC-', url: 'https://contoso.test/{key}' }], mentions: [] };
    expect(summary({}, { attention, links })).toMatchObject({ attention, links });
    expect(summary({}, { attention: [line('amy', 'No key')], links }).links).toBeUndefined();
  });

  it('has another digest after each change of the attention list', () => {
    const line: AttentionLine = {
      ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', meetingId, meetingName: 'Daily', memberId: id('amy'), name: 'amy' },
      ...{ state: 'OPEN', since: today, days: 0, needed: null },
    };
    const lists: AttentionLine[][] = [[], [line], [{ ...line, state: 'ACKNOWLEDGED' }], [{ ...line, gone: 'Cy' }]];
    expect(new Set(lists.map((attention) => summary({}, { attention }).digest)).size).toBe(lists.length);
    expect(summary({}, { attention: [{ ...line }] }).digest).toBe(summary({}, { attention: [line] }).digest);
  });

  it('groups people: blocked, answered, still open, away, missing', () => {
    const { people } = summary();
    const names = Object.entries(people).map(([group, all]) => [group, all.map((summaryPerson) => summaryPerson.name)]);
    expect(names).toEqual([
      ['blocked', ['carl']],
      ['answered', ['amy', 'zoe']],
      ['open', ['bob', 'eve']],
      ['away', ['dan']],
      ['missing', ['fay']],
    ]);
    expect(people.open[0]).toMatchObject({ closesAt: instant('11:00'), answers: [] });
    expect(people.blocked[0]?.answers[1]).toEqual({ question: 'blocked?', answer: 'Yes', isBlocking: true });
  });

  it('has the same digest while it shows the same', () => {
    const { digest } = summary();
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const reversed = structuredClone({ answers: [...crowdAnswers].reverse() });
    expect(summary(reversed).digest).toBe(digest);
    expect(summary({ now: ms('10:30'), reader: id('bob') }).digest).toBe(digest);
    const photo = {
      name: 'amy',
      thumbnailUrl: 'https://x.test/new.png',
      timezone: null,
      unreachable: 'BLOCKED' as const,
    };
    expect(summary({ facts: new Map([[id('amy'), photo]]) }).digest).toBe(digest);
  });

  it.each<[string, Partial<ReportSources>]>([
    ['an answer came', { answers: [...crowdAnswers, anAnswer('bob')] }],
    [
      'an answer was edited',
      { answers: [anAnswer('zoe', { values: { done: 'edited' } as Answer['values'] }), ...crowdAnswers.slice(1)] },
    ],
    ['a goal was ticked', { answers: [...crowdAnswers.slice(1), anAnswer('zoe', { goals: goals(true) })] }],
    ['somebody became missing', { now: ms('11:00') }],
    ['the run was completed', { run: crowdOf({ state: 'COMPLETED' }) }],
    ['a blocker was resolved', { blockers: new Map() }],
    ['the channel was renamed', { channelName: 'Stand-ups' }],
  ])('has another digest when %s', (_, change) => {
    expect(summary(change).digest).not.toBe(summary().digest);
  });

  it('a summary of 1,000 people is built within one heartbeat tick', () => {
    const members = Array.from({ length: 1000 }, (_, index) => aMember(`m${index}`));
    const answers = members.map((member) => ({ ...anAnswer('x'), memberId: member.memberId }));
    const start = performance.now();
    expect(summary({ run: aRun({ members }), answers }).facts.answered).toBe(1000);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

it('depends on the time only through the instants it shows, and on the reader only through the reader’s own data', () => {
  const names = ['ann', 'bob', 'cem'];
  const minute = fc.integer({ min: ms('00:00') / 60_000, max: ms('23:59') / 60_000 }).map((value) => value * 60_000);
  const look = fc.record({ now: minute, reader: fc.constantFrom(null, ...names.map(id), id('somebody else')) });
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
    fc.property(run, answers, look, look, (runRow, answer, item, other) => {
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
