import { deleteOrg, undeleteOrg } from '../../../bot/src/services/dataLifecycle/deleteOrRestoreOrg.ts';
import { closeMonthOfShard } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { monthsClosed } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { nightly } from '../../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { deletionWorld, pollDeletionJobs, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld } from '../../support/worlds/deletionWorld.ts';

// Tests a clock that is far ahead by mistake: work that cannot be undone waits until the clock has shown the new time
// for an hour.

const { orgId, teamId } = idsIn('contoso');
const shard = shardOf(orgId);

/** Creates a world whose server did the nightly work of 20 November, with a retention of 365 days. */
const aWorld = async (): Promise<DeletionWorld> => {
  const world = await deletionWorld();
  await inOrg(world.store, orgId).touch(org, undefined, { retentionDays: 365 });
  await pollDeletionJobs(world.deps);
  return world;
};

const pollAt = async (world: DeletionWorld, ...instants: readonly string[]): Promise<void> => {
  for (const instant of instants) {
    world.clock.set(instant);
    await pollDeletionJobs(world.deps);
  }
};

const dated = async (world: DeletionWorld): Promise<number> =>
  (await world.rows()).filter(({ pk, rk }) => pk === `${orgId}|${teamId}` && /^[DHQSWPB]\|/.test(rk)).length;
const stateIn = async ({ store }: DeletionWorld) => (await inOrg(store, orgId).get(org, undefined))?.value.state;
const eventsOf = ({ deps }: DeletionWorld, event: string): number =>
  deps.log.lines.filter((line) => line.event === event).length;

it('a clock that is a year ahead for a moment deletes no answers, and the work then goes on', async () => {
  const world = await aWorld();
  const before = await dated(world);
  await pollAt(world, '2027-12-20T08:00:00Z', '2027-12-20T08:01:00Z');
  expect(await dated(world)).toBe(before);
  expect(eventsOf(world, 'clock.farAhead')).toBe(16);
  await pollAt(world, '2026-11-21T08:00:00Z');
  expect((await outside(world.store).get(nightly, { shard }))?.value).toMatchObject({ day: '2026-11-21' });
});

it('a clock that shows the new time for an hour is believed, as after a downtime', async () => {
  const world = await aWorld();
  await pollAt(world, '2027-12-20T08:00:00Z', '2027-12-20T08:30:00Z', '2027-12-20T08:59:00Z');
  expect(await dated(world)).toBeGreaterThan(0);
  await pollAt(world, '2027-12-20T09:00:00Z');
  expect(await dated(world)).toBe(0);
  expect(eventsOf(world, 'clock.believed')).toBe(16);
});

it('the hour begins again after more than half an hour without a check', async () => {
  const world = await aWorld();
  await pollAt(world, '2027-12-20T08:00:00Z', '2027-12-20T08:31:00Z', '2027-12-20T09:01:00Z');
  expect(await dated(world)).toBeGreaterThan(0);
});

it('a downtime of two days delays nothing', async () => {
  const world = await aWorld();
  await pollAt(world, '2026-11-22T23:00:00Z');
  expect((await outside(world.store).get(nightly, { shard }))?.value.day).toBe('2026-11-22');
  expect(eventsOf(world, 'clock.farAhead')).toBe(0);
});

it('a clock that is eight days ahead for a moment ends no week in which an organisation can be restored', async () => {
  const world = await aWorld();
  await deleteOrg(world.deps, signedIn(world.clock), {});
  await pollAt(world, '2026-11-28T08:00:00Z', '2026-11-28T08:01:00Z');
  expect(await stateIn(world)).toBe('DELETING');
  world.clock.set('2026-11-20T08:02:00Z');
  const actor = { ...signedIn(world.clock), role: 'superadmin' as const };
  await undeleteOrg(world.deps, { orgId }, { address: '192.0.2.1', actor: () => Promise.resolve(actor) });
  expect(await stateIn(world)).toBe('ACTIVE');
});

it('an organisation is deleted after an hour if its week ended during a downtime', async () => {
  const world = await aWorld();
  await deleteOrg(world.deps, signedIn(world.clock), {});
  await pollAt(world, '2026-11-28T08:00:00Z', '2026-11-28T08:30:00Z', '2026-11-28T08:59:00Z');
  expect(await stateIn(world)).toBe('DELETING');
  await pollAt(world, '2026-11-28T09:00:00Z', '2026-11-28T09:01:00Z');
  expect(await stateIn(world)).toBe('DELETED');
});

it('no month is closed while the clock is far ahead', async () => {
  const world = await aWorld();
  const close = () => closeMonthOfShard(world.deps, shard);
  const closed = async () => (await outside(world.store).get(monthsClosed, { shard }))?.value.month;
  await close();
  const before = await closed();
  world.clock.set('2028-11-20T08:00:00Z');
  expect(await close()).toBe(false);
  expect(await closed()).toBe(before);
  await pollAt(world, '2028-11-20T08:00:00Z', '2028-11-20T08:30:00Z', '2028-11-20T09:00:00Z');
  expect(await close()).toBe(true);
  expect(await closed()).toBe('202810');
});
