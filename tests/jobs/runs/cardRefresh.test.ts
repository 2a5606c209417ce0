import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import type { ReminderModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, cardInputs, friday, redrawn, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that cards in chats stop asking once their run is answered or over.

const lastCardOf = (world: World, name: string) => {
  const sent = world.messenger.calls.filter(
    (call) => call.do === 'send' && call.to === name && shows(call.message) === 'ask',
  );
  const last = sent.at(-1);
  if (last === undefined) throw new Error(`${name} was not asked.`);
  return last;
};

const press = async (
  world: World,
  name: string,
  change: Record<string, string> = {},
  sentBy = lastCardOf(world, name),
) => {
  const { data } = modelIn<{ data: object }>(sentBy.message);
  await cardAction(world.answering, world.sender(name), {
    verb: 'submit',
    data: { ...data, ...cardInputs(change) },
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

it('leaves the card unchanged from which the answer was sent', async () => {
  const world = await opened();
  await press(world, 'ann');
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toEqual([]);
});

it('updates the card once after an answer on the web, and again after an edit there', async () => {
  const world = await opened();
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann']);
  expect(world.messenger.calls.at(-1)?.activityId).toBe(lastCardOf(world, 'ann').activityId);
  await answerAs(world, 'ann', { change: { done: 'Two reports' } });
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann', '11-20 09:05 answered-update chat-ann']);
});

const reminderTo = (world: World, name: string) => {
  const sent = world.messenger.calls.find(
    (call) => call.do === 'send' && call.to === name && shows(call.message) === 'reminder',
  );
  if (sent === undefined) throw new Error(`${name} was not reminded.`);
  return sent;
};

const statesIn = (message: OutgoingMessage): string[] =>
  modelIn<ReminderModel>(message).parts.map((part) => part.state);

it('shows thanks on the reminder after its card was answered', async () => {
  const world = await opened();
  await world.runUntil('2026-11-20T10:01:00Z');
  await press(world, 'ann');
  await world.runUntil('2026-11-20T10:03:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 10:01 reminder-update chat-ann']);
  const update = world.messenger.calls.find((call) => call.do === 'update');
  expect(update?.activityId).toBe(reminderTo(world, 'ann').activityId);
  expect(update === undefined ? [] : statesIn(update.message)).toEqual(['ANSWERED']);
});

it('updates card and reminder after an answer elsewhere, and not the reminder again after an edit', async () => {
  const world = await opened();
  await world.runUntil('2026-11-20T10:01:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:03:00Z', 5);
  await answerAs(world, 'ann', { change: { done: 'Two reports' } });
  await world.runUntil('2026-11-20T10:06:00Z', 5);
  expect(redrawn(world)).toEqual([
    '11-20 10:01 answered-update chat-ann',
    '11-20 10:01 reminder-update chat-ann',
    '11-20 10:03 answered-update chat-ann',
  ]);
});

it('shows thanks on a reminder that was sent during the answer', async () => {
  const world = await opened();
  let isFirst = true;
  world.messenger.during(async ({ to }) => {
    if (to !== 'ann' || !isFirst) return;
    isFirst = false;
    await press(world, 'ann');
  });
  await world.runUntil('2026-11-20T10:03:00Z', 5);
  const reminder = reminderTo(world, 'ann');
  expect(reminder.at.slice(11, 16)).toBe('10:00');
  const update = world.messenger.calls.findLast((call) => call.do === 'update' && call.to === 'chat-ann');
  expect(update?.activityId).toBe(reminder.activityId);
  expect(update === undefined ? [] : statesIn(update.message)).toEqual(['ANSWERED']);
});

it('removes the button of reminders at the close, once, and keeps the form that accepts late answers', async () => {
  const world = await opened();
  await world.runUntil('2026-11-20T11:05:00Z', 60);
  const updates = world.messenger.calls.filter((call) => call.do === 'update');
  // Four cards are redrawn, because each of the two members got two reminders: at half the time, and 15 minutes before
  // the end.
  expect(redrawn(world)).toHaveLength(4);
  expect(updates.flatMap((update) => statesIn(update.message))).toEqual(Array(4).fill('CLOSED'));
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T11:10:00Z', 5);
  const later = world.messenger.calls.filter((call) => call.do === 'update' && call.to === 'chat-ann').slice(2);
  expect(later.map((call) => shows(call.message)).sort()).toEqual(['answered', 'reminder', 'reminder']);
});

it('shows on a reminder that its run was cancelled', async () => {
  const world = await opened();
  await world.runUntil('2026-11-20T10:01:00Z');
  expect(await cancelled(world)).toBe(true);
  await world.runUntil('2026-11-20T10:05:00Z', 5);
  const updates = world.messenger.calls.filter((call) => call.do === 'update' && shows(call.message) === 'reminder');
  expect(updates.map((update) => update.to).sort()).toEqual(['chat-ann', 'chat-bob']);
  expect(updates.flatMap((update) => statesIn(update.message))).toEqual(['CANCELLED', 'CANCELLED']);
});

it('removes the form and the Edit button of a cancelled run’s cards', async () => {
  const world = await opened();
  await press(world, 'ann');
  expect(await cancelled(world)).toBe(true);
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 answered-update chat-ann', '11-20 09:01 closed-update chat-bob']);
  const ann = world.messenger.calls.find((call) => call.to === 'chat-ann');
  expect(ann === undefined ? undefined : modelIn<{ canEdit: boolean }>(ann.message).canEdit).toBe(false);
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(redrawn(world)).toHaveLength(2);
});

it('shows the answer again on the cards of members who answered before the run was cancelled and started again', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve'] });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  await press(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  await cancelled(world);
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  const before = redrawn(world).length;
  const asker = { locale: 'en', timezone: aZone('Europe/Berlin') } as const;
  await startCommand(world.starting, world.actor('ann'), asker, { query: '', thread: null });
  await world.runUntil('2026-11-20T09:15:00Z', 5);
  expect(redrawn(world).slice(before).sort()).toEqual([
    '11-20 09:10 answered-update chat-ann',
    '11-20 09:10 answered-update chat-bob',
  ]);
});

it('retries after 429 and 503, and skips a deleted card', async () => {
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
  expect(world.messenger.refused.filter((item) => item.to === 'chat-bob')).toHaveLength(1);
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value.digest).toBe('CANCELLED');
});

it('updates each card once with two instances', async () => {
  const world = await opened();
  const other = world.instance('two');
  await cancelled(world);
  await Promise.all([world.engine.poll(), other.poll()]);
  await world.runUntil('2026-11-20T09:05:00Z', 5, other);
  expect(redrawn(world)).toHaveLength(2);
});
