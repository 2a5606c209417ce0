import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { handleDueRow } from '../../../bot/src/jobs/due/handleDueRow.ts';
import type { DueOutcome } from '../../../bot/src/jobs/due/dueRowContextAndOutcome.ts';
import { promptDueRow } from '../../../bot/src/services/runs/plannedPromptRows.ts';
import type { DueRow } from '../../../bot/src/services/runs/plannedPromptRows.ts';
import { openMeetingRun } from '../../../bot/src/services/runs/state/openMeetingRun.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeeting, aMemberId, anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf as rowsIn } from '../../support/data/readStoreRows.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const friday = aDate('2026-11-20');
const opensMs = Date.parse('2026-11-20T09:00:00Z');

/**
 * Creates a world on Friday, 20 November 2026, 09:00 UTC: ann's and bob's stand-up opens at 10:00 in Berlin, for two
 * hours.
 */
const aWorld = async (change: Partial<Meeting> = {}, trialEndsAt = '2026-12-20T08:00:00Z') => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T09:00:00Z');
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'], trialEndsAt });
  const records = inOrg(store, orgId);
  const meeting = aMeeting({ teamId, timezone: aZone('Europe/Berlin'), reportSummaryTime: 120, ...change });
  await records.insert(meetingKind, { teamId, meetingId: meeting.id }, meeting);
  const deps = { ...testDeps(store, clock), metrics: noMetrics, restoredAt: undefined };
  const key = { teamId, meetingId: meeting.id, date: friday };
  const row: DueRow = promptDueRow(orgId, meeting, { date: friday, at: opensMs });
  return {
    ...{ store, clock, records, teamId, meeting, row },
    handle: (change: Partial<DueRow> = {}) => handleDueRow(deps, { ...row, ...change }),
    run: async (): Promise<Run | undefined> => (await records.get(runKind, key))?.value,
    patch: (fields: Partial<Meeting>) => records.touch(meetingKind, { teamId, meetingId: meeting.id }, fields),
    start: async (openMs: number) => {
      const stored = await records.get(meetingKind, { teamId, meetingId: meeting.id });
      if (stored === undefined) throw new Error('The meeting is missing.');
      const request = { orgId, meeting: stored, date: friday, source: 'MANUAL', openMs, actor: 'Ann' } as const;
      await openMeetingRun(deps, request);
    },
  };
};

const rowsOf = ({ due }: DueOutcome): string[] => due.map(({ kind, at }) => `${kind} ${at.slice(0, 16)}`).sort();
const messagesOf = ({ outbox }: DueOutcome): number => outbox.length;
const nothing = { outbox: [], due: [], isDone: true };
const waiting = { outbox: [], due: [], isDone: false };
const monday = 'prompt 2026-11-23T09:00';

describe('the row of a planned run', () => {
  it('opens the run, asks its members and plans its close and the next run', async () => {
    const world = await aWorld();
    const outcome = await world.handle();
    expect(await world.run()).toMatchObject({ state: 'OPEN', opensAt: '2026-11-20T09:00:00.000Z', source: 'SCHEDULE' });
    expect(outcome.isDone).toBe(true);
    expect(messagesOf(outcome)).toBeGreaterThanOrEqual(2);
    expect(rowsOf(outcome)).toEqual(expect.arrayContaining(['close 2026-11-20T11:00', monday]));
  });

  it('writes the same rows when it is handled again', async () => {
    const world = await aWorld();
    const first = await world.handle();
    expect(await world.handle()).toEqual({ ...first, opening: undefined });
  });

  it('prompts no member again after a manual start, and still plans the next run', async () => {
    const world = await aWorld();
    await world.start(opensMs - 60_000);
    const outcome = await world.handle();
    expect(messagesOf(outcome)).toBe(0);
    expect(rowsOf(outcome)).toEqual([monday]);
    expect((await world.run())?.source).toBe('MANUAL');
  });

  it('prompts the members again only in the row of the person’s own start', async () => {
    const world = await aWorld();
    await world.start(opensMs - 60_000);
    const own = { source: 'MANUAL', at: anInstant('2026-11-20T08:59:00Z') } as const;
    expect(messagesOf(await world.handle(own))).toBeGreaterThanOrEqual(2);
    expect(messagesOf(await world.handle({ ...own, at: anInstant('2026-11-20T08:58:00Z') }))).toBe(0);
  });

  it('the row of a manual start opens the run at the instant of the start, and prompts the same members when it is repeated', async () => {
    const world = await aWorld();
    const own = { source: 'MANUAL', at: anInstant('2026-11-20T08:59:00Z') } as const;
    world.clock.set('2026-11-20T08:59:00Z');
    const first = await world.handle(own);
    expect(await world.run()).toMatchObject({ source: 'MANUAL', opensAt: '2026-11-20T08:59:00.000Z', state: 'OPEN' });
    expect(await world.handle(own)).toEqual({ ...first, opening: undefined });
    expect(rowsOf(first)).toContain('close 2026-11-20T10:59');
  });

  it('belongs to the first round of its run, even if that opened at another instant', async () => {
    const world = await aWorld();
    const first = await world.handle();
    await world.records.touch(runKind, world.row, { opensAt: anInstant('2026-11-20T09:01:00Z') });
    expect(rowsOf(await world.handle())).toEqual(expect.arrayContaining(rowsOf(first).slice(0, 1)));
    await world.records.touch(runKind, world.row, { round: 2 });
    expect(rowsOf(await world.handle())).toEqual([monday]);
    await world.records.touch(runKind, world.row, { round: 1, source: 'MANUAL' });
    expect(rowsOf(await world.handle())).toEqual([monday]);
  });

  it('the row of a planned run of an older revision writes its rows again if the run exists', async () => {
    const world = await aWorld();
    const first = await world.handle();
    await world.patch({ rev: 2 });
    const again = await world.handle();
    expect(messagesOf(again)).toBe(messagesOf(first));
    expect(again.due.filter(({ kind }) => kind !== 'prompt')).toHaveLength(
      first.due.filter(({ kind }) => kind !== 'prompt').length,
    );
    await world.patch({ isEnabled: false });
    expect(messagesOf(await world.handle())).toBe(messagesOf(first));
  });

  it('the row of a planned run of an older revision opens the run of members whose time was ahead', async () => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    const key = { teamId: world.teamId, memberId: aMemberId('bob') };
    await world.records.touch(teamMember, key, { timezone: aZone('America/New_York') });
    await world.patch({ rev: 2 });
    world.clock.set('2026-11-20T15:00:00Z');
    const row = { at: anInstant('2026-11-20T15:00:00Z'), after: anInstant('2026-11-20T12:00:00Z') };
    expect((await world.handle(row)).isDone).toBe(true);
    expect((await world.run())?.instants.map(({ zone }) => zone)).toContain('America/New_York');
  });

  it('is deleted without its meeting or its team', async () => {
    const world = await aWorld();
    await world.records.touch(teamKind, world.row, { state: 'DELETED' });
    expect(await world.handle()).toEqual(nothing);
    const other = await aWorld();
    expect(await other.handle({ meetingId: aMeeting().id.replace(/.$/, '0') as Meeting['id'] })).toEqual(nothing);
    expect(await world.run()).toBeUndefined();
  });

  it('is deleted for a deactivated meeting, whose activation plans new runs', async () => {
    const world = await aWorld({ isEnabled: false });
    expect(await world.handle()).toEqual(nothing);
    expect(await world.run()).toBeUndefined();
  });

  it.each([
    ['2026-11-20T10:00:00Z', false],
    ['2026-11-20T10:00:00.001Z', true],
  ])('waits for a disconnected team up to an hour: at %s it gives up = %s', async (now, isDone) => {
    const world = await aWorld();
    await world.records.touch(teamKind, world.row, { state: 'DISCONNECTED' });
    world.clock.set(now);
    const outcome = await world.handle();
    expect(outcome.isDone).toBe(isDone);
    expect(rowsOf(outcome)).toEqual(isDone ? [monday] : []);
    expect(await world.run()).toBeUndefined();
  });

  it('the row of a planned run also waits while the organisation is read-only', async () => {
    const world = await aWorld({}, '2026-11-01T00:00:00Z');
    expect(await world.handle()).toEqual(waiting);
    expect(await world.run()).toBeUndefined();
  });

  it('the row of a planned run of a disconnected team moves to members whose time is still ahead', async () => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    const key = { teamId: world.teamId, memberId: aMemberId('bob') };
    await world.records.touch(teamMember, key, { timezone: aZone('America/New_York') });
    await world.records.touch(teamKind, world.row, { state: 'DISCONNECTED' });
    world.clock.set('2026-11-20T10:00:00.001Z');
    expect(rowsOf(await world.handle())).toEqual(['prompt 2026-11-20T15:00', monday]);
  });

  it('the row of a planned run of an older revision opens the run if its time is still right', async () => {
    const world = await aWorld();
    await world.patch({ rev: 2 });
    expect((await world.handle()).isDone).toBe(true);
    expect((await world.run())?.state).toBe('OPEN');
  });

  it('the row of a planned run of an older revision is replaced if the time has changed', async () => {
    const world = await aWorld();
    await world.patch({ rev: 2, time: 660 });
    const outcome = await world.handle();
    expect(outcome).toMatchObject({ outbox: [], isDone: true });
    expect(rowsOf(outcome)).toEqual(['prompt 2026-11-20T10:00']);
    expect(outcome.due[0]?.rev).toBe(2);
    expect(await world.run()).toBeUndefined();
  });

  it('the row of a planned run of an edit that lost a race opens no run at its own time', async () => {
    const world = await aWorld();
    const outcome = await world.handle({ at: anInstant('2026-11-20T08:30:00Z') });
    expect(await world.run()).toBeUndefined();
    expect(rowsOf(outcome)).toEqual(['prompt 2026-11-20T09:00']);
  });

  it('the row of a manual start that never opened is deleted after an edit', async () => {
    const world = await aWorld();
    await world.patch({ rev: 2 });
    expect(await world.handle({ source: 'MANUAL' })).toEqual(nothing);
    expect(await world.run()).toBeUndefined();
  });

  it('is postponed while no member lives in its zone', async () => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    for (const name of ['ann', 'bob'])
      await world.records.touch(
        teamMember,
        { teamId: world.teamId, memberId: aMemberId(name) },
        { timezone: aZone('America/New_York') },
      );
    const outcome = await world.handle({ failures: 2, parkedReason: 'fault' });
    expect(outcome.due).toEqual([{ ...world.row, at: '2026-11-20T15:00:00.000Z' }]);
    expect(outcome).toMatchObject({ outbox: [], isDone: true });
  });
});

describe('the row of a reminder', () => {
  const remindersOf = async (
    change: Partial<DueRow>,
    prepare: (world: Awaited<ReturnType<typeof aWorld>>) => unknown,
  ) => {
    const world = await aWorld();
    const { due } = await world.handle();
    const row = due.find(({ kind }) => kind === 'reminder1');
    if (row === undefined) throw new Error('No reminder is planned.');
    await prepare(world);
    world.clock.set(row.at);
    return world.handle({ ...row, ...change });
  };

  it('sends to each member who has not answered', async () => {
    const outcome = await remindersOf({}, () => undefined);
    expect(messagesOf(outcome)).toBe(2);
    expect(outcome.due).toEqual([]);
  });

  it('sends nothing at an instant that the run does not have, nor after the end of the run', async () => {
    expect(await remindersOf({ at: anInstant('2026-11-20T09:59:59Z') }, () => undefined)).toEqual(nothing);
    const cancel = (world: Awaited<ReturnType<typeof aWorld>>) =>
      world.records.touch(runKind, world.row, { state: 'CANCELLED' });
    expect(await remindersOf({}, cancel)).toEqual(nothing);
    const complete = (world: Awaited<ReturnType<typeof aWorld>>) =>
      world.records.touch(runKind, world.row, { state: 'COMPLETED', reason: 'WINDOW_OVER' });
    expect(await remindersOf({}, complete)).toEqual(nothing);
    const deleteRun = async (world: Awaited<ReturnType<typeof aWorld>>) => {
      const stored = await world.records.get(runKind, world.row);
      if (stored === undefined) throw new Error('The run is missing.');
      await world.records.delete(runKind, world.row, stored.etag);
    };
    expect(await remindersOf({}, deleteRun)).toEqual(nothing);
  });
});

describe('the row of a zone', () => {
  /** Creates a world in which Bob's zone opens at 15:00 UTC, six hours after Berlin. */
  const inTwoZones = async () => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    const key = { teamId: world.teamId, memberId: aMemberId('bob') };
    await world.records.touch(teamMember, key, { timezone: aZone('America/New_York') });
    const { due } = await world.handle();
    const rowOf = (kind: DueRow['kind']): DueRow => {
      const row = due.find((item) => item.kind === kind && item.zone === 'America/New_York');
      if (row === undefined) throw new Error(`No ${kind} is planned for New York.`);
      return row;
    };
    return { world, rowOf };
  };

  it('prompts and reminds only the members of that zone', async () => {
    const { world, rowOf } = await inTwoZones();
    for (const kind of ['prompt', 'reminder1', 'reminder2'] as const) {
      world.clock.set(rowOf(kind).at);
      const { outbox } = await world.handle(rowOf(kind));
      expect(outbox.map((row) => [row.kind.split('.')[0], row.at])).toEqual([[kind, rowOf(kind).at]]);
      expect((await world.handle({ ...rowOf(kind), zone: aZone('Europe/Berlin') })).outbox).toEqual([]);
    }
  });

  it('records for each member that the prompt was too late, if the run closed in the same downtime', async () => {
    const { world, rowOf } = await inTwoZones();
    await world.records.touch(runKind, world.row, { state: 'COMPLETED', reason: 'WINDOW_OVER' });
    expect(messagesOf(await world.handle(rowOf('prompt')))).toBe(1);
    expect(messagesOf(await world.handle(rowOf('reminder1')))).toBe(0);
    await world.records.touch(runKind, world.row, { state: 'CANCELLED', reason: 'CANCELLED_TODAY' });
    expect(messagesOf(await world.handle(rowOf('prompt')))).toBe(0);
  });
});

describe('the row of a close', () => {
  const close = { kind: 'close', at: anInstant('2026-11-20T11:00:00Z') } as const;

  it('completes the run at its close', async () => {
    const world = await aWorld();
    await world.handle();
    world.clock.set('2026-11-20T11:00:00Z');
    expect(await world.handle(close)).toEqual(nothing);
    expect(await world.run()).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  });

  it('the row of a close of the first of two zones updates the run without completing it', async () => {
    const world = await aWorld({ timeBasis: 'MEMBER' });
    const key = { teamId: world.teamId, memberId: aMemberId('bob') };
    await world.records.touch(teamMember, key, { timezone: aZone('America/New_York') });
    await world.handle();
    world.clock.set('2026-11-20T11:00:00Z');
    const intentsBefore = await rowsIn(world.store.admin, 'Outbox');
    expect(await world.handle(close)).toEqual(nothing);
    expect((await world.run())?.state).toBe('OPEN');
    // The summary is due at each close, so the outbox has a new row.
    expect((await rowsIn(world.store.admin, 'Outbox')).length).toBeGreaterThan(intentsBefore.length);
    world.clock.set('2026-11-20T17:00:00Z');
    const last = anInstant('2026-11-20T17:00:00Z');
    expect(await world.handle({ ...close, at: last, zone: aZone('America/New_York') })).toEqual(nothing);
    expect((await world.run())?.state).toBe('COMPLETED');
  });

  it('completes the run of a deleted meeting', async () => {
    const world = await aWorld();
    await world.handle();
    const key = { teamId: world.teamId, meetingId: world.meeting.id };
    const stored = await world.records.get(meetingKind, key);
    if (stored === undefined) throw new Error('The meeting is missing.');
    await world.records.delete(meetingKind, key, stored.etag);
    world.clock.set('2026-11-20T11:00:00Z');
    await world.handle(close);
    const run = await world.run();
    expect(run).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
    expect(run?.members.map(({ dropped }) => dropped)).toEqual([false, false]);
  });

  it('changes nothing at an instant without a close, nor without a run', async () => {
    const world = await aWorld();
    expect(await world.handle(close)).toEqual(nothing);
    await world.handle();
    world.clock.set('2026-11-20T11:00:00Z');
    expect(await world.handle({ ...close, at: anInstant('2026-11-20T10:59:00Z') })).toEqual(nothing);
    expect((await world.run())?.state).toBe('OPEN');
  });

  it('waits while the clock, which was set back, is before the close', async () => {
    const world = await aWorld();
    await world.handle();
    world.clock.set('2026-11-20T10:59:59Z');
    expect(await world.handle(close)).toEqual(waiting);
    expect((await world.run())?.state).toBe('OPEN');
  });
});
