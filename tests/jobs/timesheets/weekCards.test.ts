import { maxSends } from '../../../bot/src/domain/runs/sendDecisions.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import type { NoticeModel, WeekModel } from '../../../bot/src/services/core/cardPresenter.ts';
import { weekAction } from '../../../bot/src/services/timesheets/weekCardActions.ts';
import { approveWeek, reopenWeek, returnWeek, submitWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { inOrg } from '../../../bot/src/store/records.ts';
import { orgMember } from '../../../bot/src/store/kinds/org.ts';
import { week as weekKind, weekCards } from '../../../bot/src/store/kinds/run.ts';
import { teamMember } from '../../../bot/src/store/kinds/team.ts';
import { StoreError } from '../../../bot/src/store/tableStore.ts';
import type { TableStore } from '../../../bot/src/store/tableStore.ts';
import { aDate, aMeetingId, aMemberId, anInstant, aZone } from '../../support/data/builders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenter.ts';
import { liveUntilKilled } from '../../support/worlds/killedProcess.ts';
import { answerAs, rowsLeft } from '../../support/worlds/runWorld.ts';
import { aWorld } from '../../support/worlds/aWorld.ts';
import type { World, WorldOptions } from '../../support/worlds/aWorld.ts';
import { readable } from '../../support/data/readableMessages.ts';

// It is Friday, 20 November 2026, 08:00 UTC. ann and abe are admins; bob and cy are not.

const monday = aDate('2026-11-16');

const promote = (world: World, name: string): Promise<unknown> =>
  inOrg(world.store, world.orgId).touch(orgMember, { memberId: aMemberId(name) }, { role: 'admin' });

const aTeam = async (options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'abe', 'bob', 'cy'], ...options });
  await world.meeting();
  for (const name of ['ann', 'abe']) await promote(world, name);
  return world;
};

const admin = (world: World, name = 'ann') => world.actor(name, { role: 'admin' });
const pathOf = (world: World, name = 'bob', date = monday) => ({
  ...{ teamId: world.teamId, memberId: aMemberId(name), monday: date },
});
const log = (world: World, date: string, hours: number, name = 'bob') =>
  saveTask(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), task: 'Things', date: aDate(date), hours, minutes: 0 },
  });
const submit = (world: World, name = 'bob', date = monday) =>
  submitWeek(world.answering, world.actor(name), pathOf(world, name, date));
const approve = (world: World, by = 'ann') => approveWeek(world.answering, admin(world, by), pathOf(world));
const sendBack = (world: World, note = 'Why?') => returnWeek(world.answering, admin(world), { ...pathOf(world), note });
const soon = async (world: World, minutes = 1): Promise<void> => {
  await world.runUntil(new Date(world.clock.now() + minutes * 60_000).toISOString(), 5);
};

const isOfWeek = ({ message }: World['messenger']['calls'][number]): boolean =>
  shows(message) === 'week' || (shows(message) === 'notice' && JSON.stringify(message).includes('card.weekTold'));

/**
 * Returns the messages about weeks as lines: "send ann week SUBMITTED 480", "update chat-ann week APPROVED 480", "send
 * bob card.weekToldApproved".
 */
const story = (world: World): string[] =>
  world.messenger.calls.filter(isOfWeek).map(({ do: what, to, message }) => {
    if (shows(message) === 'notice') return `${what} ${to} ${modelIn<NoticeModel>(message).title.key}`;
    const { state, minutes, isOld } = modelIn<WeekModel>(message);
    return `${what} ${to} ${state} ${minutes}${isOld ? ' old' : ''}`;
  });

const lastCard = (world: World, name: string): WeekModel => {
  const call = world.messenger.calls.findLast((item) => shows(item.message) === 'week' && item.to.endsWith(name));
  if (call === undefined) throw new Error(`${name} was not asked.`);
  return modelIn<WeekModel>(call.message);
};

const press = (world: World, name: string, verb: 'approveWeek' | 'returnWeek', data: object, role?: 'admin') => {
  const actor = world.actor(name, role === undefined ? {} : { role });
  const known = { actor, reader: { locale: 'en', timezone: aZone('UTC') } };
  return weekAction({ ...world.answering, publicUrl: world.deps.publicUrl }, known, { verb, data });
};

const stateOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(weekKind, pathOf(world)))?.value.state;

it('is sent to each admin of the team once, and to no other person', async () => {
  const world = await aTeam();
  await log(world, '2026-11-18', 8);
  await submit(world);
  await soon(world, 3);
  expect(story(world).sort()).toEqual(['send abe SUBMITTED 480', 'send ann SUBMITTED 480']);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
  await submit(world);
  await soon(world, 3);
  expect(story(world)).toHaveLength(2);
});

it('clears the mark of an admin whose chat accepts a card again', async () => {
  const world = await aTeam();
  await world.changeMember('ann', { unreachable: 'BLOCKED', unreachableSince: anInstant('2026-11-12T08:00:00.000Z') });
  await submit(world);
  await soon(world);
  expect(story(world)).toContain('send ann SUBMITTED 0');
  const key = { teamId: world.teamId, memberId: aMemberId('ann') };
  const ann = (await inOrg(world.store, world.orgId).get(teamMember, key))?.value;
  expect(ann).toMatchObject({ unreachable: null, unreachableSince: null });
});

it('does not ask an admin about their own hours', async () => {
  const world = await aTeam();
  await submit(world, 'ann');
  await soon(world);
  expect(story(world)).toEqual(['send abe SUBMITTED 0']);
});

it('updates every card after a decision on the web, and notifies the owner once', async () => {
  const world = await aTeam();
  await log(world, '2026-11-18', 8);
  await submit(world);
  await soon(world);
  await approve(world);
  await soon(world, 3);
  expect(story(world).slice(2).sort()).toEqual([
    'send bob card.weekToldApproved',
    'update chat-abe APPROVED 480',
    'update chat-ann APPROVED 480',
  ]);
  expect(lastCard(world, 'abe')).toMatchObject({ decidedBy: 'ann', state: 'APPROVED' });
});

it('shows new hours in the cards that wait', async () => {
  const world = await aTeam();
  await submit(world);
  await soon(world, 4);
  await log(world, '2026-11-18', 2);
  await soon(world);
  expect(story(world).slice(2).sort()).toEqual(['update chat-abe SUBMITTED 120', 'update chat-ann SUBMITTED 120']);
});

it('that is returned tells the owner the reason, and a new submission retires the old cards', async () => {
  const world = await aTeam();
  await submit(world);
  await soon(world);
  await sendBack(world, 'Where is Tuesday?');
  await soon(world);
  const call = world.messenger.calls.find((call) => call.to === 'bob' && shows(call.message) === 'notice');
  expect(call === undefined ? undefined : modelIn<NoticeModel>(call.message)).toMatchObject({
    title: { key: 'card.weekToldSentBack' },
    lines: [{ key: 'card.weekToldLine', values: { admin: 'ann', note: 'Where is Tuesday?' } }, expect.anything()],
  });
  const before = story(world).length;
  await submit(world);
  await soon(world);
  expect(story(world).slice(before).sort()).toEqual([
    'send abe SUBMITTED 0',
    'send ann SUBMITTED 0',
    'update chat-abe SUBMITTED 0 old',
    'update chat-ann SUBMITTED 0 old',
  ]);
});

it('that is reopened notifies the owner and updates the cards', async () => {
  const world = await aTeam();
  await submit(world);
  await approve(world);
  await soon(world);
  await reopenWeek(world.answering, admin(world), { ...pathOf(world), note: 'A holiday' });
  await soon(world);
  expect(story(world)).toEqual(['send bob card.weekToldApproved', 'send bob card.weekToldReopened']);
});

it('asks admins who muted messages only once', async () => {
  const world = await aTeam();
  await world.changeMember('ann', { isMuted: true });
  await world.changeMember('bob', { isMuted: true });
  await submit(world);
  await soon(world);
  await world.changeMember('ann', { isMuted: false });
  await approve(world, 'abe');
  await soon(world);
  expect(story(world)).toEqual(['send abe SUBMITTED 0', 'update chat-abe APPROVED 0']);
});

it('is silent in a team without the bot and in an organisation that is deactivated', async () => {
  const world = await aTeam();
  await world.changeTeam({ state: 'DISCONNECTED' });
  await submit(world);
  await soon(world, 4);
  expect(story(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
});

it('and the questions of a minute together are ten to one person, and all get there', async () => {
  const people = ['ann', 'bob', ...Array.from({ length: 8 }, (_, index) => `p${index}`)];
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false, members: [aMemberId('ann')] });
  for (let index = 0; index < 6; index += 1)
    await world.meeting({
      ...{
        id: aMeetingId(`report ${index}`),
        name: `Report ${index}`,
        isReminderEnabled: false,
        members: [aMemberId('ann')],
      },
    });
  await promote(world, 'ann');
  await world.runUntil('2026-11-20T08:59:55Z', 5);
  for (const name of people.slice(1)) await submit(world, name);
  await world.runUntil('2026-11-20T09:03:00Z', 5);
  const toAnn = world.messenger.calls.filter((call) => call.do === 'send' && call.to === 'ann');
  const moments = toAnn.map((call) => Date.parse(call.at));
  const most = Math.max(
    ...moments.map((at) => moments.filter((moment) => moment > at - 60_000 && moment <= at).length),
  );
  expect(toAnn).toHaveLength(7 + 9);
  expect(most).toBeLessThanOrEqual(10);
  expect(world.log.errors).toEqual([]);
});

it('sends one person ten cards a minute and no more', async () => {
  const people = Array.from({ length: 14 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const world = await aWorld({ people: ['ann', ...people] });
  await world.meeting();
  await promote(world, 'ann');
  for (const name of people) await submit(world, name);
  await soon(world, 4);
  const at = world.messenger.calls.filter(isOfWeek).map((call) => Date.parse(call.at));
  expect(at).toHaveLength(14);
  for (const start of at)
    expect(at.filter((value) => value >= start && value < start + 60_000).length).toBeLessThanOrEqual(10);
});

describe('the buttons', () => {
  const asked = async (): Promise<World> => {
    const world = await aTeam();
    await log(world, '2026-11-18', 8);
    await submit(world);
    await soon(world);
    return world;
  };

  it('approve, and the card reports it in the same turn', async () => {
    const world = await asked();
    const reply = await press(world, 'ann', 'approveWeek', lastCard(world, 'ann').data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'APPROVED', decidedBy: 'ann', minutes: 480 });
    expect(reply.replacesCard).toBeUndefined();
    expect(await stateOf(world)).toBe('APPROVED');
    await soon(world);
    expect(story(world).filter((text) => text.includes('abe'))).toContain('update chat-abe APPROVED 480');
  });

  it('return a week with a note, and explain a missing one', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    const without = await press(world, 'ann', 'returnWeek', { ...data, note: '  ' }, 'admin');
    expect([without.replacesCard, readable(without).summary]).toEqual([
      false,
      expect.stringContaining('Please give a reason.'),
    ]);
    expect(await stateOf(world)).toBe('SUBMITTED');
    const reply = await press(world, 'ann', 'returnWeek', { ...data, note: 'Tuesday?' }, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', note: 'Tuesday?' });
  });

  it('the buttons on a card with old hours approve nothing, and show the new hours', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    await log(world, '2026-11-19', 2);
    const reply = await press(world, 'ann', 'approveWeek', data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({
      problem: 'error.WEEK_CHANGED',
      state: 'SUBMITTED',
      minutes: 600,
    });
    expect(await stateOf(world)).toBe('SUBMITTED');
    const again = await press(world, 'ann', 'approveWeek', modelIn<WeekModel>(reply).data, 'admin');
    expect(modelIn<WeekModel>(again).state).toBe('APPROVED');
  });

  it('show the decision that was made elsewhere', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'abe');
    await sendBack(world);
    const reply = await press(world, 'abe', 'approveWeek', data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', problem: 'error.WEEK_STATE' });
  });

  it('do nothing for a person without the admin role, of another organisation, or with a forged card', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    const replies = [
      await press(world, 'bob', 'approveWeek', data),
      await press(world, 'ann', 'approveWeek', data),
      await press(world, 'ann', 'approveWeek', { ...data, monday: '2026-11-09' }, 'admin'),
      await press(world, 'ann', 'approveWeek', { ...data, version: 'other' }, 'admin'),
      await press(world, 'ann', 'returnWeek', {}, 'admin'),
      await press(world, 'ann', 'returnWeek', { ...data, note: 'x'.repeat(501) }, 'admin'),
    ];
    expect(replies.map((cardReply) => [shows(cardReply), cardReply.replacesCard])).toEqual(
      replies.map(() => ['notice', false]),
    );
    const stranger = { actor: undefined, reader: { locale: 'en', timezone: aZone('UTC') } };
    const deps = { ...world.answering, publicUrl: world.deps.publicUrl };
    expect(await weekAction(deps, stranger, { verb: 'approveWeek', data })).toMatchObject({ replacesCard: false });
    expect(await stateOf(world)).toBe('SUBMITTED');
  });
});

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

it('updates for hours that an answer adds to a waiting week', async () => {
  const world = await aTeam();
  await world.runUntil('2026-11-20T09:05:00Z');
  await submit(world);
  await soon(world, 4);
  await answerAs(world, 'bob');
  await soon(world);
  expect(story(world)).toEqual(expect.arrayContaining(['update chat-ann SUBMITTED 120']));
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

  /** Records the rows that the engine parks after failures, by their metric. */
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
