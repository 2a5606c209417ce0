import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import {
  aDigest,
  digestCards,
  digestRow,
  digestWorld,
  resultsOf,
  sendingsOf,
} from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';
import { mailWork } from '../../support/worlds/mailWorld.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { kindsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that a digest to two members and an email address reaches each of them, at whatever call the process ends.
// Without a fault, each of them gets the digest once.

const names = ['ann', 'bob'] as const;

const beforeDigest = async () => {
  const world = await digestWorld();
  const digest = await world.digest(
    'ann',
    { recipients: { memberIds: names.map((name) => world.member(name)), emails: ['lead@elsewhere.test'] } },
    { role: 'admin' },
  );
  world.clock.set('2026-11-20T16:00:00Z');
  return { world, digest };
};

const cardsBy = (world: DigestWorld): Record<string, number> => {
  const counts: Record<string, number> = { ann: 0, bob: 0 };
  for (const line of digestCards(world)) counts[line.slice(12)] = (counts[line.slice(12)] ?? 0) + 1;
  return counts;
};

/** Expects one sending with all messages delivered, the next date planned, and no work left. */
const expectWhole = async ({ world, digest }: Awaited<ReturnType<typeof beforeDigest>>) => {
  expect(await sendingsOf(world, digest)).toHaveLength(1);
  expect((await resultsOf(world, digest)).sort()).toEqual(['CHAT SENT', 'CHAT SENT', 'EMAIL SENT']);
  expect(await digestRow(world, digest)).toMatchObject({
    ...{ nextAt: '2026-11-23T16:00:00.000Z', coveredUntil: '2026-11-20T16:00:00.000Z' },
  });
  expect(await kindsLeft(world, 'Due')).toContainEqual('20261123160000 digest');
  expect((await kindsLeft(world, 'Outbox')).filter((kind) => kind.includes('dg') || kind.includes('digest'))).toEqual(
    [],
  );
};

it.each([
  [1, 'before', { ann: 1, bob: 1 }],
  [2, 'before', { ann: 1, bob: 1 }],
  [1, 'after', { ann: 2, bob: 1 }],
  [2, 'after', { ann: 1, bob: 2 }],
] as const)('is sent to all after a kill in send %i, %s the chat service took it', async (at, moment, expected) => {
  const begun = await beforeDigest();
  expect(await liveUntilKilled(begun.world, 'killed', { at, moment })).toBe(true);
  await begun.world.runUntil('2026-11-20T16:20:00Z', 20);
  expect(cardsBy(begun.world)).toEqual(expected);
  await expectWhole(begun);
});

it.each(failures)('is sent to all if any call to the store fails: %s', async (failure) => {
  const wrong: string[] = [];
  for (let call = 1, calls = 2; call <= calls; call += 1) {
    const begun = await beforeDigest();
    const { world } = begun;
    const failing = failingStore(world.store, call, failure);
    await world
      .instance('failing', { store: failing.store })
      .poll()
      .catch(() => undefined);
    calls = Math.min(failing.calls(), 90);
    world.clock.advance({ seconds: 90 });
    await world.runUntil('2026-11-20T16:20:00Z', 30);
    await expectWhole(begun);
    // A process that ends between a send and its record may have sent the card, so the next process sends it again.
    const most = failure === 'before' ? 1 : 2;
    const counts = Object.values(cardsBy(world));
    if (counts.some((count) => count < 1 || count > most) || counts.reduce((sum, count) => sum + count) > 3)
      wrong.push(`${String(call)}: ${JSON.stringify(cardsBy(world))}`);
    if (world.mail.sent.length !== 1) wrong.push(`${String(call)}: ${String(world.mail.sent.length)} emails`);
  }
  expect(wrong).toEqual([]);
});

it('is sent once by two instances that both own every shard', async () => {
  const begun = await beforeDigest();
  const { world } = begun;
  world.clock.set('2026-11-20T15:50:00Z');
  const greedy = (name: string) =>
    world.instance(name, {
      settings: { ...jobSettings, shardLeaseMs: 24 * 3_600_000 },
      accountWork: mailWork(world, world.mail, world.webhooks),
    });
  const [first, second] = [greedy('first'), greedy('second')];
  await first.poll();
  const { rows } = await world.store.scan('Sys', 'lease', { from: '', to: 'a' });
  for (const key of rows) await world.store.transact('Sys', 'lease', [{ do: 'delete', key }]);
  await second.poll();
  for (const at of ['16:00:00', '16:00:05', '16:01:10', '16:05:00']) {
    world.clock.set(`2026-11-20T${at}Z`);
    await Promise.all([first.poll(), second.poll()]);
  }
  expect(cardsBy(world)).toEqual({ ann: 1, bob: 1 });
  expect(world.mail.sent).toHaveLength(1);
  await expectWhole(begun);
});

it('is given up after three sends without a reply', async () => {
  const begun = await beforeDigest();
  const { world } = begun;
  world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'LOST' } : undefined));
  await world.runUntil('2026-11-20T18:00:00Z', 20);
  expect(cardsBy(world)).toEqual({ ann: 3, bob: 1 });
  expect((await resultsOf(world, begun.digest)).sort()).toEqual(['CHAT FAILED UNCONFIRMED', 'CHAT SENT', 'EMAIL SENT']);
});

it('is not sent again after a restore of a backup from before it', async () => {
  const begun = await beforeDigest();
  const { world, digest } = begun;
  const restoredAt = Date.parse('2026-11-20T16:30:00Z');
  world.clock.set('2026-11-20T16:31:00Z');
  await world.instance('restored', { restoredAt }).poll();
  expect(cardsBy(world)).toEqual({ ann: 0, bob: 0 });
  expect((await resultsOf(world, digest)).filter((line) => line.startsWith('CHAT'))).toEqual([
    'CHAT SKIPPED RESTORED',
    'CHAT SKIPPED RESTORED',
  ]);
});

it.each(failures)(
  'is sent at its time after any call to the store failed during a change of its name: %s',
  async (failure) => {
    for (let call = 1, hasFailed = true; hasFailed; call += 1) {
      const world = await digestWorld();
      const { id } = await world.digest('ann');
      const failing = failingStore(world.store, call, failure);
      const draft = saveDigestCall.input.parse({ ...aDigest(world, [world.member('ann')], { name: 'Renamed' }), id });
      await saveDigest({ ...world.services, store: failing.store }, world.actor('ann'), draft).catch(() => undefined);
      hasFailed = failing.calls() >= call;
      await world.runUntil('2026-11-20T16:05:00Z', 300);
      expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
    }
  },
);
