import { saveTask } from '../../bot/src/services/timesheetTasks.ts';
import type { NoticeModel, WeekModel } from '../../bot/src/services/presenter.ts';
import { weekAction } from '../../bot/src/services/weekCardActions.ts';
import { approveWeek, reopenWeek, returnWeek, submitWeek } from '../../bot/src/services/weekStates.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { orgMember } from '../../bot/src/store/kinds/org.ts';
import { week as weekKind, weekCards } from '../../bot/src/store/kinds/run.ts';
import { aDate, aMeetingId, aMemberId, aZone } from '../support/builders.ts';
import { modelIn, shows } from '../support/fakePresenter.ts';
import { answerAs, rowsLeft } from '../support/runs.ts';
import { aWorld } from '../support/world.ts';
import type { World, WorldOptions } from '../support/world.ts';

// Friday, 20 November 2026, 08:00 UTC. ann and abe are admins, bob and cy are not.

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

/** "send ann week SUBMITTED 480", "update chat-ann week APPROVED 480", "send bob card.weekToldApproved". */
const story = (world: World): string[] =>
  world.messenger.calls.filter(isOfWeek).map(({ do: what, to, message }) => {
    if (shows(message) === 'notice') return `${what} ${to} ${modelIn<NoticeModel>(message).title.key}`;
    const { state, minutes, isOld } = modelIn<WeekModel>(message);
    return `${what} ${to} ${state} ${minutes}${isOld ? ' old' : ''}`;
  });

const lastCard = (world: World, name: string): WeekModel => {
  const call = world.messenger.calls.findLast((one) => shows(one.message) === 'week' && one.to.endsWith(name));
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

it('asks each admin of the team once, and nobody else', async () => {
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

it('does not ask an admin about their own hours', async () => {
  const world = await aTeam();
  await submit(world, 'ann');
  await soon(world);
  expect(story(world)).toEqual(['send abe SUBMITTED 0']);
});

it('draws every card anew when it was decided on the web, and tells the owner once', async () => {
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

it('sent back tells the owner why; handed in again asks again and retires the old cards', async () => {
  const world = await aTeam();
  await submit(world);
  await soon(world);
  await sendBack(world, 'Where is Tuesday?');
  await soon(world);
  const told = world.messenger.calls.find((one) => one.to === 'bob' && shows(one.message) === 'notice');
  expect(told === undefined ? undefined : modelIn<NoticeModel>(told.message)).toMatchObject({
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

it('opened again tells the owner, and the cards say so', async () => {
  const world = await aTeam();
  await submit(world);
  await approve(world);
  await soon(world);
  await reopenWeek(world.answering, admin(world), { ...pathOf(world), note: 'A holiday' });
  await soon(world);
  expect(story(world)).toEqual(['send bob card.weekToldApproved', 'send bob card.weekToldReopened']);
});

it('respects who wants to hear nothing, and asks them no second time', async () => {
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

it('is silent in a team without the bot and in an organisation that is switched off', async () => {
  const world = await aTeam();
  await world.changeTeam({ state: 'DISCONNECTED' });
  await submit(world);
  await soon(world, 4);
  expect(story(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
});

it('and the questions of a minute together are ten to one person, and all get there', async () => {
  const people = ['ann', 'bob', ...Array.from({ length: 8 }, (_, at) => `p${at}`)];
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false, members: [aMemberId('ann')] });
  for (let at = 0; at < 6; at += 1)
    await world.meeting({
      ...{
        id: aMeetingId(`report ${at}`),
        name: `Report ${at}`,
        isReminderEnabled: false,
        members: [aMemberId('ann')],
      },
    });
  await promote(world, 'ann');
  await world.runUntil('2026-11-20T08:59:55Z', 5);
  for (const name of people.slice(1)) await submit(world, name);
  await world.runUntil('2026-11-20T09:03:00Z', 5);
  const toAnn = world.messenger.calls.filter((one) => one.do === 'send' && one.to === 'ann');
  const moments = toAnn.map((one) => Date.parse(one.at));
  const most = Math.max(...moments.map((at) => moments.filter((one) => one > at - 60_000 && one <= at).length));
  expect(toAnn).toHaveLength(7 + 9);
  expect(most).toBeLessThanOrEqual(10);
  expect(world.log.errors).toEqual([]);
});

it('sends one person ten cards a minute and no more', async () => {
  const people = Array.from({ length: 14 }, (_, at) => `p${String(at).padStart(2, '0')}`);
  const world = await aWorld({ people: ['ann', ...people] });
  await world.meeting();
  await promote(world, 'ann');
  for (const name of people) await submit(world, name);
  await soon(world, 4);
  const at = world.messenger.calls.filter(isOfWeek).map((one) => Date.parse(one.at));
  expect(at).toHaveLength(14);
  for (const start of at)
    expect(at.filter((one) => one >= start && one < start + 60_000).length).toBeLessThanOrEqual(10);
});

describe('the buttons', () => {
  const asked = async (): Promise<World> => {
    const world = await aTeam();
    await log(world, '2026-11-18', 8);
    await submit(world);
    await soon(world);
    return world;
  };

  it('approve, and the card says so in the same turn', async () => {
    const world = await asked();
    const reply = await press(world, 'ann', 'approveWeek', lastCard(world, 'ann').data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'APPROVED', decidedBy: 'ann', minutes: 480 });
    expect(reply.replacesCard).toBeUndefined();
    expect(await stateOf(world)).toBe('APPROVED');
    await soon(world);
    expect(story(world).filter((one) => one.includes('abe'))).toContain('update chat-abe APPROVED 480');
  });

  it('send back with a note, and with none say what is missing and leave the card', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    const without = await press(world, 'ann', 'returnWeek', { ...data, note: '  ' }, 'admin');
    expect([without.replacesCard, without.summary]).toEqual([false, expect.stringContaining('Please say why.')]);
    expect(await stateOf(world)).toBe('SUBMITTED');
    const reply = await press(world, 'ann', 'returnWeek', { ...data, note: 'Tuesday?' }, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', note: 'Tuesday?' });
  });

  it('pressed on a card whose hours are old approve nothing and show the new ones', async () => {
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

  it('pressed when it was decided elsewhere show what became of it', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'abe');
    await sendBack(world);
    const reply = await press(world, 'abe', 'approveWeek', data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', problem: 'error.WEEK_STATE' });
  });

  it('do nothing for who is no admin (any more), is of another organisation, or made the card up', async () => {
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
    expect(replies.map((one) => [shows(one), one.replacesCard])).toEqual(replies.map(() => ['notice', false]));
    const stranger = { actor: undefined, reader: { locale: 'en', timezone: aZone('UTC') } };
    const deps = { ...world.answering, publicUrl: world.deps.publicUrl };
    expect(await weekAction(deps, stranger, { verb: 'approveWeek', data })).toMatchObject({ replacesCard: false });
    expect(await stateOf(world)).toBe('SUBMITTED');
  });
});

describe('when something fails', () => {
  it('a card that was lost on the way is asked for again, and what was sent stays single', async () => {
    const world = await aTeam();
    let tries = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'ann') return undefined;
      tries += 1;
      return tries < 3 ? { kind: 'TRANSIENT' } : undefined;
    });
    await submit(world);
    await soon(world, 4);
    expect(story(world).sort()).toEqual(['send abe SUBMITTED 0', 'send ann SUBMITTED 0']);
  });

  it('who blocked the bot is not tried again for this week', async () => {
    const world = await aTeam();
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'BLOCKED' } : undefined));
    await submit(world);
    await soon(world, 4);
    expect(world.messenger.refused).toHaveLength(1);
    const cards = (await inOrg(world.store, world.orgId).get(weekCards, pathOf(world)))?.value.cards;
    expect(cards?.find((one) => one.who === aMemberId('ann'))).toMatchObject({ reason: 'BLOCKED' });
  });

  it('two instances and a clock set back ask nobody twice', async () => {
    const world = await aTeam();
    await submit(world);
    const other = world.instance('two');
    for (let beat = 0; beat < 4; beat += 1) {
      await Promise.all([world.engine.beat(), other.beat()]);
      world.clock.advance({ seconds: 15 });
    }
    world.clock.set('2026-11-20T07:00:00Z');
    await world.engine.beat();
    await world.runUntil('2026-11-20T08:10:00Z');
    expect(story(world).sort()).toEqual(['send abe SUBMITTED 0', 'send ann SUBMITTED 0']);
  });

  it('a submission that never came to be asks nobody', async () => {
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

it('hears of hours that an answer brought into a week that waits', async () => {
  const world = await aTeam();
  await world.runUntil('2026-11-20T09:05:00Z');
  await submit(world);
  await soon(world, 4);
  await answerAs(world, 'bob');
  await soon(world);
  expect(story(world)).toEqual(expect.arrayContaining(['update chat-ann SUBMITTED 120']));
});
