import type { LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { askingDates, entryBound, instantsIn, newRun, runInstants, snapshotOf } from './runOpening.ts';
import type { OpeningFacts, RunPerson, RunPlan } from './runOpening.ts';

const berlin = 'Europe/Berlin' as ZoneId;
const tokyo = 'Asia/Tokyo' as ZoneId;
const auckland = 'Pacific/Auckland' as ZoneId;
const apia = 'Pacific/Apia' as ZoneId;
const id = (name: string): MemberId => name as MemberId;
const day = (date: string): LocalDate => date as LocalDate;
const friday = day('2026-11-20');
const ms = (text: string): number => Date.parse(text);

/** Returns a meeting at 10:00 on working days with a window of two hours. */
const aMeeting = (change: Partial<Meeting> = {}): Meeting =>
  ({
    ...{ id: 'M', name: 'Daily', type: 'STANDUP', interval: 'WEEK', time: 600, timezone: berlin, timeBasis: 'MEETING' },
    ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false, sunday: false },
    ...{ reportSummaryTime: 120, isReminderEnabled: true, firstRun: null, members: ['ann', 'bob'].map(id) },
    ...{ questions: [], channelId: 'channel', isReportSummaryInChat: true, publicBroadcastMessage: 'Hello' },
    ...{ firstReminderMessage: 'First', secondReminderMessage: 'Second', ...change },
  }) as Meeting;
const person = (name: string, timezone: ZoneId | null = null, change: Partial<RunPerson> = {}): RunPerson => ({
  ...{ memberId: id(name), name, timezone, isEnabled: true, leftOn: null, ...change },
});
const plan = (change: Partial<RunPlan> = {}): RunPlan => ({
  ...{ meeting: aMeeting(), date: friday, source: 'SCHEDULE', openMs: null, ...change },
});
const facts = (change: Partial<OpeningFacts> = {}): OpeningFacts => ({
  ...{ ...plan(), round: 1, people: [person('ann'), person('bob')], isHoliday: false, isOnVacation: () => false },
  ...{ answered: new Set<MemberId>(), now: ms('2026-11-20T09:00:00Z'), ...change },
});
const byMember = aMeeting({ timeBasis: 'MEMBER' });

describe('the instants of a zone', () => {
  it('are the opening, the reminders, the close and the end of the grace at the next opening', () => {
    expect(instantsIn(plan(), berlin)).toEqual({
      ...{ zone: berlin, opensAt: '2026-11-20T09:00:00.000Z', closesAt: '2026-11-20T11:00:00.000Z' },
      ...{ firstReminderAt: '2026-11-20T10:00:00.000Z', secondReminderAt: '2026-11-20T10:45:00.000Z' },
      graceEndsAt: '2026-11-23T09:00:00.000Z',
    });
  });

  it('begin at the moment of a start by hand', () => {
    const set = instantsIn(plan({ openMs: ms('2026-11-20T13:07:30Z') }), berlin);
    expect(set).toMatchObject({ opensAt: '2026-11-20T13:07:00.000Z', closesAt: '2026-11-20T15:07:00.000Z' });
  });

  it('end the grace after the date that the zone never had', () => {
    const everyDay = aMeeting({ timeBasis: 'MEMBER', saturday: true, sunday: true });
    const set = instantsIn(plan({ meeting: everyDay, date: day('2011-12-29') }), apia);
    expect(set.graceEndsAt).toBe('2011-12-30T20:00:00.000Z');
  });
});

describe('the instants of a run', () => {
  const zonesOf = (of: RunPlan, people: readonly RunPerson[]) => runInstants(of, people).map(({ zone }) => zone);
  const people = [person('ann', tokyo), person('bob')];

  it('are one set by the meeting’s zone, or one for each zone of the members, the earliest first', () => {
    expect(zonesOf(plan(), people)).toEqual([berlin]);
    expect(zonesOf(plan({ meeting: byMember }), people)).toEqual([tokyo, berlin]);
    expect(zonesOf(plan({ meeting: byMember, openMs: ms('2026-11-20T13:00:00Z') }), people)).toEqual([berlin]);
  });

  it('sort zones with the same opening by name', () => {
    const paris = 'Europe/Paris' as ZoneId;
    expect(zonesOf(plan({ meeting: byMember }), [person('ann', paris), person('bob')])).toEqual([berlin, paris]);
    expect(zonesOf(plan({ meeting: byMember }), [person('ann'), person('bob', paris)])).toEqual([berlin, paris]);
  });

  it('are those of the meeting’s zone if it has no members', () => {
    expect(zonesOf(plan({ meeting: byMember }), [])).toEqual([berlin]);
  });

  it('leave out zones that had reached the time before the report existed', () => {
    const at = (afterMs: number) => zonesOf(plan({ meeting: byMember, afterMs }), people);
    expect(at(ms('2026-11-20T00:59:59.999Z'))).toEqual([tokyo, berlin]);
    expect(at(ms('2026-11-20T01:00:00Z'))).toEqual([berlin]);
  });
});

describe('members who are too late for a run', () => {
  const planned = ms('2026-11-20T01:00:00Z');

  it('include only members whom the plan excludes if the run has one set of instants', () => {
    expect(entryBound(plan(), planned)).toBeUndefined();
    expect(entryBound(plan({ afterMs: 7 }), planned)).toBe(7);
  });

  it('are those of a zone that opened more than an hour before the plan, or before the report existed', () => {
    expect(entryBound(plan({ meeting: byMember }), planned)).toBe(planned - 3_600_001);
    expect(entryBound(plan({ meeting: byMember, afterMs: planned }), planned)).toBe(planned);
    expect(entryBound(plan({ meeting: byMember, afterMs: 7 }), planned)).toBe(planned - 3_600_001);
  });
});

describe('the members of a run', () => {
  it('are the enabled members of the report who have not left', () => {
    const people = [
      ...[person('ann'), person('bob', null, { isEnabled: false }), person('cy', null, { leftOn: '2026-11-01' })],
      person('eve'),
    ];
    const meeting = aMeeting({ members: ['ann', 'bob', 'cy'].map(id) });
    expect(snapshotOf(facts({ meeting, people }))).toEqual([
      { memberId: 'ann', name: 'ann', zone: berlin, away: null, dropped: false },
    ]);
  });

  it('are away on a holiday of the team, and on a vacation day in their own zone', () => {
    const people = [person('ann', auckland), person('bob')];
    const late = aMeeting({ time: 840 });
    const isOnVacation = (member: MemberId, date: LocalDate) => date === '2026-11-21' || member === 'nobody';
    expect(snapshotOf(facts({ meeting: late, people, isOnVacation })).map(({ away }) => away)).toEqual([
      'VACATION',
      null,
    ]);
    expect(snapshotOf(facts({ people, isHoliday: true })).map(({ away }) => away)).toEqual(['HOLIDAY', 'HOLIDAY']);
    expect([...askingDates(plan({ meeting: late }), people)]).toEqual([
      ['ann', '2026-11-21'],
      ['bob', '2026-11-20'],
    ]);
    const byHand = plan({ openMs: ms('2026-11-20T09:00:00Z') });
    expect([...askingDates(byHand, people)].map(([, date]) => date)).toEqual(['2026-11-20', '2026-11-20']);
  });
});

describe('a new run', () => {
  const stateOf = (change: Partial<OpeningFacts>) => {
    const { state, reason, completedAt } = newRun(facts(change));
    return [state, reason, completedAt];
  };
  const now = '2026-11-20T09:00:00.000Z';

  it('freezes the current report', () => {
    expect(newRun(facts())).toMatchObject({
      ...{ meetingId: 'M', meetingName: 'Daily', type: 'STANDUP', date: friday, source: 'SCHEDULE', round: 1 },
      ...{ timezone: berlin, opensAt: '2026-11-20T09:00:00.000Z', closesAt: '2026-11-20T11:00:00.000Z' },
      ...{ graceEndsAt: '2026-11-23T09:00:00.000Z', channelId: 'channel', isReportSummaryInChat: true, questions: [] },
      ...{ publicBroadcastMessage: 'Hello', firstReminderMessage: 'First', secondReminderMessage: 'Second' },
      ...{ state: 'OPEN', reason: null, completedAt: null },
    });
  });

  it('opens with its first zone and closes with its last', () => {
    const people = [person('ann', tokyo), person('bob')];
    expect(newRun(facts({ meeting: byMember, people }))).toMatchObject({
      ...{ opensAt: '2026-11-20T01:00:00.000Z', closesAt: '2026-11-20T11:00:00.000Z' },
      graceEndsAt: '2026-11-23T09:00:00.000Z',
    });
  });

  it('completes at once if no member is asked or all members answered ahead', () => {
    expect(stateOf({ isHoliday: true })).toEqual(['COMPLETED', 'HOLIDAY', now]);
    expect(stateOf({ isOnVacation: () => true })).toEqual(['COMPLETED', 'AWAY', now]);
    expect(stateOf({ people: [] })).toEqual(['COMPLETED', 'AWAY', now]);
    expect(stateOf({ answered: new Set(['ann', 'bob'].map(id)) })).toEqual(['COMPLETED', 'ALL_ANSWERED', now]);
    expect(stateOf({ answered: new Set([id('ann')]) })).toEqual(['OPEN', null, null]);
    const isOnVacation = (member: MemberId) => member === 'bob';
    expect(stateOf({ answered: new Set([id('ann')]), isOnVacation })).toEqual(['COMPLETED', 'ALL_ANSWERED', now]);
  });

  it('is missed if it is too late to ask in every zone', () => {
    expect(stateOf({ now: ms('2026-11-20T10:00:00Z') })).toEqual(['OPEN', null, null]);
    expect(stateOf({ now: ms('2026-11-20T10:00:00.001Z') })).toEqual(['MISSED', 'DOWNTIME', null]);
    const zones = { meeting: byMember, people: [person('ann', tokyo), person('bob')] };
    expect(stateOf({ ...zones, now: ms('2026-11-20T09:30:00Z') })).toEqual(['OPEN', null, null]);
  });

  it('sends no second prompt if it may have asked before a restore', () => {
    expect(stateOf({ restoredAt: ms(now) })).toEqual(['MISSED', 'DOWNTIME', null]);
    expect(stateOf({ restoredAt: ms(now) - 1 })).toEqual(['OPEN', null, null]);
  });
});
