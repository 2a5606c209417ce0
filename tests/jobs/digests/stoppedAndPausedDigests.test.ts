import { deleteDigest, pauseDigest } from '../../../bot/src/services/digests/pauseOrDeleteDigest.ts';
import { listDigests } from '../../../bot/src/services/digests/listDigestsAndAdmins.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { digestSending } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import {
  digestCards,
  digestModels,
  digestRow,
  digestWorld,
  resultsOf,
  sendingsOf,
} from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';
import { isRoom } from '../../support/worlds/saveAnswersAndReadMessages.ts';

const bobsDigest = async (world: DigestWorld) => {
  await world.meeting();
  await world.makeAdmin('ann');
  return world.digest('bob', { recipients: { memberIds: [world.member('eve')] } });
};

it.each([
  ['left the team', 'OWNER_LEFT', { leftOn: '2026-11-20T10:00:00.000Z' }],
  ['is disabled', 'OWNER_DISABLED', { isEnabled: false }],
] as const)('stops and informs an admin once if the owner %s', async (_what, reason, change) => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  await world.changeMember('bob', change as Parameters<DigestWorld['changeMember']>[1]);
  const { items } = await listDigests(world.services, world.actor('eve'), { teamId: world.teamId });
  expect(items).toMatchObject([{ state: 'STOPPED', stopReason: reason, nextAt: null }]);
  await world.runUntil('2026-11-24T17:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
  expect(digestModels(world)).toMatchObject([{ stopped: { reason, owner: 'bob' }, people: [] }]);
  expect(await digestRow(world, digest)).toMatchObject({ state: 'STOPPED', stopReason: reason });
});

it('informs an admin who gets cards if another admin muted messages', async () => {
  const world = await digestWorld();
  await bobsDigest(world);
  await world.makeAdmin('eve');
  const [first, other] = ['ann', 'eve'].sort((a, b) => (world.member(a) < world.member(b) ? -1 : 1));
  await world.changeMember(String(first), { isMuted: true });
  await world.changeMember('bob', { isEnabled: false });
  await world.runUntil('2026-11-20T17:00:00Z', 300);
  expect(digestCards(world)).toEqual([`11-20 16:00 ${String(other)}`]);
});

it('stops a digest of the organisation whose owner is no admin any more', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.makeAdmin('bob');
  await world.makeAdmin('ann');
  const digest = await world.digest(
    'bob',
    { teamId: null, recipients: { memberIds: [world.member('ann')] } },
    { role: 'admin' },
  );
  const records = inOrg(world.store, world.orgId);
  const row = await records.get(orgMember, { memberId: world.member('bob') });
  if (row === undefined) throw new Error('There is no bob.');
  await records.replace(orgMember, { memberId: world.member('bob') }, { ...row.value, role: 'user' }, row.etag);
  await world.runUntil('2026-11-20T17:00:00Z', 300);
  expect(digestModels(world)).toMatchObject([{ stopped: { reason: 'NO_RIGHT' } }]);
  expect(await digestRow(world, digest)).toMatchObject({ state: 'STOPPED', stopReason: 'NO_RIGHT' });
});

it('names figures of all teams and no person in a digest of the organisation', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.makeAdmin('ann');
  await world.digest('ann', { teamId: null, recipients: { memberIds: [world.member('ann')] } }, { role: 'admin' });
  await world.runUntil('2026-11-20T17:00:00Z', 300);
  const [model] = digestModels(world);
  expect(model?.teams).toMatchObject([{ runs: 1, asked: 3, answered: 0, missing: 3, blockers: 0 }]);
  expect([model?.people, model?.missing, model?.attention]).toEqual([[], [], []]);
});

it('continues on behalf of the person who resumes it', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  await world.changeMember('bob', { isEnabled: false });
  await world.runUntil('2026-11-20T17:00:00Z', 300);
  await pauseDigest(world.services, world.actor('ann', { role: 'admin' }), { digestId: digest.id, isPaused: false });
  await world.runUntil('2026-11-23T17:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-23 16:00 eve']);
  expect((await digestRow(world, digest))?.ownerId).toBe(world.member('ann'));
});

it('sends nothing while it is paused', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  const paused = await pauseDigest(world.services, world.actor('bob'), { digestId: digest.id, isPaused: true });
  expect(paused).toMatchObject({ state: 'PAUSED', nextAt: null });
  await world.runUntil('2026-11-23T17:00:00Z', 300);
  expect(digestCards(world)).toEqual([]);
});

it('skips messages that wait when it is paused', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  world.messenger.failWhen(() => ({ kind: 'TRANSIENT' }));
  await world.runUntil('2026-11-20T16:00:20Z', 5);
  await pauseDigest(world.services, world.actor('bob'), { digestId: digest.id, isPaused: true });
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-20T17:00:00Z', 60);
  expect(digestCards(world)).toEqual([]);
  expect(await resultsOf(world, digest)).toEqual(['CHAT SKIPPED DEACTIVATED']);
});

it('deletes a digest with all sendings, also more than one transaction takes', async () => {
  const world = await digestWorld();
  const digest = await bobsDigest(world);
  const records = inOrg(world.store, world.orgId);
  for (let second = 0; second < 130; second += 1) {
    const key = { digestId: digest.id, at: toInstant(world.clock.now() + second * 1000) };
    await records.insert(digestSending, key, {
      ...{ ...key, from: key.at, to: key.at, cause: 'ON_DEMAND', stopReason: null, messages: [] },
    });
  }
  await deleteDigest(world.services, world.actor('bob'), { digestId: digest.id });
  expect(await sendingsOf(world, digest)).toEqual([]);
  expect(await digestRow(world, digest)).toBeUndefined();
});

it('does not reach recipients who were taken out while their message waited', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.changeMember('bob', { quietHours: { from: 960, to: 1110 } });
  world.messenger.failWhen(({ to }) => (isRoom(to) ? { kind: 'TRANSIENT', wasRefused: true } : undefined));
  const recipients = { memberIds: [world.member('ann'), world.member('bob')], inChannel: true };
  const { id } = await world.digest('ann', { recipients });
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  await world.digest('ann', { id, recipients: { memberIds: [world.member('ann')] } });
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-20T18:05:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
});

it('waits for the end of quiet hours, and skips a muted member', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.changeMember('bob', { quietHours: { from: 960, to: 1110 } });
  await world.changeMember('eve', { isMuted: true });
  const memberIds = ['bob', 'eve'].map((name) => world.member(name));
  const digest = await world.digest('bob', { recipients: { memberIds } });
  await world.runUntil('2026-11-20T18:00:00Z', 60);
  expect(digestCards(world)).toEqual(['11-20 17:30 bob']);
  expect((await resultsOf(world, digest)).sort()).toEqual(['CHAT SENT', 'CHAT SKIPPED MUTED']);
});
