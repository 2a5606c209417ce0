import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { RunPerson } from './runOpening.ts';
import { meetingCloseAt, settledRun, summaryDueAt, withDroppedMembers } from './runClosingAndDroppedMembers.ts';

const berlin = 'Europe/Berlin' as ZoneId;
const tokyo = 'Asia/Tokyo' as ZoneId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;
const ms = (time: string): number => Date.parse(at(time));
const id = (name: string): MemberId => name as MemberId;

const member = (name: string, change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  ...{ memberId: id(name), name, zone: berlin, away: null, dropped: false, ...change },
});
const set = (zone: ZoneId, opens: string, closes: string) =>
  ({ zone, opensAt: at(opens), closesAt: at(closes) }) as Run['instants'][number];
const run = (change: Partial<Run> = {}): Run =>
  ({
    ...{ state: 'OPEN', reason: null, completedAt: null, date: '2026-11-20' as LocalDate, timezone: berlin },
    ...{ members: [member('ann'), member('bob')], instants: [set(berlin, '09:00', '11:00')] },
    ...{ opensAt: at('09:00'), closesAt: at('11:00'), ...change },
  }) as Run;
const person = (name: string, change: Partial<RunPerson> = {}): RunPerson => ({
  ...{ memberId: id(name), name, timezone: null, isEnabled: true, leftOn: null, ...change },
});
const from = (...names: string[]) => names.map((name) => ({ memberId: id(name) }) as Answer);

describe('members who left', () => {
  const dropped = (people: readonly RunPerson[], members: readonly string[], of = run()) =>
    withDroppedMembers(of, people, { members: members.map(id) }).members.map((item) => item.dropped);
  const both = [person('ann'), person('bob')];

  it('are those who left, were disabled, or were removed from the report since the opening', () => {
    expect(dropped(both, ['ann', 'bob'])).toEqual([false, false]);
    expect(dropped([person('ann'), person('bob', { leftOn: '2026-11-20' })], ['ann', 'bob'])).toEqual([false, true]);
    expect(dropped([person('ann', { isEnabled: false }), person('bob')], ['ann', 'bob'])).toEqual([true, false]);
    expect(dropped(both, ['bob'])).toEqual([true, false]);
    expect(dropped([person('ann')], ['ann', 'bob'])).toEqual([false, true]);
  });

  it('owe an answer again when they return', () => {
    const gone = run({ members: [member('ann', { dropped: true }), member('bob')] });
    expect(dropped(both, ['ann', 'bob'], gone)).toEqual([false, false]);
  });

  it('change nothing of a finished run and return the same object', () => {
    const over = run({ state: 'COMPLETED' });
    expect(withDroppedMembers(over, [], { members: [] })).toBe(over);
    const open = run();
    expect(withDroppedMembers(open, both, { members: ['ann', 'bob'].map(id) })).toBe(open);
  });
});

describe('a run is completed', () => {
  it('a run is completed once all members answered, before its close', () => {
    const completedAt = at('09:30');
    const expected = { state: 'COMPLETED', reason: 'ALL_ANSWERED', completedAt };
    expect(settledRun(run(), from('ann', 'bob'), ms('09:30'))).toMatchObject(expected);
    expect(settledRun(run(), from('ann', 'bob'), ms('11:30'))).toMatchObject({ reason: 'ALL_ANSWERED' });
  });

  it('a run is completed at its last close, with missing answers', () => {
    const open = run();
    expect(settledRun(open, from('ann'), ms('11:00') - 1)).toBe(open);
    const expected = { state: 'COMPLETED', reason: 'WINDOW_OVER', completedAt: at('11:00') };
    expect(settledRun(open, from('ann'), ms('11:00'))).toMatchObject(expected);
  });

  it('a run is completed only while it is open', () => {
    const cancelled = run({ state: 'CANCELLED' });
    expect(settledRun(cancelled, from('ann', 'bob'), ms('12:00'))).toBe(cancelled);
  });
});

describe('the close in the meeting’s own zone', () => {
  it('is that of the zone’s own instants', () => {
    expect(meetingCloseAt(run({ instants: [set(tokyo, '01:00', '03:00'), set(berlin, '09:00', '11:30')] }))).toBe(
      ms('11:30'),
    );
  });

  it('is the time and window of the first zone if no member is in the meeting’s zone', () => {
    // The window in Tokyo is from 10:00 to 12:00, so the meeting closes at 12:00 in Berlin, which is 11:00 UTC.
    expect(meetingCloseAt(run({ instants: [set(tokyo, '01:00', '03:00')] }))).toBe(ms('11:00'));
  });

  it('uses the run’s close if the run has no instants', () => {
    expect(meetingCloseAt(run({ instants: [], closesAt: at('10:45') }))).toBe(ms('10:45'));
  });
});

describe('the summary is due', () => {
  const due = (zones: readonly [ZoneId, string, string][], closesAt: string) =>
    summaryDueAt(
      run({ instants: zones.map(([zone, opens, closes]) => set(zone, opens, closes)), closesAt: at(closesAt) }),
    );

  it('the summary is due with the close in the meeting’s zone, between the first and the last close', () => {
    expect(
      due(
        [
          [tokyo, '01:00', '03:00'],
          [berlin, '09:00', '11:00'],
          ['America/New_York' as ZoneId, '15:00', '17:00'],
        ],
        '17:00',
      ),
    ).toBe(ms('11:00'));
  });

  it('the summary is not due before any window has closed', () => {
    // No member is in Berlin, the meeting's zone, and the first window, which is in New York, has not closed yet.
    expect(
      due(
        [
          ['America/New_York' as ZoneId, '15:00', '17:00'],
          ['America/Los_Angeles' as ZoneId, '18:00', '20:00'],
        ],
        '20:00',
      ),
    ).toBe(ms('17:00'));
  });

  it('the summary is due at the latest with the last window', () => {
    expect(
      due(
        [
          [tokyo, '01:00', '03:00'],
          ['Asia/Kolkata' as ZoneId, '04:30', '06:30'],
        ],
        '06:30',
      ),
    ).toBe(ms('06:30'));
  });
});
