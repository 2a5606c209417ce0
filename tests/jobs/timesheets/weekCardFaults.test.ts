import { maxSends } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import { reopenWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { weekCards } from '../../../bot/src/store/kinds/timesheets/weekCards.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import {
  promote,
  aTeam,
  admin,
  pathOf,
  submit,
  approve,
  soon,
  isOfWeek,
  story,
} from '../../support/worlds/timesheetWeekCardWorld.ts';

describe('when something fails', () => {
  it('a lost card is sent again, and a delivered one is not repeated', async () => {
    const world = await aTeam();
    let tries = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'ann') return undefined;
      tries += 1;
      return tries < 3 ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await submit(world);
    await soon(world, 4);
    expect(story(world).sort()).toEqual(['send abe SUBMITTED 0', 'send ann SUBMITTED 0']);
  });

  it('an admin who blocked the bot is not tried again for this week', async () => {
    const world = await aTeam();
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'BLOCKED' } : undefined));
    await submit(world);
    await soon(world, 4);
    expect(world.messenger.refused).toHaveLength(1);
    const cards = (await inOrg(world.store, world.orgId).get(weekCards, pathOf(world)))?.value.cards;
    expect(cards?.find((card) => card.who === aMemberId('ann'))).toMatchObject({ reason: 'BLOCKED' });
  });

  it('two instances and a clock set back send no card twice', async () => {
    const world = await aTeam();
    await submit(world);
    const other = world.instance('two');
    for (let tick = 0; tick < 4; tick += 1) {
      await Promise.all([world.engine.poll(), other.poll()]);
      world.clock.advance({ seconds: 15 });
    }
    world.clock.set('2026-11-20T07:00:00Z');
    await world.engine.poll();
    await world.runUntil('2026-11-20T08:10:00Z');
    expect(story(world).sort()).toEqual(['send abe SUBMITTED 0', 'send ann SUBMITTED 0']);
  });

  it('a submission that was not stored sends no card', async () => {
    const world = await aTeam();
    const inOrder = world.store.inOrder.bind(world.store);
    world.store.inOrder = async ([announced]) => {
      if (announced !== undefined) await inOrder([announced]);
      throw new Error('The machine stops here');
    };
    await expect(submit(world)).rejects.toThrow('The machine stops here');
    world.store.inOrder = inOrder;
    await soon(world, 4);
    expect(story(world)).toEqual([]);
    expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
  });
});

describe('three sends at most', () => {
  const admins = ['ann', 'abe', 'ada', 'amy'];

  const withAdmins = async (): Promise<World> => {
    const world = await aWorld({ people: [...admins, 'bob'] });
    await world.meeting();
    for (const name of admins) await promote(world, name);
    return world;
  };

  /** Returns a store that refuses to write team rows whose key begins with `prefix` while `isRefusing` returns true. */
  const refusing = (inner: TableStore, prefix: string, isRefusing: () => boolean): TableStore => {
    const guard = (table: string, keys: readonly string[]): void => {
      if (table === 'Team' && isRefusing() && keys.some((key) => key.startsWith(prefix)))
        throw new StoreError('UNAVAILABLE', 'The test refuses this write.');
    };
    return {
      ...inner,
      insert: async (table, row) => {
        guard(table, [row.rk]);
        return inner.insert(table, row);
      },
      replace: async (table, row, etag) => {
        guard(table, [row.rk]);
        return inner.replace(table, row, etag);
      },
      transact: async (table, pk, steps) => {
        guard(
          table,
          steps.map((step) => (step.do === 'delete' ? step.key.rk : step.row.rk)),
        );
        return inner.transact(table, pk, steps);
      },
    };
  };

  const sendsTo = (world: World, name: string): string[] =>
    world.messenger.calls
      .filter((call) => isOfWeek(call) && call.do === 'send' && call.to === name)
      .map(({ at }) => at.slice(11, 19));
  const recordIn = async (world: World) => (await inOrg(world.store, world.orgId).get(weekCards, pathOf(world)))?.value;
  const cardTo = async (world: World, name: string) =>
    (await recordIn(world))?.cards.find((card) => card.who === aMemberId(name));
  const memberOf = async (world: World, name: string) => {
    const key = { teamId: world.teamId, memberId: aMemberId(name) };
    return (await inOrg(world.store, world.orgId).get(teamMember, key))?.value;
  };
  const until = (time: string): string => `2026-11-20T${time}Z`;

  /** Records each increase of the metric of parked rows, which the engine sets aside after repeated failures. */
  const counting = (world: World) => {
    const parked: unknown[] = [];
    const count: World['deps']['metrics']['count'] = (name, labels) => {
      if (name === 'parked_messages_total') parked.push(labels);
    };
    return { parked, engine: world.instance('counting', { metrics: { ...world.deps.metrics, count } }) };
  };

  describe.each(['M|', 'V|'])('a store that refuses the %s row after a send', (prefix) => {
    it.each([3, 30])('costs no admin a second card, for %i minutes', async (minutes) => {
      const world = await aTeam();
      let isRefusing = false;
      world.messenger.during(() => {
        isRefusing ||= world.messenger.calls.length === 0;
        return Promise.resolve();
      });
      const engine = world.instance('one', { store: refusing(world.store, prefix, () => isRefusing) });
      await submit(world);
      await world.runUntil(new Date(world.clock.now() + minutes * 60_000).toISOString(), 5, engine);
      const first = ['ann', 'abe'].filter((name) => sendsTo(world, name).length > 0);
      expect(first).toHaveLength(1);
      expect(story(world)).toHaveLength(1);
    });

    it('has the result of the card recorded by another process once it accepts the row', async () => {
      const world = await aTeam();
      let isRefusing = false;
      world.messenger.during(() => {
        isRefusing = true;
        return Promise.resolve();
      });
      const engine = world.instance('one', { store: refusing(world.store, prefix, () => isRefusing) });
      await submit(world);
      await world.runUntil(until('08:02:00'), 5, engine);
      world.messenger.during(() => Promise.resolve());
      await world.runUntil(until('08:06:00'), 5, world.instance('two'));
      for (const name of ['ann', 'abe']) {
        expect(sendsTo(world, name)).toHaveLength(1);
        expect(await cardTo(world, name)).toMatchObject({ reason: null, conversationId: `chat-${name}` });
        expect(await memberOf(world, name)).toMatchObject({ conversationId: `chat-${name}` });
      }
      expect(await recordIn(world)).toMatchObject({ asked: 1, pending: [] });
    });

    it('costs the owner no second notice of a decision', async () => {
      const world = await aTeam();
      await submit(world);
      await soon(world, 4);
      await approve(world);
      let isRefusing = false;
      world.messenger.during(({ to }) => {
        isRefusing ||= to === 'bob';
        return Promise.resolve();
      });
      const engine = world.instance('one', { store: refusing(world.store, prefix, () => isRefusing) });
      await world.runUntil(until('08:07:00'), 5, engine);
      expect(isRefusing).toBe(true);
      await world.runUntil(until('08:12:00'), 5, world.instance('two'));
      expect(sendsTo(world, 'bob')).toHaveLength(1);
      expect(await recordIn(world)).toMatchObject({ told: 2, pending: [] });
    });
  });

  it.each([
    ['writes the record of an accepted card', true],
    ['writes no record where it was deleted', false],
  ])('%s in a team that lost the bot meanwhile', async (_rule, isThere) => {
    const world = await aTeam();
    let isRefusing = false;
    world.messenger.during(() => {
      isRefusing = true;
      return Promise.resolve();
    });
    const engine = world.instance('one', { store: refusing(world.store, 'V|', () => isRefusing) });
    await submit(world);
    await world.runUntil(until('08:00:30'), 5, engine);
    await world.changeTeam({ state: 'DISCONNECTED' });
    const place = weekCards.at(world.orgId, pathOf(world));
    const stored = await world.store.get('Team', place);
    expect(stored).toBeDefined();
    if (!isThere && stored !== undefined) await world.store.delete('Team', place, stored.etag);
    await world.runUntil(until('08:05:00'), 5, world.instance('two'));
    expect((await recordIn(world))?.cards.map(({ reason }) => reason)).toEqual(isThere ? [null] : undefined);
    expect(story(world)).toHaveLength(1);
  });

  it('sends nothing while the store refuses to count the send', async () => {
    const world = await aTeam();
    const engine = world.instance('one', { store: refusing(world.store, 'V|', () => true) });
    await submit(world);
    await world.runUntil(until('08:30:00'), 5, engine);
    expect(story(world)).toEqual([]);
  });

  it('costs no admin the card when the result of a send to each is unknown', async () => {
    const world = await withAdmins();
    await submit(world);
    world.messenger.failWhen(({ at }) => (at < until('08:00:04') ? { kind: 'TRANSIENT' } : undefined));
    await world.runUntil(until('08:30:00'), 5);
    expect(admins.map((name) => sendsTo(world, name).length)).toEqual([1, 1, 1, 1]);
  });

  it('gives each admin three sends of their own, the last one after ten minutes', async () => {
    const world = await withAdmins();
    await submit(world);
    world.messenger.failWhen(({ at }) => (at < until('08:10:00') ? { kind: 'LOST' } : undefined));
    await world.runUntil(until('08:30:00'), 5);
    for (const name of admins) {
      const sends = sendsTo(world, name);
      expect(sends).toHaveLength(maxSends);
      expect(sends[2]?.slice(0, 5)).toBe('08:10');
      expect(await cardTo(world, name)).toMatchObject({ reason: null });
    }
  });

  it('waits ten minutes before the last send even while another card is retried within seconds', async () => {
    const world = await aTeam();
    await submit(world);
    world.messenger.failWhen(({ to, at }) => {
      if (to === 'ann') return { kind: 'LOST' };
      return at < until('08:05:00') ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await world.runUntil(until('08:30:00'), 5);
    expect(sendsTo(world, 'abe')).toHaveLength(1);
    const [, second, third] = sendsTo(world, 'ann').map((time) => Date.parse(until(time)));
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(10 * 60_000);
  });

  it('sends a card again as often as the chat service refuses it, since it never arrived', async () => {
    const world = await aTeam();
    await submit(world);
    let refusals = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'ann' || refusals === 8) return undefined;
      refusals += 1;
      return { kind: 'TRANSIENT', wasRefused: true };
    });
    await world.runUntil(until('08:30:00'), 5);
    expect([refusals, sendsTo(world, 'ann').length]).toEqual([8, 1]);
  });

  it('parks and counts each card after three lost replies', async () => {
    const world = await aTeam();
    const { parked, engine } = counting(world);
    await submit(world);
    world.messenger.failWhen(() => ({ kind: 'LOST' }));
    await world.runUntil(until('08:40:00'), 5, engine);
    expect(['ann', 'abe'].map((name) => sendsTo(world, name).length)).toEqual([maxSends, maxSends]);
    expect(await cardTo(world, 'ann')).toMatchObject({ reason: 'UNCONFIRMED' });
    expect(parked).toEqual(Array.from({ length: 2 }, () => ({ kind: 'week', reason: 'unconfirmed' })));
  });

  it('parks and counts the notice to the owner, and sends the one of the next decision', async () => {
    const world = await aTeam();
    const { parked, engine } = counting(world);
    await submit(world);
    await soon(world, 4);
    await approve(world);
    world.messenger.failWhen(({ to }) => (to === 'bob' ? { kind: 'LOST' } : undefined));
    await world.runUntil(until('08:40:00'), 5, engine);
    expect(sendsTo(world, 'bob')).toHaveLength(maxSends);
    expect(parked).toEqual([{ kind: 'week', reason: 'unconfirmed' }]);
    world.messenger.failWhen(() => undefined);
    await reopenWeek(world.answering, admin(world), { ...pathOf(world), note: 'A holiday' });
    await world.runUntil(until('08:45:00'), 5, engine);
    expect(sendsTo(world, 'bob')).toHaveLength(maxSends + 1);
  });

  it('holds for a process that is killed again and again after Teams accepted a card', async () => {
    const world = await aTeam();
    const { parked, engine } = counting(world);
    await submit(world);
    for (let life = 0; life < 2 * maxSends; life += 1)
      await liveUntilKilled(world, `life ${life}`, { at: 1, moment: 'after' });
    await world.runUntil(until('08:40:00'), 5, engine);
    expect(['ann', 'abe'].map((name) => sendsTo(world, name).length)).toEqual([maxSends, maxSends]);
    expect(parked).toHaveLength(1);
  });
});
