import { maxSends } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { friday, promptsTo, rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { doubled, liveUntilKilled, sendsTo } from '../../support/worlds/processKilledWhileSending.ts';
import { isDeliveryRecord, refusingStore } from '../../support/store/storeRefusingWrites.ts';
import { reportFigures } from '../../support/files/printFigures.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that a message is sent at most three times, and that a delivery record that cannot be written never causes
// another send.

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

const asking = async (people: readonly string[], store?: TableStore): Promise<World> => {
  const world = await aWorld({ people, ...(store === undefined ? {} : { store }) });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

const recordOf = async (world: World, name: string) => {
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  return (await inOrg(world.store, world.orgId).get(delivery, { ...key, who: world.member(name), kind: 'prompt' }))
    ?.value;
};

describe('a store that refuses delivery records for an hour', () => {
  // The fault UNAVAILABLE pauses the sending after one member. The fault INVALID concerns only the delivery records, so
  // it pauses nothing.
  it.each([
    ['UNAVAILABLE', 1],
    ['INVALID', 3],
  ] as const)('causes no second message for any member (%s)', async (fault, reached) => {
    let isRefusing = true;
    const inner = openSqliteStore({ file: ':memory:' });
    const store = refusingStore(inner, (key) => isRefusing && isDeliveryRecord(key), fault);
    const world = await asking(['ann', 'bob', 'cem'], store);
    await world.runUntil('2026-11-20T09:30:00Z', 20);
    // Another process continues, so it must find all state in the store.
    const second = world.instance('two');
    world.clock.set('2026-11-20T09:31:00Z');
    await world.runUntil('2026-11-20T10:00:00Z', 20, second);
    isRefusing = false;
    await world.runUntil('2026-11-20T10:10:00Z', 20, second);
    const sends = [...sendsTo(world).values()];
    expect(sends).toHaveLength(reached);
    expect(Math.max(...sends)).toBe(1);
    for (const name of sendsTo(world).keys()) expect(await recordOf(world, name)).toMatchObject({ state: 'SENT' });
  });

  it('keeps the time of the send, so that a later reminder is still sent', async () => {
    let isRefusing = true;
    const inner = openSqliteStore({ file: ':memory:' });
    const world = await aWorld({
      people: ['ann'],
      store: refusingStore(inner, (key) => isRefusing && isDeliveryRecord(key)),
    });
    await world.meeting({ reportSummaryTime: 60 });
    await world.runUntil('2026-11-20T09:31:00Z', 10);
    isRefusing = false;
    await world.runUntil('2026-11-20T10:00:00Z', 10);
    expect(await recordOf(world, 'ann')).toMatchObject({ state: 'SENT', at: '2026-11-20T09:00:00.000Z' });
    const reminders = world.messenger.calls.filter((call) => call.do === 'send' && shows(call.message) === 'reminder');
    expect(reminders.map((call) => call.at.slice(11, 19))).toEqual(['09:31:10', '09:45:00']);
  });

  it('posts one summary', async () => {
    let isRefusing = false;
    const inner = openSqliteStore({ file: ':memory:' });
    const store = refusingStore(inner, (key) => isRefusing && isDeliveryRecord(key));
    const world = await asking(['ann'], store);
    await world.runUntil('2026-11-20T10:58:00Z', 30);
    isRefusing = true;
    await world.runUntil('2026-11-20T12:00:00Z', 20);
    isRefusing = false;
    await world.runUntil('2026-11-20T12:20:00Z', 20);
    const posts = world.messenger.calls.filter((call) => call.do === 'send' && shows(call.message) === 'summary');
    expect(posts).toHaveLength(1);
  });
});

describe('replies that are always lost', () => {
  it('end after three sends: the message is recorded as unconfirmed and its row is parked', async () => {
    const world = await asking(['ann']);
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'LOST' } : undefined));
    await world.runUntil('2026-11-20T10:30:00Z', 20);
    expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 ann', '11-20 09:10 ann']);
    expect(await recordOf(world, 'ann')).toMatchObject({ state: 'FAILED', reason: 'UNCONFIRMED' });
    expect((await rowsLeft(world, 'Outbox')).filter((key) => key.includes('prompt'))).toHaveLength(1);
  });

  it('are recorded as unconfirmed later if the store refuses that record at first', async () => {
    let isRefusing = false;
    const inner = openSqliteStore({ file: ':memory:' });
    const world = await asking(
      ['ann'],
      refusingStore(inner, (key) => isRefusing && isDeliveryRecord(key), 'INVALID'),
    );
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'LOST' } : undefined));
    await world.runUntil('2026-11-20T09:08:00Z', 20);
    isRefusing = true;
    await world.runUntil('2026-11-20T09:15:00Z', 20);
    expect(await recordOf(world, 'ann')).toBeUndefined();
    isRefusing = false;
    await world.runUntil('2026-11-20T09:20:00Z', 20);
    expect(await recordOf(world, 'ann')).toMatchObject({ state: 'FAILED', reason: 'UNCONFIRMED' });
    expect(promptsTo(world)).toHaveLength(maxSends);
  });

  it('stop after three posts of the summary, whatever the service replies later', async () => {
    const world = await asking(['ann']);
    world.messenger.failWhen(({ to }) => (to === 'ann' ? undefined : { kind: 'LOST' }));
    await world.runUntil('2026-11-20T12:30:00Z', 20);
    const posts = world.messenger.calls.filter((call) => shows(call.message) === 'summary');
    expect(posts).toHaveLength(maxSends);
  });
});

describe('a process that is killed while it sends', () => {
  it.each([
    ['after', 5, 5],
    ['before', 3, 0],
  ] as const)('%s Teams accepted a message, %d times: at most %d of 20 are doubled', async (moment, kills, most) => {
    const people = names(20);
    const world = await asking(people);
    world.clock.set('2026-11-20T09:00:00Z');
    for (let life = 0; life < kills; life += 1)
      expect(await liveUntilKilled(world, `life ${life}`, { at: 3, moment })).toBe(true);
    await world.runUntil('2026-11-20T09:30:00Z', 5, world.instance('last'));
    reportFigures(`${kills} kills ${moment} acceptance on a file: ${doubled(world)} of 20 messages doubled`);
    expect(sendsTo(world).size).toBe(people.length);
    expect(doubled(world)).toBeLessThanOrEqual(most);
    expect(Math.max(...sendsTo(world).values())).toBeLessThanOrEqual(maxSends);
  });

  it('sends a message at most three times, after any number of kills', async () => {
    const world = await asking(['ann', 'bob']);
    world.clock.set('2026-11-20T09:00:00Z');
    for (let life = 0; life < 8; life += 1) await liveUntilKilled(world, `life ${life}`, { at: 1, moment: 'after' });
    await world.runUntil('2026-11-20T09:40:00Z', 5, world.instance('last'));
    expect(Math.max(...sendsTo(world).values())).toBe(maxSends);
    expect(sendsTo(world).size).toBe(2);
  });

  it('counts a lost reply together with the kills that follow it', async () => {
    const world = await asking(['ann']);
    let calls = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'ann') return undefined;
      calls += 1;
      return calls === 1 ? { kind: 'LOST' } : undefined;
    });
    await world.runUntil('2026-11-20T09:00:00Z');
    expect(sendsTo(world).get('ann')).toBe(1);
    world.clock.advance({ seconds: 20 });
    for (let life = 0; life < 8; life += 1) await liveUntilKilled(world, `life ${life}`, { at: 1, moment: 'after' });
    await world.runUntil('2026-11-20T09:40:00Z', 5, world.instance('last'));
    expect(sendsTo(world).get('ann')).toBe(maxSends);
  });
});

describe('kills between other faults', () => {
  it('send a message three times at most when a refusal follows each kill', async () => {
    const world = await asking(['ann']);
    world.clock.set('2026-11-20T09:00:00Z');
    for (let life = 0; life < 6; life += 1) {
      world.messenger.failWhen(() => undefined);
      await liveUntilKilled(world, `life ${life}`, { at: 1, moment: 'after' });
      const before = world.messenger.refused.length;
      // Each process is refused once. Its later calls are throttled, which postpones the rest of the engine run.
      world.messenger.failWhen(() =>
        world.messenger.refused.length > before
          ? { kind: 'THROTTLED', retryAfterMs: 60_000 }
          : { kind: 'TRANSIENT', wasRefused: true },
      );
      await world.instance(`refused ${life}`).poll();
      world.clock.advance({ seconds: 300 });
    }
    expect(Math.max(...sendsTo(world).values())).toBe(maxSends);
  });

  it('send a message three times at most when a lost reply follows each kill', async () => {
    const world = await asking(['ann']);
    world.clock.set('2026-11-20T09:00:00Z');
    for (let life = 0; life < 4; life += 1) {
      world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'LOST' } : undefined));
      await world.instance(`lost ${life}`).poll();
      world.clock.advance({ seconds: 605 });
      world.messenger.failWhen(() => undefined);
      await liveUntilKilled(world, `life ${life}`, { at: 1, moment: 'after' });
    }
    expect(Math.max(...sendsTo(world).values())).toBe(maxSends);
  });

  it('count a parked prompt although the ledger write fails', async () => {
    const store = refusingStore(openSqliteStore({ file: ':memory:' }), (key) => key.startsWith('q|'));
    const world = await asking(['ann', 'bob'], store);
    const counted: string[] = [];
    const count: World['deps']['metrics']['count'] = (name) => {
      counted.push(name);
    };
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'LOST' } : undefined));
    const engine = world.instance('counting', { metrics: { ...world.deps.metrics, count } });
    await world.runUntil('2026-11-20T09:20:00Z', 20, engine);
    expect(sendsTo(world).get('ann')).toBe(maxSends);
    expect(counted).toContain('parked_messages_total');
  });
});

describe('429 without Retry-After', () => {
  it('slows the whole tenant: 100 people get their prompts within three minutes when two of three calls are refused', async () => {
    const people = names(100);
    const world = await asking(people);
    let calls = 0;
    world.messenger.failWhen(() => {
      calls += 1;
      return calls % 3 === 0 ? undefined : { kind: 'THROTTLED', retryAfterMs: null };
    });
    await world.runUntil('2026-11-20T09:10:00Z', 5);
    const waits = world.messenger.calls
      .filter((call) => shows(call.message) === 'ask')
      .map((call) => (Date.parse(call.at) - Date.parse('2026-11-20T09:00:00Z')) / 1000)
      .sort((a, b) => a - b);
    reportFigures(
      `429 without Retry-After, two of three calls refused, 100 people: p50 ${waits[49]} s, p99 ${waits[98]} s`,
    );
    expect(waits).toHaveLength(100);
    expect(waits[98]).toBeLessThanOrEqual(180);
  });

  it('delays no other chat because of one that is always refused', async () => {
    const people = names(30);
    const world = await asking(people);
    let refused = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'p0') return undefined;
      refused += 1;
      return { kind: 'THROTTLED', retryAfterMs: null };
    });
    await world.runUntil('2026-11-20T09:01:00Z', 5);
    expect(promptsTo(world)).toHaveLength(29);
    // In each claim of its row, the engine tries to send the message up to five times, some seconds apart.
    expect(refused).toBeLessThanOrEqual(60);
  });
});
