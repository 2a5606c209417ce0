import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Claimed } from '../../../bot/src/jobs/delivery/claimAndRescheduleOutboxRows.ts';
import { isLateReminder } from '../../../bot/src/jobs/delivery/sendAndRedrawReminder.ts';
import { openMeetingRun } from '../../../bot/src/services/runs/state/openMeetingRun.ts';
import { cancelPlanned, cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import type { OpenRequest } from '../../../bot/src/services/runs/state/openMeetingRun.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeeting, aMemberId, anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const friday = aDate('2026-11-20');

/**
 * Creates a world on Friday, 20 November 2026, 09:00 UTC: ann's and bob's stand-up opens at 10:00 in Berlin, for two
 * hours.
 */
const aWorld = async (change: Partial<Meeting> = {}) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T09:00:00Z');
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'] });
  const records = inOrg(store, orgId);
  const { id: meetingId, ...meeting } = aMeeting({ teamId, reportSummaryTime: 120, ...change });
  const key = { teamId, meetingId };
  await records.insert(meetingKind, key, { id: meetingId, ...meeting });
  const deps = testDeps(store, clock);
  const stored = async () => {
    const row = await records.get(meetingKind, key);
    if (row === undefined) throw new Error('The meeting is missing.');
    return row;
  };
  const request = async (change: Partial<OpenRequest> = {}): Promise<OpenRequest> => ({
    ...{ orgId, meeting: await stored(), date: friday, source: 'SCHEDULE', openMs: null, actor: null },
    ...change,
  });
  const runRef = { ...key, date: friday };
  return {
    ...{ store, clock, records, teamId, stored },
    open: async (change: Partial<OpenRequest> = {}, reopen = false) =>
      openMeetingRun(deps, await request(change), { reopen }),
    cancelAhead: async (change: Partial<OpenRequest> = {}) =>
      cancelPlanned(deps, { ...(await request(change)), reason: 'CANCELLED_TODAY', actor: 'Ann' }),
    cancel: () => cancelRun(deps, { ...runRef, orgId, reason: 'CANCELLED_TODAY', actor: 'Ann' }),
    run: async () => (await records.get(runKind, runRef))?.value,
    mark: (fields: object) => records.touch(runKind, runRef, fields),
    meeting: async () => (await stored()).value,
    counts: async () => (await records.get(daySummary, runRef))?.value,
    log: async () =>
      (await rowsOf(store.admin, 'Team', `L|${meetingId}|`))
        .map(
          ({ values }) =>
            `${String(values['at']).slice(11, 16)} ${String(values['actor'])} ${String(values['message'])}`,
        )
        .sort(),
  };
};

describe('a run', () => {
  it('is opened once: the next caller gets the same run, and the log has one entry', async () => {
    const world = await aWorld();
    const first = await world.open();
    expect(first).toMatchObject({ isNew: true, run: { state: 'OPEN', round: 1 } });
    expect(await world.open()).toMatchObject({ isNew: false, run: first?.run });
    expect(await world.log()).toEqual(['09:00 Rollcall activity.runOpened']);
    expect(await world.counts()).toMatchObject({ date: friday, asked: 2, answered: 0 });
  });

  it('started by a person is logged with that person', async () => {
    const world = await aWorld();
    await world.open({ source: 'MANUAL', openMs: world.clock.now(), actor: 'Ann' });
    expect(await world.log()).toEqual(['09:00 Ann activity.runStarted']);
  });

  it.each(['MISSED', 'CANCELLED'] as const)(
    'a run that is %s opens again as its next round, for a person alone',
    async (state) => {
      const world = await aWorld();
      await world.open();
      await world.mark({ state });
      world.clock.set('2026-11-20T09:10:00Z');
      const again = { source: 'MANUAL', openMs: world.clock.now(), actor: 'Ann' } as const;
      expect(await world.open(again)).toMatchObject({ isNew: false, run: { state, round: 1 } });
      expect(await world.open(again, true)).toMatchObject({ isNew: true, run: { state: 'OPEN', round: 2 } });
      expect(await world.log()).toEqual(['09:00 Rollcall activity.runOpened', '09:10 Ann activity.runReopened']);
    },
  );

  it.each(['OPEN', 'COMPLETED'] as const)('a run that is %s is not opened again', async (state) => {
    const world = await aWorld();
    await world.open();
    await world.mark({ state });
    expect(await world.open({ openMs: world.clock.now() }, true)).toMatchObject({
      ...{ isNew: false, run: { state, round: 1 } },
    });
  });
});

describe('the first and the last run of a meeting', () => {
  it('are set by the opening of a run', async () => {
    const world = await aWorld();
    await world.open();
    expect(await world.meeting()).toMatchObject({ firstRun: friday, lastRun: '2026-11-20T09:00:00.000Z' });
  });

  it('keep the first run', async () => {
    const world = await aWorld({ firstRun: aDate('2026-11-02'), lastRun: anInstant('2026-11-19T09:00:00Z') });
    await world.open();
    expect(await world.meeting()).toMatchObject({ firstRun: '2026-11-02', lastRun: '2026-11-20T09:00:00.000Z' });
  });

  it('start with a missed run, which did not take place', async () => {
    const world = await aWorld({ lastRun: anInstant('2026-11-19T09:00:00Z') });
    world.clock.set('2026-11-21T12:00:00Z');
    await world.open();
    expect(await world.log()).toEqual(['12:00 Rollcall activity.runMissed']);
    expect(await world.meeting()).toMatchObject({ firstRun: friday, lastRun: '2026-11-19T09:00:00.000Z' });
  });

  it('stay the same after a missed run once the first is known', async () => {
    const world = await aWorld({ firstRun: aDate('2026-11-02') });
    const before = await world.meeting();
    world.clock.set('2026-11-21T12:00:00Z');
    await world.open();
    expect(await world.meeting()).toEqual(before);
  });

  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T10:00:00.001Z', '2026-11-20T10:00:00.000Z'],
  ])('leave out a zone that opened more than an hour before %s', async (now, lastRun) => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    // 10:00 in London is one hour later than 10:00 in Berlin.
    const key = { teamId: world.teamId, memberId: aMemberId('bob') };
    await world.records.touch(teamMember, key, { timezone: aZone('Europe/London') });
    world.clock.set(now);
    await world.open();
    expect((await world.meeting()).lastRun).toBe(lastRun);
  });
});

describe('a cancelled run', () => {
  it('is stored before its opening in the name of the person, and never cancelled twice', async () => {
    const world = await aWorld();
    world.clock.set('2026-11-20T08:00:00Z');
    expect(await world.cancelAhead()).toBe(true);
    expect(await world.run()).toMatchObject({
      ...{ state: 'CANCELLED', reason: 'CANCELLED_TODAY', completedAt: null, round: 1 },
    });
    expect(await world.log()).toEqual(['08:00 Ann activity.runCancelled']);
    expect(await world.meeting()).toMatchObject({ firstRun: friday, lastRun: null });
    expect(await world.cancelAhead()).toBe(false);
    expect(await world.open()).toMatchObject({ isNew: false, run: { state: 'CANCELLED' } });
  });

  it('is not cancelled ahead if the meeting was changed in the meantime', async () => {
    const world = await aWorld();
    const meeting = await world.stored();
    await world.records.touch(meetingKind, { teamId: world.teamId, meetingId: meeting.value.id }, { rev: 2 });
    expect(await world.cancelAhead({ meeting })).toBe(false);
    expect(await world.run()).toBeUndefined();
  });

  it('ends for all members, and a completed run stays unchanged', async () => {
    const world = await aWorld();
    expect(await world.cancel()).toBe(false);
    await world.open();
    expect(await world.cancel()).toBe(true);
    expect(await world.run()).toMatchObject({ state: 'CANCELLED', reason: 'CANCELLED_TODAY' });
    expect(await world.cancel()).toBe(false);
    await world.mark({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
    expect(await world.cancel()).toBe(false);
    expect(await world.run()).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  });
});

describe('a reminder', () => {
  it('counts as late from one minute after its instant', () => {
    const claimed = { row: { at: anInstant('2026-11-20T10:00:00Z') } } as Claimed;
    expect(isLateReminder(claimed, Date.parse('2026-11-20T10:01:00Z'))).toBe(false);
    expect(isLateReminder(claimed, Date.parse('2026-11-20T10:01:00.001Z'))).toBe(true);
  });
});
