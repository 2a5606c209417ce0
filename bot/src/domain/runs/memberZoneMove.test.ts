import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { memberMovedTo } from './memberZoneMove.ts';
import type { MemberMove } from './memberZoneMove.ts';

const tokyo = 'Asia/Tokyo' as ZoneId;
const berlin = 'Europe/Berlin' as ZoneId;
const newYork = 'America/New_York' as ZoneId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;
const ms = (time: string): number => Date.parse(at(time));

/** A meeting that is open from 10:00 to 12:00 in each member's own zone. */
const meeting = {
  ...{ time: 600, timezone: berlin, timeBasis: 'MEMBER', type: 'STANDUP', interval: 'WEEK', reportSummaryTime: 120 },
  ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false, sunday: false },
  ...{ isReminderEnabled: true, firstRun: null, members: [] },
} as unknown as Meeting;

const member = (name: string, change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  ...{ memberId: name as MemberId, name, zone: berlin, away: null, dropped: false, ...change },
});
const set = (zone: ZoneId, opens: string, closes: string, grace = closes) =>
  ({ zone, opensAt: at(opens), closesAt: at(closes), graceEndsAt: at(grace) }) as Run['instants'][number];
const run = (change: Partial<Run> = {}): Run =>
  ({
    ...{ state: 'OPEN', source: 'SCHEDULE', round: 1, date: '2026-11-20' as LocalDate },
    ...{
      members: [member('ann'), member('bob')],
      instants: [set(tokyo, '01:00', '03:00'), set(berlin, '09:00', '11:00')],
    },
    ...{ opensAt: at('01:00'), closesAt: at('11:00'), graceEndsAt: at('11:00'), ...change },
  }) as Run;

const move = (change: Partial<MemberMove> = {}): Run | undefined =>
  memberMovedTo({
    ...{
      run: run(),
      memberId: 'ann' as MemberId,
      zone: newYork,
      meeting,
      isPassedOver: false,
      now: ms('08:00'),
    },
    ...change,
  });
const zonesOf = (of: Run | undefined) => of?.members.map(({ zone }) => zone);

describe('a move before the member’s own opening', () => {
  it('puts the member under the instants of the new zone, and the run closes later', () => {
    const moved = move();
    expect(zonesOf(moved)).toEqual([newYork, berlin]);
    expect(moved?.instants).toHaveLength(3);
    expect(moved?.instants[2]).toMatchObject({ zone: newYork, opensAt: at('15:00'), closesAt: at('17:00') });
    expect(moved).toMatchObject({ opensAt: at('01:00'), closesAt: at('17:00') });
    expect(Date.parse(moved?.graceEndsAt ?? '')).toBeGreaterThan(ms('17:00'));
  });

  it('uses the instants that the run has, and never closes it earlier', () => {
    const moved = move({ zone: tokyo, now: ms('00:30') });
    expect(zonesOf(moved)).toEqual([tokyo, berlin]);
    expect(moved?.instants).toEqual(run().instants);
    expect(moved).toMatchObject({ closesAt: at('11:00'), graceEndsAt: at('11:00') });
  });

  it('applies also when the new zone’s opening has passed, because the member is not asked there', () => {
    expect(zonesOf(move({ zone: tokyo, now: ms('08:59') }))).toEqual([tokyo, berlin]);
  });
});

it.each([{ away: 'VACATION' }, { dropped: true }] as const)(
  'a move counts for a member who may be asked later: %j',
  (change) => {
    const members = [member('ann', change), member('bob')];
    expect(zonesOf(move({ run: run({ members }) }))).toEqual([newYork, berlin]);
  },
);

describe('a move after the member’s own opening', () => {
  it('changes nothing, because the member was asked already', () => {
    expect(move({ now: ms('09:00') })).toBeUndefined();
    expect(zonesOf(move({ now: ms('09:00') - 1 }))).toEqual([newYork, berlin]);
  });

  it('applies to a skipped member while the new opening is in the future', () => {
    expect(zonesOf(move({ now: ms('09:00'), isPassedOver: true }))).toEqual([newYork, berlin]);
    expect(zonesOf(move({ now: ms('15:00') - 1, isPassedOver: true }))).toEqual([newYork, berlin]);
    expect(move({ now: ms('15:00'), isPassedOver: true })).toBeUndefined();
  });
});

describe('a move changes nothing', () => {
  it.each<[string, Partial<MemberMove>]>([
    ['of a run that is over', { run: run({ state: 'COMPLETED' }) }],
    ['of a run that was started by hand', { run: run({ source: 'MANUAL' }) }],
    ['of a run that was reopened', { run: run({ round: 2 }) }],
    ['of a run without instants', { run: run({ instants: [] }) }],
    ['for somebody outside the run', { memberId: 'eve' as MemberId }],
    ['within the same zone', { zone: berlin }],
    [
      'to a zone where the date does not exist',
      { zone: 'Pacific/Apia' as ZoneId, run: run({ date: '2011-12-30' as LocalDate }) },
    ],
  ])('%s', (_what, change) => {
    expect(move(change)).toBeUndefined();
  });
});
