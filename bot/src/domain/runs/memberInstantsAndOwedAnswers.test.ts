import type { Instant, LocalDate, MeetingId, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import {
  acceptsAnswer,
  dueAt,
  haveAllAnswered,
  instantsFor,
  isAsked,
  isWindowOver,
  memberIn,
  owesAnswer,
} from './memberInstantsAndOwedAnswers.ts';

const id = (name: string): MemberId => name as MemberId;
const instant = (text: string): Instant => `2026-11-20T${text}:00.000Z` as Instant;
const ms = (text: string): number => Date.parse(instant(text));
const tokyo = 'Asia/Tokyo' as ZoneId;
const berlin = 'Europe/Berlin' as ZoneId;

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
  meetingId: 'M' as MeetingId,
  meetingName: 'Daily',
  type: 'STANDUP',
  date: '2026-11-20' as LocalDate,
  state: 'OPEN',
  reason: null,
  source: 'SCHEDULE',
  round: 1,
  timezone: berlin,
  instants: [set(tokyo, '01:00', '03:00', '15:00'), set(berlin, '09:00', '11:00', '20:00')],
  opensAt: instant('01:00'),
  closesAt: instant('11:00'),
  graceEndsAt: instant('20:00'),
  members: [aMember('bob'), aMember('yuki', { zone: tokyo })],
  questions: [],
  channelId: null,
  isReportSummaryInChat: true,
  publicBroadcastMessage: '',
  firstReminderMessage: '',
  secondReminderMessage: '',
  completedAt: null,
  ...change,
});
const from = (...names: string[]) => names.map((name) => ({ memberId: id(name) }));

describe('a member owes an answer', () => {
  it('a member owes an answer until they answer', () => {
    expect(owesAnswer(aRun(), id('bob'), from('yuki'))).toBe(true);
    expect(owesAnswer(aRun(), id('bob'), from('yuki', 'bob'))).toBe(false);
  });

  it.each([
    ['on a holiday', { away: 'HOLIDAY' as const }],
    ['on vacation', { away: 'VACATION' as const }],
    ['disabled or gone', { dropped: true }],
  ])('a member owes no answer if they are %s', (_, change) => {
    const run = aRun({ members: [aMember('bob', change)] });
    expect(owesAnswer(run, id('bob'), [])).toBe(false);
    expect(run.members.map(isAsked)).toEqual([false]);
    expect(haveAllAnswered(run, [])).toBe(true);
  });

  it('a member owes no answer if they were not a member at the opening', () => {
    expect(owesAnswer(aRun(), id('joiner'), [])).toBe(false);
  });

  it('a member owes an answer until all asked members have answered', () => {
    const run = aRun({
      members: [aMember('bob'), aMember('ann'), aMember('carl', { away: 'VACATION' })],
    });
    expect(haveAllAnswered(run, from('bob', 'stranger'))).toBe(false);
    expect(haveAllAnswered(run, from('bob', 'ann'))).toBe(true);
    expect(haveAllAnswered(aRun({ members: [] }), [])).toBe(true);
  });
});

describe('a member of a run', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => aMember(`m${index}`));

  it.each([16, 17])('is found among %d, and a stranger is not', (count) => {
    const members = many(count);
    for (let time = 0; time < 2; time += 1) {
      expect(memberIn({ members }, id('m3'))).toBe(members[3]);
      expect(memberIn({ members }, id('stranger'))).toBeUndefined();
    }
  });
});

it('each message of a run is due at its own instant', () => {
  const instants = {
    ...set(berlin, '09:00', '11:00', '20:00'),
    ...{ firstReminderAt: instant('09:30'), secondReminderAt: instant('10:30') },
  };
  expect(dueAt(instants, 'prompt')).toBe(instant('09:00'));
  expect(dueAt(instants, 'reminder1')).toBe(instant('09:30'));
  expect(dueAt(instants, 'reminder2')).toBe(instant('10:30'));
  expect(dueAt(instants, 'close')).toBe(instant('11:00'));
  expect(dueAt(set(berlin, '09:00', '11:00', '20:00'), 'reminder1')).toBeNull();
});

it('a window counts as over only if it ended before the run was completed', () => {
  expect(isWindowOver({ state: 'COMPLETED', reason: 'WINDOW_OVER' })).toBe(true);
  expect(isWindowOver({ state: 'COMPLETED', reason: null })).toBe(false);
  expect(isWindowOver({ state: 'OPEN', reason: 'WINDOW_OVER' })).toBe(false);
});

describe('the instants of a member', () => {
  it('are those of their zone, or the only ones of a manual run', () => {
    const run = aRun();
    expect(instantsFor(run, aMember('yuki', { zone: tokyo }))?.closesAt).toBe(instant('03:00'));
    const manual = aRun({ instants: [set(berlin, '09:00', '11:00', '20:00')] });
    expect(instantsFor(manual, aMember('yuki', { zone: tokyo }))?.closesAt).toBe(instant('11:00'));
  });
});

describe('an answer', () => {
  it.each([
    ['bob', '19:59', true],
    ['bob', '20:00', false],
    ['yuki', '14:59', true],
    ['yuki', '15:00', false],
    ['joiner', '19:59', true],
    ['joiner', '20:00', false],
  ])('an answer of %s at %s is accepted: %s', (name, now, expected) => {
    expect(acceptsAnswer(aRun(), id(name), ms(now))).toBe(expected);
    expect(acceptsAnswer(aRun({ state: 'COMPLETED' }), id(name), ms(now))).toBe(expected);
  });

  it.each(['MISSED', 'CANCELLED'] as const)('an answer to a run that is %s is rejected', (state) => {
    expect(acceptsAnswer(aRun({ state }), id('bob'), ms('10:00'))).toBe(false);
  });
});
