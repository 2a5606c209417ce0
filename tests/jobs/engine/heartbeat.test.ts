import { handleDueRow } from '../../../bot/src/jobs/due/handleDueRow.ts';
import { startHeartbeat } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { promptDueRow } from '../../../bot/src/services/runs/plannedPromptRows.ts';
import { due } from '../../../bot/src/store/kinds/due/dueRow.ts';
import { outbox, outboxPartition } from '../../../bot/src/store/kinds/outbox/outboxRow.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { storedKind } from '../../../bot/src/store/kinds/messages/messageKindsAndRecipients.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { outside, scanRows } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, promptsTo, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const leaseOwners = async ({ store }: World): Promise<ReadonlySet<string>> => {
  const rows = await outside(store).list(shardLease, undefined, { from: '', to: '~' });
  return new Set(rows.filter(({ key }) => !key.rk.startsWith('i:')).map(({ value }) => value.owner));
};

it('reports the time of the last heartbeat', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ isReminderEnabled: false });
  world.clock.set('2026-11-20T09:00:00Z');
  const heartbeat = startHeartbeat(world.deps, { ticks: false });
  expect(heartbeat.lastBeatAt()).toBeUndefined();
  await heartbeat.poll();
  expect(heartbeat.lastBeatAt()).toBe(world.clock.now());
  await heartbeat.stop();
  expect(promptsTo(world)).toHaveLength(1);
});

it('opens a run when the store recovers after minutes of errors', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T08:59:00Z');
  let isRefusing = true;
  const get: TableStore['get'] = (table, key) =>
    isRefusing && table === 'Team'
      ? Promise.reject(new StoreError('UNAVAILABLE', 'The test refuses this read.'))
      : world.store.get(table, key);
  const engine = world.instance('one', { store: { ...world.store, get } });
  await world.runUntil('2026-11-20T09:04:00Z', 30, engine);
  expect(promptsTo(world)).toEqual([]);
  isRefusing = false;
  await world.runUntil('2026-11-20T09:05:00Z', 30, engine);
  expect(promptsTo(world)).toHaveLength(2);
});

it('keeps a close row whose time is ahead again after the clock was set back', async () => {
  const world = await aWorld();
  const meeting = await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  const closesAt = Date.parse('2026-11-20T11:00:00Z');
  const row = { ...promptDueRow(world.orgId, meeting, { date: aDate(friday), at: closesAt }), kind: 'close' as const };
  expect(await handleDueRow(world.deps, row)).toMatchObject({ isDone: false });
  world.clock.set(closesAt);
  expect(await handleDueRow(world.deps, row)).toMatchObject({ isDone: true });
});

it('completes running work when it is stopped, and starts none', async () => {
  const people = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  world.clock.set('2026-11-20T09:00:00Z');
  const heartbeat = startHeartbeat(world.deps, { ticks: false });
  let stopped: Promise<void> | undefined;
  world.messenger.during(() => {
    stopped ??= heartbeat.stop();
    return Promise.resolve();
  });
  heartbeat.wake();
  await heartbeat.poll();
  while (stopped === undefined) await new Promise(setImmediate);
  await stopped;
  const begun = promptsTo(world).length;
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThanOrEqual(9);
  // The next process completes the remaining work without duplicates.
  world.messenger.during(() => Promise.resolve());
  await world.runUntil('2026-11-20T09:02:00Z', 5, world.instance('next'));
  expect(new Set(promptsTo(world).map((prompt) => prompt.slice(12))).size).toBe(30);
  expect(promptsTo(world)).toHaveLength(30);
});

it.each([
  [91_000, 0],
  [-91_000, 0],
  [89_000, 2],
])('with its clock %d ms from the store: %d prompts', async (skewMs, prompts) => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  const engine = world.instance('skewed', { clockSkewMs: () => skewMs });
  world.clock.set('2026-11-20T09:00:00Z');
  await engine.poll();
  expect(promptsTo(world)).toHaveLength(prompts);
  expect(engine.lastBeatAt() === undefined).toBe(prompts === 0);
});

it.each([180_000, -180_000])(
  'lets another instance prompt if a clock turns out to be wrong by %d ms',
  async (errorMs) => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false });
    const known: { skewMs?: number } = {};
    const clock = { now: () => world.clock.now() + errorMs };
    const wrong = world.instance('wrong', { clock, clockSkewMs: () => known.skewMs });
    const right = world.instance('right', { clockSkewMs: () => 0 });
    world.clock.set('2026-11-20T08:50:00Z');
    // The instance learns the difference between the clocks from the first reply of the store, so its first poll still
    // takes all leases.
    await wrong.poll();
    expect(await leaseOwners(world)).toEqual(new Set(['wrong']));
    known.skewMs = -errorMs;
    world.clock.set('2026-11-20T09:00:00Z');
    await wrong.poll();
    await right.poll();
    expect(new Set(promptsTo(world)).size).toBe(2);
    expect(promptsTo(world)).toHaveLength(2);
    // Further polls of the instance with the wrong clock take no lease back.
    world.clock.set('2026-11-20T09:01:00Z');
    await wrong.poll();
    await right.poll();
    expect(await leaseOwners(world)).toEqual(new Set(['right']));
  },
);

it('closes a month after the usage that waited in the outbox during a downtime is counted', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:01:00Z');
  await answerAs(world, 'ann');
  const waitingUsage = async (): Promise<number> => {
    const { rows } = await world.store.scan(outbox.table, outboxPartition(shardOf(world.orgId)), {
      from: '0',
      to: '~',
    });
    return rows.filter(({ values }) => values['kind'] === storedKind('ledger')).length;
  };
  expect(await waitingUsage()).toBe(1);
  const atClose: number[] = [];
  const engine = world.instance('restarted', {
    monthWork: async () => {
      atClose.push(await waitingUsage());
    },
  });
  world.clock.set('2026-12-01T10:00:00Z');
  await engine.poll();
  expect(atClose[0]).toBe(0);
});

it('runs work once for concurrent heartbeats', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  world.clock.set('2026-11-20T09:00:00Z');
  await Promise.all([world.engine.poll(), world.engine.poll(), world.engine.poll()]);
  await world.engine.poll();
  expect(promptsTo(world)).toHaveLength(2);
});

it('ends a heartbeat that met another one after the work was repeated once', async () => {
  const world = await aWorld();
  let letGo: (() => void) | undefined;
  let done = 0;
  const engine = world.instance('met', {
    monthWork: async () => {
      if (letGo === undefined) await new Promise<void>((resolve) => (letGo = resolve));
      done += 1;
    },
  });
  const first = engine.poll();
  while (letGo === undefined) await new Promise(setImmediate);
  const second = engine.poll().then(() => done);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  letGo();
  await first;
  expect(await second).toBe(2);
});

it('starts no heartbeat before the leases that another one renews exist', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  const engine = world.instance('late');
  await engine.poll();
  // After a month every lease of the first process has expired.
  world.clock.set('2026-12-21T09:00:00Z');
  const first = engine.poll();
  const sent = engine.poll().then(() => promptsTo(world).length);
  expect(await sent).toBe(2);
  await first;
});

it('ends a heartbeat that met a send of its tenant after the rest is sent', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  world.clock.set('2026-11-20T09:00:00Z');
  const later = new Map<string, number>();
  // The chat service throttles the first recipient for half a minute and the second for a minute.
  world.messenger.failWhen(({ to }) => {
    later.set(to, later.get(to) ?? 30_000 * (later.size + 1));
    return { kind: 'THROTTLED', retryAfterMs: later.get(to) ?? 0 };
  });
  const engine = world.instance('busy');
  await engine.poll();
  world.messenger.failWhen(() => undefined);
  let letGo: (() => void) | undefined;
  world.messenger.during(async () => {
    if (letGo === undefined) await new Promise<void>((resolve) => (letGo = resolve));
  });
  world.clock.set('2026-11-20T09:00:31Z');
  const first = engine.poll();
  while (letGo === undefined) await new Promise(setImmediate);
  world.clock.set('2026-11-20T09:02:00Z');
  const sent = [engine.poll(), engine.poll()].map((tick) => tick.then(() => promptsTo(world).length));
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  letGo();
  expect(await Promise.all(sent)).toEqual([2, 2]);
  await first;
});

it('ends a heartbeat during the post of a summary after that post', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T10:59:55Z', 300);
  const summaries = (): number => story(world).filter((line) => line.includes('summary')).length;
  expect(summaries()).toBe(0);
  let letGo: (() => void) | undefined;
  world.messenger.during(async () => {
    if (letGo === undefined) await new Promise<void>((resolve) => (letGo = resolve));
  });
  world.clock.set('2026-11-20T11:00:00Z');
  const first = world.engine.poll();
  while (letGo === undefined) await new Promise(setImmediate);
  const posted = world.engine.poll().then(summaries);
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  letGo();
  expect(await posted).toBe(1);
  await first;
});

describe('a machine that stops for longer than a lease', () => {
  const stall = (world: World) => {
    let isSlow = true;
    return (): Promise<void> => {
      if (isSlow) world.clock.advance({ seconds: 11 });
      isSlow = false;
      return Promise.resolve();
    };
  };

  it('completes interrupted work within the same heartbeat', async () => {
    const world = await aWorld();
    const done = new Set<string>();
    const stalls = stall(world);
    const engine = world.instance('stalled', {
      monthWork: async (shards, isOwned) => {
        await stalls();
        for (const shard of shards) if (isOwned(shard)) done.add(shard);
      },
    });
    await engine.poll();
    expect(done.size).toBe(jobSettings.shards.length);
  });

  it('starts pending work within the same heartbeat', async () => {
    const store = createHookedStore(openSqliteStore({ file: ':memory:' }));
    const world = await aWorld({ store });
    await world.meeting({ isReminderEnabled: false });
    const done = new Set<string>();
    const engine = world.instance('stalled', {
      monthWork: (shards) => {
        shards.forEach((shard) => done.add(shard));
        return Promise.resolve();
      },
    });
    world.clock.set('2026-11-20T09:00:00Z');
    // Makes the heartbeat fail after the due work and before its other work.
    store.beforeTransaction('Outbox', stall(world));
    await engine.poll();
    expect(promptsTo(world)).toHaveLength(2);
    expect(done.size).toBe(jobSettings.shards.length);
  });
});

const propertiesOf = async (world: World, table: 'Due' | 'Outbox', prefix: string): Promise<Set<string>> => {
  const names = new Set<string>();
  for (let shard = 0; shard < 16; shard += 1)
    for await (const row of scanRows(world.store, table, `${prefix}-${String(shard).padStart(2, '0')}`, {
      from: '',
      to: '~',
    }))
      for (const name of Object.keys(row.values)) names.add(name);
  return names;
};

it('writes rows with exactly the fields of their kind', async () => {
  const world = await aWorld();
  await world.meeting();
  world.messenger.failWhen(() => ({ kind: 'THROTTLED', retryAfterMs: 600_000 }));
  await world.runUntil('2026-11-20T09:01:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:01:00Z', 600);
  const written = async (table: 'Due' | 'Outbox', prefix: string, of: typeof due | typeof outbox) => {
    const known = new Set<string>(['v', ...Object.keys(of.schema.shape)]);
    const existing = await propertiesOf(world, table, prefix);
    expect(existing.size).toBeGreaterThan(5);
    return [...existing].filter((name) => !known.has(name));
  };
  expect(await written('Outbox', 'ob', outbox)).toEqual([]);
  expect(await written('Due', 'due', due)).toEqual([]);
});
