import { replanAtNight } from '../../../../bot/src/services/dataLifecycle/replanAtNight.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { orgPartition } from '../../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { dayVacation, vacation } from '../../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { deleteRows } from '../../../../bot/src/services/runs/writeOutboxAndDueRows.ts';
import { promptDueRow } from '../../../../bot/src/services/runs/plannedPromptRows.ts';
import { putDueRow } from '../../../../bot/src/services/runs/putDueRow.ts';
import { shardOf } from '../../../../bot/src/domain/core/shardOf.ts';
import { aDate } from '../../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../../support/store/storeFailingAtNthCall.ts';
import { friday, promptsTo, rowsLeft } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests that each night all reports are planned again, and copies of days off that differ from the original are
// repaired.

const night = (world: World, store = world.store): Promise<void> =>
  replanAtNight({ ...world.deps, newId: world.answering.newId, store }, shardOf(world.orgId));

const dropDue = async (world: World): Promise<void> => {
  const keys = await rowsLeft(world, 'Due');
  await deleteRows(
    world.store,
    'Due',
    keys.map((rk) => ({ pk: `due-${shardOf(world.orgId)}`, rk })),
  );
};

it('restores a lost plan once, and leaves an existing plan unchanged', async () => {
  const world = await aWorld();
  await world.meeting();
  const before = await rowsLeft(world, 'Due');
  expect(before).toHaveLength(1);
  await night(world);
  expect(await rowsLeft(world, 'Due')).toEqual(before);
  await dropDue(world);
  await night(world);
  await night(world);
  expect(await rowsLeft(world, 'Due')).toEqual(before);
  await world.runUntil('2026-11-20T09:01:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob']);
});

it('prompts at the right time after the zone’s rules changed', async () => {
  const world = await aWorld();
  const meeting = await world.meeting();
  // Replaces the plan by a plan of outdated zone rules, which is one hour late.
  const [right = ''] = await rowsLeft(world, 'Due');
  await dropDue(world);
  await putDueRow(
    world.store,
    promptDueRow(world.orgId, meeting, { date: aDate(friday), at: Date.parse('2026-11-20T10:00Z') }),
  );
  await night(world);
  expect(await rowsLeft(world, 'Due')).toContain(right);
  await world.runUntil('2026-11-20T10:05:00Z');
  expect(promptsTo(world).filter((line) => line.startsWith('11-20 09:00'))).toHaveLength(2);
  expect(promptsTo(world).filter((line) => line > '11-20 10:01')).toEqual([]);
});

it('plans all others although the row of one organisation is unreadable', async () => {
  const world = await aWorld();
  await world.meeting();
  const before = await rowsLeft(world, 'Due');
  await dropDue(world);
  world.plants(/0{26}/);
  const unreadable = { pk: orgPartition(shardOf(world.orgId)), rk: '0'.repeat(26), values: { v: 99 } };
  await world.store.insert('Dir', unreadable);
  await night(world);
  expect(await rowsLeft(world, 'Due')).toEqual(before);
});

it('skips deactivated reports and organisations', async () => {
  const world = await aWorld();
  await world.meeting({ isEnabled: false });
  await night(world);
  expect(await rowsLeft(world, 'Due')).toEqual([]);
});

const days = async (world: World): Promise<string[]> => {
  const records = inOrg(world.store, world.orgId);
  const rows = await records.list(dayVacation, { teamId: world.teamId }, { from: 'D|', to: 'D}' });
  return rows.filter((row) => row.key.rk.includes('!V')).map((row) => row.key.rk.slice(2));
};

it('repairs copies of days off in spite of a failure at any step', async () => {
  for (const failure of failures)
    for (let call = 1, ended = false; !ended; call += 1) {
      const world = await aWorld();
      const records = inOrg(world.store, world.orgId);
      const ann = world.member('ann');
      await records.insert(
        vacation,
        { memberId: ann, date: aDate('2026-12-01') },
        { memberId: ann, date: aDate('2026-12-01') },
      );
      await world.vacation('bob', '2026-12-02');
      const failing = failingStore(world.store, call, failure);
      await night(world, failing.store).catch(() => undefined);
      await night(world);
      expect(await days(world)).toEqual([`2026-12-01|!V|${ann}`]);
      ended = failing.calls() < call;
    }
});
