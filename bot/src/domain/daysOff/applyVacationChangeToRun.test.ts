import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { askedOnDate, byDateAsked, isAskedAgain, withVacation } from './applyVacationChangeToRun.ts';

const berlin = 'Europe/Berlin' as ZoneId;
const auckland = 'Pacific/Auckland' as ZoneId;
const id = (name: string): MemberId => name as MemberId;
const day = (date: string): LocalDate => date as LocalDate;
const opensAt = '2026-11-20T14:00:00.000Z' as Instant;
const opens = Date.parse(opensAt);

const member = (name: string, change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  ...{ memberId: id(name), name, zone: berlin, away: null, dropped: false, ...change },
});
const run = (change: Partial<Run> = {}): Run =>
  ({
    ...{ state: 'OPEN', timezone: berlin, opensAt, instants: [{ zone: berlin, opensAt }] },
    ...{ members: [member('ann'), member('bob'), member('cy', { zone: auckland })], ...change },
  }) as Run;

describe('the date on which a member is asked', () => {
  it('is their local date, by their own zone or the meeting’s', () => {
    expect(askedOnDate(run(), member('ann'), null)).toBe('2026-11-20');
    expect(askedOnDate(run(), member('ann'), auckland)).toBe('2026-11-21');
  });

  it('uses the date of the run’s opening if the run has no instants', () => {
    expect(askedOnDate(run({ instants: [] }), member('ann'), auckland)).toBe('2026-11-21');
  });

  it('is found for all members of a run, also for several in one zone', () => {
    const zones: Readonly<Record<string, ZoneId>> = { bob: auckland, cy: auckland };
    const dates = byDateAsked(run(), (memberId) => zones[memberId] ?? null);
    expect([...dates]).toEqual([
      [day('2026-11-20'), ['ann']],
      [day('2026-11-21'), ['bob', 'cy']],
    ]);
    const all = byDateAsked(run(), () => null);
    expect([...all]).toEqual([[day('2026-11-20'), ['ann', 'bob', 'cy']]]);
  });
});

describe('a vacation that is saved during a run', () => {
  const dates = new Set([day('2026-11-20')]);
  const change = { memberId: id('ann'), timezone: null, dates, isAdded: true };
  const awayOf = (of: Run | undefined) => of?.members.map((item) => item.away);

  it('removes the member, and its end makes the run ask them after all', () => {
    expect(awayOf(withVacation(run(), change, opens - 1))).toEqual(['VACATION', null, null]);
    const away = run({ members: [member('ann', { away: 'VACATION' }), member('bob', { away: 'VACATION' })] });
    expect(awayOf(withVacation(away, { ...change, isAdded: false }, opens - 1))).toEqual([null, 'VACATION']);
  });

  it('changes nothing from their own opening on', () => {
    expect(withVacation(run(), change, opens)).toBeUndefined();
    expect(withVacation(run({ instants: [] }), change, opens)).toBeUndefined();
    expect(awayOf(withVacation(run({ instants: [] }), change, opens - 1))).toEqual(['VACATION', null, null]);
  });

  it.each<[string, Run, object]>([
    ['a run that is over', run({ state: 'COMPLETED' }), {}],
    ['somebody outside the run', run(), { memberId: id('eve') }],
    ['another date', run(), { dates: new Set([day('2026-11-21')]) }],
    ['who is asked already', run(), { isAdded: false }],
    ['who is away already', run({ members: [member('ann', { away: 'VACATION' })] }), {}],
    ['a holiday', run({ members: [member('ann', { away: 'HOLIDAY' })] }), {}],
    ['the end of a holiday', run({ members: [member('ann', { away: 'HOLIDAY' })] }), { isAdded: false }],
  ])('changes nothing for %s', (_what, of, other) => {
    expect(withVacation(of, { ...change, ...other }, opens - 1)).toBeUndefined();
  });
});

describe('a member whose vacation was removed', () => {
  const dates = new Set([day('2026-11-20')]);
  const change = { memberId: id('ann'), timezone: null, dates, isAdded: false };

  it('needs a prompt of an open run that asks them on one of its dates', () => {
    expect(isAskedAgain(run(), change)).toBe(true);
  });

  it.each<[string, Run, object]>([
    ['a vacation that was added', run(), { isAdded: true }],
    ['a run that is over', run({ state: 'COMPLETED' }), {}],
    ['a person outside the run', run(), { memberId: id('eve') }],
    ['a member who is away', run({ members: [member('ann', { away: 'VACATION' })] }), {}],
    ['another date', run(), { dates: new Set([day('2026-11-21')]) }],
  ])('needs no prompt: %s', (_what, of, other) => {
    expect(isAskedAgain(of, { ...change, ...other })).toBe(false);
  });
});
