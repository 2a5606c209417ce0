import { aDate, aMeeting, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { askingDates, entryBound, newRun, runInstants } from '../../../bot/src/domain/runs/runOpening.ts';
import type { OpeningFacts, RunPerson } from '../../../bot/src/domain/runs/runOpening.ts';

const person = (name: string, zone: string | null = null, change: Partial<RunPerson> = {}): RunPerson => ({
  memberId: aMemberId(name),
  name,
  timezone: zone === null ? null : aZone(zone),
  isEnabled: true,
  leftOn: null,
  ...change,
});

const facts = (change: Partial<OpeningFacts> = {}): OpeningFacts => ({
  meeting: aMeeting(),
  date: aDate('2026-11-20'),
  source: 'SCHEDULE',
  openMs: null,
  round: 1,
  people: [person('ann'), person('bob')],
  isHoliday: false,
  isOnVacation: () => false,
  answered: new Set(),
  now: Date.parse('2026-11-20T09:00:00Z'),
  ...change,
});

it('fixes its members: listed, enabled and present', () => {
  const people = [
    person('ann'),
    person('bob', null, { isEnabled: false }),
    person('cem', null, { leftOn: '2026-11-01T00:00:00.000Z' }),
    person('dan'),
  ];
  const members = ['ann', 'bob', 'cem'].map((name) => aMemberId(name));
  const run = newRun(facts({ people, meeting: aMeeting({ members }) }));
  expect(run.members.map((member) => member.name)).toEqual(['ann']);
  expect(run).toMatchObject({
    state: 'OPEN',
    opensAt: '2026-11-20T09:00:00.000Z',
    closesAt: '2026-11-20T11:00:00.000Z',
  });
});

it('accepts answers until the next opening, at most 72 hours after the close', () => {
  expect(newRun(facts()).graceEndsAt).toBe('2026-11-23T09:00:00.000Z');
  const weekly = aMeeting({ monday: false, tuesday: false, wednesday: false, thursday: false });
  expect(newRun(facts({ meeting: weekly })).graceEndsAt).toBe('2026-11-23T11:00:00.000Z');
});

it('accepts answers past a date that the member’s zone skips', () => {
  const meeting = aMeeting({ timeBasis: 'MEMBER', members: [aMemberId('sam')], saturday: true, sunday: true });
  const people = [person('sam', 'Pacific/Apia')];
  const run = newRun(facts({ meeting, people, date: aDate('2011-12-29'), now: Date.parse('2011-12-29T20:00:00Z') }));
  // In Apia the next date after the skipped one is 2011-12-31, so the grace ends at 10:00 on that date.
  expect(run.graceEndsAt).toBe('2011-12-30T20:00:00.000Z');
  const early = aMeeting({ ...meeting, saturday: false });
  expect(newRun(facts({ meeting: early, people, date: aDate('2011-12-29') })).graceEndsAt).toBe(
    '2011-12-31T20:00:00.000Z',
  );
});

describe('by member time', () => {
  const meeting = aMeeting({ timeBasis: 'MEMBER', members: ['ann', 'kim', 'ned'].map((name) => aMemberId(name)) });
  const people = [person('ann'), person('kim', 'Pacific/Kiritimati'), person('ned', 'America/New_York')];
  const plan = { meeting, date: aDate('2026-11-20'), source: 'SCHEDULE', openMs: null } as const;

  it('has one set per zone, sorted by opening', () => {
    expect(runInstants(plan, people).map((runInstant) => `${runInstant.zone} ${runInstant.opensAt}`)).toEqual([
      'Pacific/Kiritimati 2026-11-19T20:00:00.000Z',
      'Europe/Berlin 2026-11-20T09:00:00.000Z',
      'America/New_York 2026-11-20T15:00:00.000Z',
    ]);
  });

  it('prompts all members on the run’s own date', () => {
    expect(new Set(askingDates(plan, people).values())).toEqual(new Set(['2026-11-20']));
  });

  it('has one set for all members after a manual start', () => {
    const manual = { ...plan, source: 'MANUAL', openMs: Date.parse('2026-11-20T07:00:30Z') } as const;
    expect(runInstants(manual, people).map((runInstant) => runInstant.opensAt)).toEqual(['2026-11-20T07:00:00.000Z']);
    expect(askingDates(manual, people).get(aMemberId('kim'))).toBe('2026-11-20');
  });

  it('does not prompt a member whose zone skips the date', () => {
    const sam = person('sam', 'Pacific/Apia');
    const skipped = {
      ...plan,
      date: aDate('2011-12-30'),
      meeting: { ...meeting, members: [sam.memberId, aMemberId('ann')] },
    };
    const run = newRun(facts({ ...skipped, people: [sam, person('ann')], now: Date.parse('2011-12-30T09:00:00Z') }));
    expect(run.members.map((member) => member.name)).toEqual(['ann']);
  });

  it('prompts a zone whose opening is exactly an hour before the planned one, and none that is earlier', () => {
    const zones = [person('ann', 'Europe/London'), person('kim', 'Europe/Berlin'), person('ned', 'Europe/Athens')];
    const afterMs = entryBound(plan, Date.parse('2026-11-20T10:00:00Z'));
    expect(runInstants({ ...plan, afterMs }, zones).map((runInstant) => runInstant.zone)).toEqual([
      'Europe/Berlin',
      'Europe/London',
    ]);
  });

  it('is missed only when it is too late in every zone', () => {
    const all = facts({ ...plan, people });
    expect(newRun({ ...all, now: Date.parse('2026-11-20T15:59:00Z') }).state).toBe('OPEN');
    expect(newRun({ ...all, now: Date.parse('2026-11-20T16:01:00Z') })).toMatchObject({
      state: 'MISSED',
      reason: 'DOWNTIME',
    });
  });
});

it('prompts no member on a holiday, nor if all are away or have answered ahead', () => {
  expect(newRun(facts({ isHoliday: true }))).toMatchObject({ state: 'COMPLETED', reason: 'HOLIDAY' });
  expect(newRun(facts({ isOnVacation: () => true }))).toMatchObject({ state: 'COMPLETED', reason: 'AWAY' });
  const answered = new Set([aMemberId('ann'), aMemberId('bob')]);
  expect(newRun(facts({ answered }))).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  expect(newRun(facts({ answered: new Set([aMemberId('ann')]) })).state).toBe('OPEN');
});

it('is missed after an hour and a minute, and prompts after an hour', () => {
  expect(newRun(facts({ now: Date.parse('2026-11-20T10:00:00Z') })).state).toBe('OPEN');
  expect(newRun(facts({ now: Date.parse('2026-11-20T10:01:00Z') })).state).toBe('MISSED');
});
