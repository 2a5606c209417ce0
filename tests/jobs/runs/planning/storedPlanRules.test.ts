import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { promptDueRow, earlierMidwayRow, planOfRow } from '../../../../bot/src/services/runs/plannedPromptRows.ts';
import type { DueRow } from '../../../../bot/src/services/runs/plannedPromptRows.ts';
import { storedPlan, storedPlanRow } from '../../../../bot/src/services/runs/findStoredPlan.ts';
import { inOrg, outside } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { due } from '../../../../bot/src/store/kinds/due/dueRow.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeeting, anInstant, anOrgId, aZone } from '../../../support/data/idDateAndRecordBuilders.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const friday = aDate('2026-11-20');
const berlin = aZone('Europe/Berlin');
const newYork = aZone('America/New_York');
const utc = (time: string): number => Date.parse(`2026-11-20T${time}Z`);
const [opensBerlin, opensNewYork] = [utc('09:00:00'), utc('15:00:00')];

const aWorld = (change: Partial<Meeting> = {}, zones: readonly ZoneId[] = [newYork, berlin]) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const meeting = aMeeting({ timeBasis: 'MEMBER', ...change });
  const records = inOrg(store, anOrgId());
  const planning = { meeting, zones };
  const rowAt = (at: number, change: Partial<DueRow> = {}): DueRow => ({
    ...promptDueRow(records.scope, meeting, { date: friday, at }),
    ...change,
  });
  return {
    rowAt,
    planning,
    put: async (at: number, change: Partial<DueRow> = {}) => {
      const row = rowAt(at, change);
      await outside(store).insert(due, row, row);
    },
    rowNow: async (now: number) => (await storedPlanRow(records, planning, friday, now))?.at,
    planNow: (now: number, date = friday) => storedPlan(records, planning, date, now),
  };
};

describe('the row of a planned run', () => {
  it('is the earliest one of its date, whatever the order of the zones', async () => {
    const world = aWorld();
    await world.put(opensNewYork);
    expect(await world.rowNow(utc('08:00:00'))).toBe('2026-11-20T15:00:00.000Z');
    await world.put(opensBerlin);
    expect(await world.rowNow(utc('08:00:00'))).toBe('2026-11-20T09:00:00.000Z');
  });

  it('counts for less than an hour after its time', async () => {
    const world = aWorld();
    await world.put(opensBerlin);
    expect(await world.rowNow(utc('09:59:59.999'))).toBe('2026-11-20T09:00:00.000Z');
    expect(await world.rowNow(utc('10:00:00'))).toBeUndefined();
    await world.put(opensNewYork);
    expect(await world.rowNow(utc('10:00:00'))).toBe('2026-11-20T15:00:00.000Z');
  });

  it('is never that of a manual start', async () => {
    const world = aWorld();
    await world.put(opensBerlin, { source: 'MANUAL' });
    expect(await world.rowNow(utc('08:00:00'))).toBeUndefined();
    await world.put(opensNewYork);
    expect(await world.rowNow(utc('08:00:00'))).toBe('2026-11-20T15:00:00.000Z');
  });

  it('does not exist on a date without a scheduled run', async () => {
    const world = aWorld({ friday: false });
    await world.put(opensBerlin);
    expect(await world.rowNow(utc('08:00:00'))).toBeUndefined();
  });
});

it('leaves out zones that had reached the time when the meeting was saved', () => {
  const { rowAt } = aWorld();
  expect(planOfRow(rowAt(opensBerlin))).toEqual({ date: friday, at: opensBerlin, afterMs: undefined });
  const after = anInstant('2026-11-20T10:00:00Z');
  expect(planOfRow(rowAt(opensNewYork, { after }))).toEqual({
    ...{ date: friday, at: opensNewYork, afterMs: utc('10:00:00') },
  });
});

describe('the planned run of a date', () => {
  it('is the next one of the schedule, also without a row', async () => {
    expect(await aWorld().planNow(utc('08:59:59'))).toEqual({ date: friday, at: opensBerlin });
  });

  it('is that of its row while only some zones have reached the time', async () => {
    const world = aWorld();
    expect(await world.planNow(utc('10:00:00'))).toBeUndefined();
    await world.put(opensNewYork, { after: anInstant('2026-11-20T10:00:00Z') });
    expect(await world.planNow(utc('10:00:00'))).toEqual({
      ...{ date: friday, at: opensNewYork, afterMs: utc('10:00:00') },
    });
  });

  it('does not exist for a deactivated meeting, nor on a later date than the next run', async () => {
    const off = aWorld({ isEnabled: false });
    await off.put(opensBerlin);
    expect(await off.planNow(utc('08:00:00'))).toBeUndefined();
    expect(await aWorld().planNow(utc('08:00:00'), aDate('2026-11-23'))).toBeUndefined();
  });
});

describe('the row of a date in progress', () => {
  const forward = (zones: readonly ZoneId[], from: string, change: Partial<DueRow> = {}): string | undefined => {
    const { rowAt, planning } = aWorld();
    return earlierMidwayRow(rowAt(opensNewYork, change), { ...planning, zones }, utc(from))?.at;
  };

  it('moves to the first opening after the given instant', () => {
    expect(forward([newYork, berlin], '08:59:59.999')).toBe('2026-11-20T09:00:00.000Z');
    expect(forward([newYork, berlin], '09:00:00')).toBeUndefined();
    expect(forward([newYork, aZone('America/Halifax')], '09:00:00')).toBe('2026-11-20T14:00:00.000Z');
  });

  it('the row of a date in progress never moves to a later time, nor to one before the meeting was saved', () => {
    expect(forward([aZone('America/Los_Angeles')], '08:00:00')).toBeUndefined();
    expect(forward([newYork], '08:00:00')).toBeUndefined();
    expect(forward([], '08:00:00')).toBeUndefined();
    const after = anInstant('2026-11-20T09:00:00Z');
    expect(forward([berlin], '08:00:00', { after })).toBeUndefined();
  });

  it('keeps all fields except its time', () => {
    const { rowAt, planning } = aWorld();
    const row = rowAt(opensNewYork, { failures: 2 });
    expect(earlierMidwayRow(row, planning, utc('08:00:00'))).toEqual({ ...row, at: '2026-11-20T09:00:00.000Z' });
  });
});
