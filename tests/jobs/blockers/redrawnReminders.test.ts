import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { blockerAction } from '../../../bot/src/services/blockers/blockerCardActions.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { BlockerModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMeetingId, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { aWorld, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// In these tests, Bob has been blocked since Friday, 20 November 2026. The report reminds after one working day and
// escalates to Dan after two. The report's zone is one hour ahead of UTC.

const key = { meetingId: aMeetingId(), memberId: aMemberId('bob') };

const change = (world: World, name: string, more: Pick<Parameters<typeof changeBlockerOf>[2], 'action' | 'neededId'>) =>
  changeBlockerOf(world.answering, world.actor(name), { ...key, ...more });

const until = (world: World, at: string): Promise<void> => world.runUntil(`2026-11-${at}:00Z`, 300);
const soon = (world: World): Promise<void> => world.runUntil(new Date(world.clock.now() + 60_000).toISOString(), 5);

const blocked = async (rule: Partial<Meeting> = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'] });
  await world.meeting({
    // Without a summary in the channel, only the cards of the blocker are redrawn.
    ...{ isReminderEnabled: false, isReportSummaryInChat: false },
    createdBy: aMemberId('dan'),
    ...{ blockerReminderDays: 1, blockerEscalationDays: 2, ...rule },
  });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  return world;
};

/** Returns a world in which Bob got reminders on the 23rd and the 24th, and Dan the escalation on the 24th. */
const escalated = async (): Promise<World> => {
  const world = await blocked();
  await until(world, '24T12:00');
  return world;
};

const blockerCalls = (world: World) => world.messenger.calls.filter(({ message }) => shows(message) === 'blocker');

/** Returns the redrawn cards as lines of chat, `state` and `standing` of the card's model. */
const redraws = (world: World): string[] =>
  blockerCalls(world).flatMap(({ do: what, to, message }) => {
    const { state, standing } = modelIn<BlockerModel>(message);
    return what === 'update' ? [`${to} ${state} ${standing}`] : [];
  });

const lastCardTo = (world: World, name: string): BlockerModel => {
  const call = blockerCalls(world).findLast(({ to }) => to.endsWith(name));
  if (call === undefined) throw new Error(`${name} got no card.`);
  return modelIn<BlockerModel>(call.message);
};

const recordOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerCards, { ...key, teamId: world.teamId }))?.value;
const cardsOf = async (world: World) =>
  (await recordOf(world))?.reminders?.flatMap(({ card }) => (card == null ? [] : [card.activityId]));

const allResolved = ['chat-bob RESOLVED INFORMED', 'chat-bob RESOLVED INFORMED', 'chat-dan RESOLVED INFORMED'];

it('redraws all reminders and the escalation after a change on the web', async () => {
  const world = await escalated();
  expect(redraws(world)).toEqual([]);
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world);
  expect(redraws(world).sort()).toEqual(allResolved);
  expect(lastCardTo(world, 'dan')).toMatchObject({ actions: [], days: 2, changedBy: 'bob' });
  await soon(world);
  expect(redraws(world)).toHaveLength(3);
  await change(world, 'bob', { action: 'REOPEN' });
  await soon(world);
  expect(redraws(world).slice(3).sort()).toEqual(allResolved.map((line) => line.replace('RESOLVED', 'REOPENED')));
  expect(await faultsIn(world.store)).toEqual([]);
});

it.each([
  ['while the report reminds', false],
  ['after the report stopped reminding', true],
])('redraws them after an answer in the chat, %s', async (_when, isOff) => {
  const world = await escalated();
  const place = { meetingId: key.meetingId, teamId: world.teamId };
  if (isOff)
    await inOrg(world.store, world.orgId).touch(meetingKind, place, {
      ...{ blockerReminderDays: 0, blockerEscalationDays: 0 },
    });
  await answerAs(world, 'bob', { date: '2026-11-24' });
  await soon(world);
  expect(redraws(world).sort()).toEqual(allResolved);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('shows an old reminder as over once the member reports another blocker', async () => {
  const world = await escalated();
  await answerAs(world, 'bob', { date: '2026-11-24' });
  await until(world, '25T09:05');
  await answerAs(world, 'bob', { date: '2026-11-25', change: { blocked: 'Yes', what: 'No desk' } });
  await soon(world);
  expect(redraws(world).slice(3).sort()).toEqual(
    allResolved.map((line) => line.replace('RESOLVED INFORMED', 'OPEN OVER')),
  );
});

it('redraws them after a press on the card of another person', async () => {
  const world = await escalated();
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await soon(world);
  expect(redraws(world)).toContain('chat-dan OPEN INFORMED');
  expect(lastCardTo(world, 'dan').needed).toBe('cy');
  const known = { actor: world.actor('cy'), reader: { locale: 'en', timezone: aZone('UTC') } };
  const deps = { ...world.answering, publicUrl: world.deps.publicUrl };
  await blockerAction(deps, known, { verb: 'blockerOnIt', data: lastCardTo(world, 'cy').data });
  await soon(world);
  expect(
    redraws(world)
      .filter((line) => line.includes('ACKNOWLEDGED'))
      .sort(),
  ).toEqual([
    'chat-bob ACKNOWLEDGED INFORMED',
    'chat-bob ACKNOWLEDGED INFORMED',
    'chat-cy ACKNOWLEDGED NEEDED',
    'chat-dan ACKNOWLEDGED INFORMED',
  ]);
});

it('shows a reminded member who is not needed any more that another member is', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await until(world, '23T12:00');
  const before = redraws(world).length;
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('dan') });
  await soon(world);
  expect(redraws(world).slice(before)).toEqual(['chat-cy OPEN NOT_NEEDED', 'chat-cy OPEN NOT_NEEDED']);
});

it('does not redraw reminders whose only change is the age of the blocker', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '27T12:00');
  expect(blockerCalls(world)).toHaveLength(5);
  expect(redraws(world)).toEqual([]);
});

it('keeps the last five reminders and the escalation up to date', async () => {
  const world = await blocked();
  await world.runUntil('2026-12-03T12:00:00Z', 300);
  const sent = blockerCalls(world).map(({ activityId }) => activityId);
  expect(sent).toHaveLength(10);
  const escalation = blockerCalls(world).find(({ to }) => to === 'dan')?.activityId;
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world);
  const updated = blockerCalls(world).flatMap(({ do: what, activityId }) => (what === 'update' ? [activityId] : []));
  expect(new Set(updated)).toEqual(new Set([escalation, ...sent.slice(-5)]));
  expect(updated).toHaveLength(6);
});

it('reads the record of an earlier version, whose reminders have no card, and leaves those as they are', async () => {
  const world = await escalated();
  const record = await recordOf(world);
  const reminders = record?.reminders?.map(({ card: _card, ...sent }) => sent) ?? null;
  await inOrg(world.store, world.orgId).touch(blockerCards, { ...key, teamId: world.teamId }, { reminders });
  await change(world, 'bob', { action: 'RESOLVE' });
  await soon(world);
  expect(redraws(world)).toEqual([]);
  expect(await faultsIn(world.store)).toEqual([]);
});

describe('when something fails', () => {
  it.each(['before', 'after'] as const)('a process killed %s a redraw leaves no outdated card', async (moment) => {
    const world = await escalated();
    await change(world, 'bob', { action: 'RESOLVE' });
    // The leases of the first process must expire. Otherwise the second process, which is killed, would get no work.
    world.clock.advance({ minutes: 2 });
    expect(await liveUntilKilled(world, 'killed', { at: 2, moment, call: 'update' })).toBe(true);
    expect(redraws(world)).toHaveLength(moment === 'before' ? 1 : 2);
    await soon(world);
    expect(new Set(redraws(world))).toEqual(new Set(allResolved));
    expect(redraws(world)).toHaveLength(moment === 'before' ? 3 : 4);
  });

  it.each(['GONE', 'REJECTED'] as const)(
    'a deleted card (%s) fails neither the press nor the other redraws',
    async (kind) => {
      const world = await escalated();
      let count = 0;
      world.messenger.failWhen(({ do: what }) => {
        count += what === 'update' ? 1 : 0;
        return what === 'update' && count === 1 ? { kind } : undefined;
      });
      expect(await change(world, 'bob', { action: 'RESOLVE' })).toMatchObject({ state: 'RESOLVED' });
      await soon(world);
      expect(redraws(world).sort()).toEqual(allResolved.slice(1));
      expect(world.messenger.refused).toHaveLength(1);
      expect(await cardsOf(world)).toHaveLength(2);
      // A card that cannot be updated does not prove that the chat rejects messages, so Bob does not become
      // unreachable.
      const bob = await inOrg(world.store, world.orgId).get(teamMember, { ...key, teamId: world.teamId });
      expect(bob?.value.unreachable ?? null).toBeNull();
      expect(await faultsIn(world.store)).toEqual([]);
    },
  );

  it('a member who blocked the bot costs one call, and the others see the change', async () => {
    const world = await escalated();
    world.messenger.failWhen(({ to }) => (to === 'chat-bob' ? { kind: 'BLOCKED' } : undefined));
    expect(await change(world, 'bob', { action: 'RESOLVE' })).toMatchObject({ isChanged: true });
    await soon(world);
    expect(redraws(world)).toEqual(['chat-dan RESOLVED INFORMED']);
    expect(world.messenger.refused).toHaveLength(1);
    expect(await cardsOf(world)).toHaveLength(1);
  });

  it('a redraw that the chat refuses for a moment is repeated', async () => {
    const world = await escalated();
    let tries = 0;
    world.messenger.failWhen(({ do: what }) => {
      tries += what === 'update' ? 1 : 0;
      return what === 'update' && tries === 1 ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await change(world, 'bob', { action: 'RESOLVE' });
    await soon(world);
    await soon(world);
    expect(redraws(world).sort()).toEqual(allResolved);
  });
});
