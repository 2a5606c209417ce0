import type { BlockerVerb } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import { maxSends } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import { blockerAction } from '../../../bot/src/services/blockers/blockerCardActions.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { BlockerModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import {
  meeting as meetingKind,
  meetingName,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { prefixRange, StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { readable } from '../../support/data/messagesWithReadableCards.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { aWorld, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../../support/worlds/teamWorldWithEngine.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { answerAs, channelUpdates, rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// In these tests, bob is blocked from Friday, 20 November 2026, and needs cy or dan to solve the blocker.

const key = { meetingId: aMeetingId(), memberId: aMemberId('bob') };
type Change = Parameters<typeof changeBlockerOf>[2];

const change = (world: World, name: string, more: Partial<Change> & Pick<Change, 'action'>) =>
  changeBlockerOf(world.answering, world.actor(name), { ...key, ...more });
const need = (world: World, name: string) => change(world, 'bob', { action: 'NEED', neededId: aMemberId(name) });

const soon = (world: World, minutes = 1): Promise<void> =>
  world.runUntil(new Date(world.clock.now() + minutes * 60_000).toISOString(), 5);

const blocked = async (options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'], ...options });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  return world;
};

const isOfBlocker = ({ message }: World['messenger']['calls'][number]): boolean =>
  shows(message) === 'blocker' || (shows(message) === 'notice' && JSON.stringify(message).includes('card.blocker'));

/**
 * Returns the messages as lines: "send cy OPEN NEEDED", "update chat-cy RESOLVED NEEDED", "send bob card.blockerBack".
 */
const story = (world: World): string[] =>
  world.messenger.calls.filter(isOfBlocker).map(({ do: what, to, message }) => {
    if (shows(message) === 'notice') return `${what} ${to} ${modelIn<NoticeModel>(message).title.key}`;
    const { state, standing } = modelIn<BlockerModel>(message);
    return `${what} ${to} ${state} ${standing}`;
  });

const lastCard = (world: World, name: string): BlockerModel => {
  const call = world.messenger.calls.findLast((item) => shows(item.message) === 'blocker' && item.to.endsWith(name));
  if (call === undefined) throw new Error(`${name} was not asked.`);
  return modelIn<BlockerModel>(call.message);
};

const press = (world: World, name: string, verb: BlockerVerb, data: object) => {
  const known = { actor: world.actor(name), reader: { locale: 'en', timezone: aZone('UTC') } };
  return blockerAction({ ...world.answering, publicUrl: world.deps.publicUrl }, known, { verb, data });
};

const rowOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerKind, { ...key, teamId: world.teamId }))?.value;
const recordOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerCards, { ...key, teamId: world.teamId }))?.value;

it('informs the needed member that another works on the blocker only after another took it on', async () => {
  const world = await blocked();
  await need(world, 'cy');
  await soon(world);
  expect(lastCard(world, 'cy')).toMatchObject({ state: 'OPEN', standing: 'NEEDED', isTakenByOther: false });
  const admin = world.actor('ann', { role: 'admin' });
  await changeBlockerOf(world.answering, admin, { ...key, action: 'ACKNOWLEDGE' });
  await soon(world);
  expect(lastCard(world, 'cy')).toMatchObject({ state: 'ACKNOWLEDGED', standing: 'NEEDED', isTakenByOther: true });
});

it('sends the needed member one card: who, what, since when', async () => {
  const world = await blocked();
  await need(world, 'cy');
  await soon(world, 3);
  expect(story(world)).toEqual(['send cy OPEN NEEDED']);
  expect(lastCard(world, 'cy')).toMatchObject({
    ...{ owner: 'bob', text: 'No keys', since: '2026-11-20', days: 0, state: 'OPEN', changedBy: 'bob' },
  });
  await need(world, 'cy');
  await soon(world, 3);
  expect(story(world)).toHaveLength(1);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
  expect(await faultsIn(world.store)).toEqual([]);
});

it('sends nothing about a blocker that needs no one', async () => {
  const world = await blocked();
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world, 3);
  expect(story(world)).toEqual([]);
});

it('keeps the card up to date with changes on the web and with answers', async () => {
  const world = await blocked();
  await need(world, 'cy');
  await soon(world);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys at all' } });
  await soon(world);
  expect(lastCard(world, 'cy').text).toBe('No keys at all');
  await answerAs(world, 'bob');
  await soon(world);
  expect(story(world).at(-1)).toBe('update chat-cy RESOLVED NEEDED');
});

it('updates the posted summary of the run after a change', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ isReminderEnabled: false, isReportSummaryInChat: true });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  await world.runUntil('2026-11-20T11:05:00Z', 60);
  const before = channelUpdates(world).length;
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world, 3);
  expect(channelUpdates(world)).toHaveLength(before + 1);
});

it('informs the earlier needed member that another is needed, and asks that one', async () => {
  const world = await blocked();
  await need(world, 'cy');
  await soon(world);
  await need(world, 'dan');
  await soon(world, 3);
  expect(story(world)).toEqual([...['send cy OPEN NEEDED', 'update chat-cy OPEN NOT_NEEDED', 'send dan OPEN NEEDED']]);
  await need(world, 'cy');
  await soon(world, 3);
  expect(story(world).filter((line) => line.startsWith('send cy'))).toHaveLength(2);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('asks again for the next blocker, and shows the old card as over', async () => {
  const world = await blocked();
  await need(world, 'cy');
  await soon(world);
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world, 3);
  await world.runUntil('2026-11-23T09:05:00Z', 600);
  await answerAs(world, 'bob', { date: '2026-11-23', change: { blocked: 'Yes', what: 'No desk' } });
  await need(world, 'cy');
  await soon(world, 3);
  expect(story(world).slice(-2).sort()).toEqual(['send cy OPEN NEEDED', 'update chat-cy OPEN OVER']);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('respects a needed member who muted messages or whose chat refuses the card, and asks once', async () => {
  const world = await blocked();
  await world.changeMember('cy', { isMuted: true });
  await need(world, 'cy');
  await soon(world, 3);
  expect(story(world)).toEqual([]);
  world.messenger.failWhen(({ to }) => (to === 'dan' ? { kind: 'BLOCKED' } : undefined));
  await need(world, 'dan');
  await soon(world, 3);
  expect(world.messenger.refused).toHaveLength(1);
  expect((await recordOf(world))?.cards.map(({ reason }) => reason)).toEqual([expect.any(String), 'BLOCKED']);
});

it('is silent in a team without the bot, and after the report is deleted', async () => {
  const world = await blocked();
  await world.changeTeam({ state: 'DISCONNECTED' });
  await need(world, 'cy');
  await soon(world, 4);
  expect(story(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
});

describe('the buttons', () => {
  const asked = async (): Promise<World> => {
    const world = await blocked();
    await need(world, 'cy');
    await soon(world);
    return world;
  };

  it('take it on, then resolve it, and the card shows it in the same turn', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'cy');
    const taken = await press(world, 'cy', 'blockerOnIt', data);
    expect(modelIn<BlockerModel>(taken)).toMatchObject({ state: 'ACKNOWLEDGED', standing: 'NEEDED' });
    expect(taken.replacesCard).toBeUndefined();
    const resolved = await press(world, 'cy', 'blockerResolved', data);
    expect(modelIn<BlockerModel>(resolved)).toMatchObject({ state: 'RESOLVED', changedBy: 'cy' });
    expect(await rowOf(world)).toMatchObject({ isOpen: false, life: { state: 'RESOLVED', text: 'No keys' } });
  });

  it('pressed twice change it once', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'cy');
    await press(world, 'cy', 'blockerResolved', data);
    const before = await rowOf(world);
    world.clock.advance({ minutes: 1 });
    const [again, late] = [
      await press(world, 'cy', 'blockerResolved', data),
      await press(world, 'cy', 'blockerOnIt', data),
    ];
    expect(await rowOf(world)).toEqual(before);
    expect([again, late].map((reply) => modelIn<BlockerModel>(reply).state)).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it('hand it back with a note, of which the owner is notified once', async () => {
    const world = await asked();
    const reply = await press(world, 'cy', 'blockerNotMe', { ...lastCard(world, 'cy').data, note: ' Ask dan ' });
    expect(modelIn<BlockerModel>(reply)).toMatchObject({ standing: 'NOT_NEEDED' });
    await soon(world, 3);
    expect(story(world).filter((line) => line.includes('bob'))).toEqual(['send bob card.blockerBack']);
    const call = world.messenger.calls.find((item) => item.to === 'bob' && isOfBlocker(item));
    expect(call === undefined ? undefined : modelIn<NoticeModel>(call.message)).toMatchObject({
      title: { values: { name: 'cy' } },
      lines: [{ key: 'card.blockerBackNote', values: { name: 'cy', note: 'Ask dan' } }, expect.anything()],
    });
    const again = await press(world, 'cy', 'blockerNotMe', { ...lastCard(world, 'cy').data, note: 'Again' });
    expect(modelIn<BlockerModel>(again).standing).toBe('NOT_NEEDED');
    expect((await rowOf(world))?.life?.note).toBe('Ask dan');
    // The log is kept longer than the blocker, so the product does not copy the note into the log.
    const about = { teamId: world.teamId, objectId: key.meetingId, ms: 0, eventKey: '' };
    const log = await inOrg(world.store, world.orgId).list(teamActivity, about, prefixRange(`L|${key.meetingId}|`));
    expect(log.map(({ value }) => value.values.action)).toContain('HAND_BACK');
    expect(JSON.stringify(log.map(({ value }) => value))).not.toContain('Ask dan');
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it('do nothing for another person, a forged card, a note that is too large for a card, or after the report is deleted', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'cy');
    const before = await rowOf(world);
    const replies = [
      await press(world, 'dan', 'blockerResolved', data),
      await press(world, 'bob', 'blockerResolved', data),
      await press(world, 'cy', 'blockerResolved', { ...data, memberId: aMemberId('dan') }),
      await press(world, 'cy', 'blockerResolved', {}),
      await press(world, 'cy', 'blockerNotMe', { ...data, note: 'x'.repeat(30_000) }),
    ];
    const records = inOrg(world.store, world.orgId);
    const { teamId } = world;
    const name = (await records.get(meetingKind, { teamId, ...key }))?.value.name ?? '';
    await records.transact([
      records.deleteStep(meetingKind, { teamId, ...key }),
      records.deleteStep(meetingName, { teamId, name }),
    ]);
    replies.push(await press(world, 'cy', 'blockerResolved', data));
    expect(replies.map((reply) => [shows(reply), reply.replacesCard])).toEqual(replies.map(() => ['notice', false]));
    expect(replies.slice(-2).map((reply) => readable(reply).summary)).toEqual([
      expect.stringContaining('at most 500 characters'),
      expect.stringContaining('no longer exists'),
    ]);
    expect(await rowOf(world)).toEqual(before);
  });

  it('show a refused note of 10 kB again on the card, until the blocker is over', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'cy');
    const before = await rowOf(world);
    const note = 'x'.repeat(10_240);
    const reply = await press(world, 'cy', 'blockerNotMe', { ...data, note });
    expect(reply.replacesCard).toBeUndefined();
    expect(modelIn(reply)).toMatchObject({ standing: 'NEEDED', problem: 'blocker.noteTooLong', typedNote: note });
    expect(await rowOf(world)).toEqual(before);
    await change(world, 'bob', { action: 'RESOLVE' });
    const over = modelIn<BlockerModel>(await press(world, 'cy', 'blockerNotMe', { ...data, note }));
    expect(over).toMatchObject({ state: 'RESOLVED' });
    expect(over.typedNote).toBeUndefined();
  });

  it('the buttons of a card about an earlier blocker change nothing and show that it is over', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'cy');
    await change(world, 'bob', { action: 'RESOLVE' });
    await world.runUntil('2026-11-23T09:05:00Z', 600);
    await answerAs(world, 'bob', { date: '2026-11-23', change: { blocked: 'Yes', what: 'No desk' } });
    await need(world, 'cy');
    const reply = await press(world, 'cy', 'blockerResolved', data);
    expect(modelIn<BlockerModel>(reply).standing).toBe('OVER');
    expect((await rowOf(world))?.isOpen).toBe(true);
  });
});

describe('when something fails', () => {
  it('repeats a card that was lost on the way, and what was sent stays single', async () => {
    const world = await blocked();
    let tries = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'cy') return undefined;
      tries += 1;
      return tries < 3 ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await need(world, 'cy');
    await soon(world, 4);
    expect(story(world)).toEqual(['send cy OPEN NEEDED']);
  });

  it('two instances and a clock set back ask no one twice', async () => {
    const world = await blocked();
    await need(world, 'cy');
    const other = world.instance('two');
    for (let tick = 0; tick < 4; tick += 1) {
      await Promise.all([world.engine.poll(), other.poll()]);
      world.clock.advance({ seconds: 15 });
    }
    world.clock.advance({ minutes: -5 });
    await Promise.all([world.engine.poll(), other.poll()]);
    await soon(world, 8);
    expect(story(world)).toEqual(['send cy OPEN NEEDED']);
  });

  it.each(['before', 'after'] as const)(
    'a process killed %s the chat accepted the card sends it again, and no third time',
    async (moment) => {
      const world = await blocked();
      await need(world, 'cy');
      // The leases of the first process must expire. Otherwise the second process, which is killed, would get no work.
      world.clock.advance({ minutes: 2 });
      expect(await liveUntilKilled(world, 'killed', { at: 1, moment })).toBe(true);
      await soon(world, 4);
      // If the process ends after the chat has accepted the card, the reply is lost, so the card is sent twice.
      const expected = Array<string>(moment === 'before' ? 1 : 2).fill('send cy OPEN NEEDED');
      expect(story(world)).toEqual(expected);
      expect((await recordOf(world))?.cards).toHaveLength(1);
    },
  );

  it('a crash after the intent and before the change sends nothing', async () => {
    const world = await blocked();
    const transact: TableStore['transact'] = (table, pk, steps) => {
      if (table === 'Team') throw new StoreError('UNAVAILABLE', 'The store is away.');
      return world.store.transact(table, pk, steps);
    };
    const failing: TableStore = { ...world.store, transact, inOrder: runTransactionsInSequence(transact) };
    await expect(
      changeBlockerOf({ ...world.answering, store: failing }, world.actor('bob'), {
        ...{ ...key, action: 'NEED', neededId: aMemberId('cy') },
      }),
    ).rejects.toThrow();
    await soon(world, 4);
    expect(story(world)).toEqual([]);
    expect((await rowOf(world))?.life ?? null).toBeNull();
  });

  it('a resolved blocker is resolved on the card of the needed member, also if the embedded store is slow', async () => {
    const world = await blocked();
    await need(world, 'cy');
    await soon(world);
    // After each transaction of its own, the engine has enough time to handle and delete an intent.
    const slow: TableStore = {
      ...world.store,
      transact: async (table, pk, steps) => {
        await world.store.transact(table, pk, steps);
        await soon(world, 3);
      },
    };
    await changeBlockerOf({ ...world.answering, store: slow }, world.actor('bob'), { ...key, action: 'RESOLVE' });
    await soon(world, 3);
    expect(lastCard(world, 'cy').state).toBe('RESOLVED');
  });

  it('gives up after three sends without a reply', async () => {
    const world = await blocked();
    world.messenger.failWhen(({ to }) => (to === 'cy' ? { kind: 'LOST' } : undefined));
    await need(world, 'cy');
    await soon(world, 90);
    expect(world.messenger.refused.filter(({ to }) => to === 'cy').length).toBeLessThanOrEqual(maxSends);
    expect((await recordOf(world))?.cards).toMatchObject([{ who: aMemberId('cy'), reason: 'UNCONFIRMED' }]);
  });

  it('sends nothing after a restore of the store about changes from before it', async () => {
    const world = await blocked();
    await need(world, 'cy');
    const engine = world.instance('restored', { restoredAt: world.clock.now() + 60_000 });
    await world.runUntil(new Date(world.clock.now() + 180_000).toISOString(), 5, engine);
    expect(story(world)).toEqual([]);
  });
});

it('counts the holidays out of the age on the card', async () => {
  const world = await blocked();
  const date = aDate('2026-11-23');
  await inOrg(world.store, world.orgId).insert(holiday, { teamId: world.teamId, date }, { date, name: null });
  await world.holiday(date);
  await world.runUntil('2026-11-24T09:05:00Z', 3600);
  await need(world, 'cy');
  await soon(world);
  expect(lastCard(world, 'cy').days).toBe(1);
});
