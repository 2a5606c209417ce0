import { sendDigestNow } from '../../../bot/src/services/digests/sendDigestNowAndPreview.ts';
import { listDigests } from '../../../bot/src/services/digests/listDigestsAndAdmins.ts';
import { digestCards, digestWorld, resultsOf, sendingsOf } from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';

const bobsDigest = async (world: DigestWorld) => {
  await world.meeting();
  await world.makeAdmin('ann');
  return world.digest('bob', { recipients: { memberIds: [world.member('eve')] } });
};

it('sends it now to the caller alone, also while muted, and at most five times an hour', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  await world.changeMember('bob', { isMuted: true });
  const now = () => sendDigestNow(world.services, world.actor('bob'), { digestId: digest.id });
  expect(await now()).toEqual({ way: 'CHAT' });
  await world.runUntil('2026-11-20T08:02:00Z', 5);
  expect(digestCards(world)).toEqual(['11-20 08:00 bob']);
  for (let more = 0; more < 4; more += 1) await now();
  await expect(now()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

it('is not sent now once its owner may not read, neither on a new request nor by one that waits', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  const now = () => sendDigestNow(world.services, world.actor('eve'), { digestId: digest.id });
  await now();
  await world.changeMember('bob', { isEnabled: false });
  await expect(now()).rejects.toMatchObject({ code: 'CONFLICT', details: { message: 'digest.isStopped' } });
  await world.runUntil('2026-11-20T08:05:00Z', 5);
  expect(digestCards(world)).toEqual([]);
  expect(await resultsOf(world, digest)).toEqual(['CHAT SKIPPED DEACTIVATED']);
});

it('shows the caller the result of the sending now, and keeps the planned one in the record', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  const shown = async (name: string) =>
    (await listDigests(world.services, world.actor(name), { teamId: world.teamId })).items[0];
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  const planned = (await shown('bob'))?.last;
  expect([planned?.sent, (await shown('bob'))?.sentToMe]).toEqual([1, null]);
  const first: unknown[] = [];
  for (const name of ['ann', 'bob', 'eve'])
    for (let more = 0; more < 5; more += 1) {
      await sendDigestNow(world.services, world.actor(name), { digestId: digest.id });
      if (more === 0) first.push((await shown(name))?.sentToMe);
      await world.runUntil(new Date(world.clock.now() + 60_000).toISOString(), 5);
    }
  const waiting: unknown = expect.objectContaining({ sent: 0, waiting: 1 });
  expect(first).toEqual([waiting, waiting, waiting]);
  expect((await shown('eve'))?.sentToMe).toMatchObject({ sent: 1, waiting: 0, undelivered: [] });
  expect((await shown('bob'))?.last).toEqual(planned);
  expect(await sendingsOf(world, digest)).toHaveLength(11);
});
