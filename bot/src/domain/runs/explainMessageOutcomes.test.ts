import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { skipReasons } from './skipReasons.ts';
import { explainMessageOutcomes } from './explainMessageOutcomes.ts';
import type { Delivered, WhyFacts } from './explainMessageOutcomes.ts';

const who = 'ann' as MemberId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;
const opensAt = at('09:00');
const closesAt = at('11:00');

const set = {
  ...{ zone: 'Europe/Berlin' as ZoneId, opensAt, closesAt, graceEndsAt: at('23:00') },
  ...{ firstReminderAt: at('10:00'), secondReminderAt: at('10:45') },
};

const aRun = (change: Partial<Run> = {}, member: Partial<Run['members'][number]> = {}): Run =>
  ({
    ...{ state: 'OPEN', reason: null, round: 1, instants: [set], opensAt, closesAt },
    members: [{ memberId: who, name: 'Ann', zone: set.zone, away: null, dropped: false, ...member }],
    ...change,
  }) as Run;

const facts = (change: Partial<WhyFacts> = {}): WhyFacts => ({
  ...{ memberId: who, date: '2026-11-20' as LocalDate, now: Date.parse(at('09:30')) },
  meeting: { isEnabled: true, members: [who], createdOn: at('08:00') },
  run: undefined,
  member: { isEnabled: true, leftOn: null },
  ...{ delivered: {}, answeredAt: null, planned: { opensAt, closesAt }, away: null },
  ...{ isConnected: true, isOrgActive: true, ...change },
});

const sent = (change: Partial<Delivered> = {}): Delivered => ({
  ...{ state: 'SENT', reason: null, at: opensAt, isLate: false, round: 1, ...change },
});
const reasonOf = (change: Partial<WhyFacts>) => explainMessageOutcomes(facts(change)).prompt.reason;

describe('without a run', () => {
  it.each<[string, Partial<WhyFacts>, string]>([
    ['no run is planned', { planned: undefined }, 'NOT_SCHEDULED'],
    [
      'the report was made later',
      { meeting: { isEnabled: true, members: [who], createdOn: at('09:10') } },
      'NOT_SCHEDULED',
    ],
    ['the report is deleted', { meeting: undefined }, 'NOT_SCHEDULED'],
    ['a holiday', { away: 'HOLIDAY' }, 'HOLIDAY'],
    ['a vacation', { away: 'VACATION' }, 'VACATION'],
    ['deactivated', { meeting: { isEnabled: false, members: [who], createdOn: at('08:00') } }, 'DEACTIVATED'],
    ['the organisation is off', { isOrgActive: false }, 'DEACTIVATED'],
    ['the bot is not there', { isConnected: false }, 'DISCONNECTED'],
    ['disabled', { member: { isEnabled: false, leftOn: null } }, 'DISABLED'],
    ['left', { member: { isEnabled: true, leftOn: '2026-11-19' } }, 'LEFT'],
    ['never there', { member: undefined }, 'NOT_A_MEMBER'],
    ['not one of its members', { meeting: { isEnabled: true, members: [], createdOn: at('08:00') } }, 'NOT_A_MEMBER'],
    ['before its time', { now: Date.parse(at('08:59')) }, 'NOT_YET'],
    ['before its time, answered ahead', { now: Date.parse(at('08:59')), answeredAt: at('08:00') }, 'ANSWERED'],
    ['just after its time', {}, 'PENDING'],
    ['long after its time', { now: Date.parse(at('10:01')) }, 'MISSED'],
  ])('%s', (_what, change, reason) => {
    expect(reasonOf(change)).toBe(reason);
  });

  it('gives the times of planned messages only', () => {
    expect(explainMessageOutcomes(facts())).toMatchObject({ opensAt, closesAt, first: null, second: null });
    expect(explainMessageOutcomes(facts({ planned: undefined }))).toMatchObject({ opensAt: null, closesAt: null });
  });
});

describe('in a run', () => {
  const inRun = (run: Run, change: Partial<WhyFacts> = {}) => reasonOf({ run, ...change });

  it('returns the time of sending, whatever the state of the run', () => {
    for (const state of ['OPEN', 'COMPLETED', 'CANCELLED', 'MISSED'] as const) {
      const fate = explainMessageOutcomes(
        facts({ run: aRun({ state }), delivered: { prompt: sent({ isLate: true }) } }),
      );
      expect(fate.prompt).toEqual({ sentAt: opensAt, isLate: true, reason: null });
    }
  });

  it.each<[string, Run, Partial<WhyFacts>, string]>([
    ['on its way', aRun(), {}, 'PENDING'],
    ['not yet in their zone', aRun(), { now: Date.parse(at('08:00')) }, 'NOT_YET'],
    ['answered ahead', aRun(), { answeredAt: at('08:00') }, 'ANSWERED'],
    [
      'all answered ahead',
      aRun({ state: 'COMPLETED', reason: 'ALL_ANSWERED' }),
      { answeredAt: at('08:00') },
      'ANSWERED',
    ],
    ['a holiday', aRun({ state: 'COMPLETED', reason: 'HOLIDAY' }, { away: 'HOLIDAY' }), {}, 'HOLIDAY'],
    ['on vacation', aRun({}, { away: 'VACATION' }), {}, 'VACATION'],
    ['called off', aRun({ state: 'CANCELLED', reason: 'CANCELLED_TODAY' }), {}, 'CANCELLED'],
    ['deactivated', aRun({ state: 'CANCELLED', reason: 'DEACTIVATED' }), {}, 'DEACTIVATED'],
    ['a holiday added', aRun({ state: 'CANCELLED', reason: 'HOLIDAY' }), {}, 'HOLIDAY'],
    ['missed', aRun({ state: 'MISSED', reason: 'DOWNTIME' }), {}, 'MISSED'],
    ['over', aRun({ state: 'COMPLETED', reason: 'WINDOW_OVER' }), { now: Date.parse(at('11:01')) }, 'WINDOW_OVER'],
    ['joined after the opening', aRun({ members: [] }), {}, 'NOT_A_MEMBER'],
    ['missed before they joined', aRun({ members: [], state: 'MISSED' }), {}, 'MISSED'],
    ['taken off since', aRun({}, { dropped: true }), {}, 'NOT_A_MEMBER'],
    ['left since', aRun({}, { dropped: true }), { member: { isEnabled: true, leftOn: '2026-11-20' } }, 'LEFT'],
  ])('%s', (_what, run, change, reason) => {
    expect(inRun(run, change)).toBe(reason);
  });

  it('has a reason for every state that the sender stores', () => {
    const lines = skipReasons.map((reason) =>
      inRun(aRun(), { delivered: { prompt: sent({ state: 'SKIPPED', reason }) } }),
    );
    expect(Object.fromEntries(skipReasons.map((reason, index) => [reason, lines[index]]))).toEqual({
      MEETING_GONE: 'CANCELLED',
      DEACTIVATED: 'DEACTIVATED',
      DISCONNECTED: 'DISCONNECTED',
      RUN_OVER: 'CANCELLED',
      NOT_ASKED: 'NOT_A_MEMBER',
      UNREACHABLE: 'UNREACHABLE',
      NO_ADDRESS: 'UNREACHABLE',
      MUTED: 'MUTED',
      ANSWERED: 'ANSWERED',
      SKIPPED: 'SKIPPED',
      SNOOZED: 'SNOOZED',
      QUIET_HOURS: 'QUIET_HOURS',
      VACATION: 'VACATION',
      TOO_LATE: 'TOO_LATE',
      BLOCKED: 'UNREACHABLE',
      GONE: 'UNREACHABLE',
      REJECTED: 'REFUSED',
      RESTORED: 'MISSED',
      JUST_PROMPTED: 'JUST_PROMPTED',
      NEXT_REMINDER_DUE: 'NEXT_REMINDER_DUE',
      UNCONFIRMED: 'UNCONFIRMED',
      PARKED: 'PARKED',
      NO_CONSENT: 'REFUSED',
      UNSUBSCRIBED: 'REFUSED',
      MAIL_LIMIT: 'REFUSED',
    });
  });

  it('ignores skips of an earlier round', () => {
    const delivered = { prompt: sent({ state: 'SKIPPED', reason: 'RUN_OVER' }) };
    expect(inRun(aRun({ round: 2 }), { delivered })).toBe('PENDING');
  });

  it('gives no reminders where the run has none or the member is not asked', () => {
    const none = { ...set, firstReminderAt: null };
    expect(explainMessageOutcomes(facts({ run: aRun({ instants: [none] }) }))).toMatchObject({
      ...{ first: null, second: { reason: 'NOT_YET' } },
    });
    expect(explainMessageOutcomes(facts({ run: aRun({}, { away: 'VACATION' }) }))).toMatchObject({
      first: null,
      second: null,
    });
  });
});

describe('a member who made a choice', () => {
  const run = aRun();
  const prompt = sent();

  it('is not reminded after a skip, unless an answer replaced it', () => {
    const skipped = { run, delivered: { prompt }, skippedAt: at('09:12') };
    expect(explainMessageOutcomes(facts(skipped)).first?.reason).toBe('SKIPPED');
    expect(explainMessageOutcomes(facts({ ...skipped, answeredAt: at('09:20') })).first?.reason).toBe('ANSWERED');
    expect(explainMessageOutcomes(facts({ run, skippedAt: at('09:00') })).prompt.reason).toBe('SKIPPED');
  });

  it('is asked again at the end of a snooze, and reminded after that', () => {
    const snoozed = { run, delivered: { prompt }, snoozedUntil: at('09:50') };
    const fate = explainMessageOutcomes(facts(snoozed));
    expect([fate.again?.reason, fate.first?.reason]).toEqual(['NOT_YET', 'NOT_YET']);
    const now = Date.parse(at('10:05'));
    const again = { ...snoozed, now, delivered: { prompt, snoozedPrompt: sent({ at: at('09:50') }) } };
    expect(explainMessageOutcomes(facts(again)).again).toEqual({ sentAt: at('09:50'), isLate: false, reason: null });
    // The first reminder was due at ten. It moves to a later time, because ten is too soon after the snoozed prompt.
    expect(explainMessageOutcomes(facts(again)).first?.reason).toBe('NOT_YET');
    expect(explainMessageOutcomes(facts({ run, delivered: { prompt } })).again).toBeNull();
  });
});
