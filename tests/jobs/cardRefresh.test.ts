import { cardAction } from '../../bot/src/services/cardActions.ts';
import { cancelRun } from '../../bot/src/services/occurrences.ts';
import { cardInput } from '#contracts/answer.ts';
import { aDate, aMeetingId } from '../support/builders.ts';
import { modelIn, shows } from '../support/fakePresenter.ts';
import { answerAs, friday, redrawn, rowsOf, values } from '../support/runs.ts';
import { aWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

// No card in a chat keeps asking for what is answered or over.

const lastCardOf = (world: World, name: string) => {
  const sent = world.messenger.calls.filter(
    (one) => one.do === 'send' && one.to === name && shows(one.message) === 'ask',
  );
  const last = sent.at(-1);
  if (last === undefined) throw new Error(`${name} was not asked.`);
  return last;
};

/** Fills in the last card of a person and presses its button. */
const press = async (
  world: World,
  name: string,
  change: Record<string, string> = {},
  sentBy = lastCardOf(world, name),
) => {
  const { data } = modelIn<{ data: object }>(sentBy.message);
  const filled = Object.fromEntries(
    Object.entries(values(change)).map(([id, value]) => [`${cardInput.question}${id}`, value]),
  );
  await cardAction(world.answering, world.sender(name), {
    verb: 'submit',
    data: { ...data, ...filled },
    pressed: sentBy.activityId,
  });
};

const opened = async (change = {}): Promise<World> => {
  const world = await aWorld();
  await world.meeting(change);
  await world.runUntil('2026-11-20T09:01:00Z');
  return world;
};

const cancelled = (world: World) =>
  cancelRun(world.deps, {
    orgId: world.orgId,
    teamId: world.teamId,
    meetingId: aMeetingId(),
    date: aDate(friday),
    reason: 'CANCELLED_TODAY',
    actor: 'ann',
  });

it('leaves the card alone that the answer was sent from', async () => {
  const world = await opened();
  await press(world, 'ann');
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toEqual([]);
});

it('draws the card anew, once, when the answer came from the web, and again when that was edited there', async () => {
  const world = await opened();
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann']);
  expect(world.messenger.calls.at(-1)?.activityId).toBe(lastCardOf(world, 'ann').activityId);
  await answerAs(world, 'ann', { change: { done: 'Two reports' } });
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann', '11-20 09:05 answered-update chat-ann']);
});

it('draws the first card anew when the answer was sent from the reminder', async () => {
  const world = await opened();
  const first = lastCardOf(world, 'ann');
  await world.runUntil('2026-11-20T10:01:00Z');
  expect(lastCardOf(world, 'ann').activityId).not.toBe(first.activityId);
  await press(world, 'ann');
  await world.runUntil('2026-11-20T10:03:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 10:01 answered-update chat-ann']);
  expect(world.messenger.calls.findLast((one) => one.do === 'update')?.activityId).toBe(first.activityId);
});

it('says thanks on a reminder that an answer crossed on its way', async () => {
  const world = await opened();
  let isFirst = true;
  world.messenger.during(async ({ to }) => {
    if (to !== 'ann' || !isFirst) return;
    isFirst = false;
    await press(world, 'ann');
  });
  await world.runUntil('2026-11-20T10:03:00Z', 5);
  const reminder = lastCardOf(world, 'ann');
  expect(reminder.at.slice(11, 16)).toBe('10:00');
  const update = world.messenger.calls.findLast((one) => one.do === 'update' && one.to === 'chat-ann');
  expect(update?.activityId).toBe(reminder.activityId);
  expect(update === undefined ? '' : shows(update.message)).toBe('answered');
});

it('takes back the cards of a run that was called off, and the Edit of those who answered', async () => {
  const world = await opened();
  await press(world, 'ann');
  expect(await cancelled(world)).toBe(true);
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann', '11-20 09:01 closed-update chat-bob']);
  const ann = world.messenger.calls.find((one) => one.to === 'chat-ann');
  expect(ann === undefined ? undefined : modelIn<{ canEdit: boolean }>(ann.message).canEdit).toBe(false);
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(redrawn(world)).toHaveLength(2);
});

it('tries again after 429 and 503, and leaves a card that is gone', async () => {
  const world = await opened();
  let tries = 0;
  world.messenger.failWhen((call) => {
    if (call.do !== 'update') return undefined;
    tries += 1;
    if (call.to === 'chat-bob') return { kind: 'GONE' };
    return tries < 4 ? { kind: 'THROTTLED', retryAfterMs: 1000 } : undefined;
  });
  await cancelled(world);
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 closed-update chat-ann']);
  expect(world.messenger.refused.filter((one) => one.to === 'chat-bob')).toHaveLength(1);
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value.digest).toBe('CANCELLED');
});

it('draws each card once though two instances look', async () => {
  const world = await opened();
  const other = world.instance('two');
  await cancelled(world);
  await Promise.all([world.engine.beat(), other.beat()]);
  await world.runUntil('2026-11-20T09:05:00Z', 5, other);
  expect(redrawn(world)).toHaveLength(2);
});
