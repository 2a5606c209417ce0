import type { SnoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { snoozeRun } from '../../../bot/src/services/answers/snoozeRun.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { readDayReports } from '../../../bot/src/services/reports/readDayReports.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { defaultPlatform, fakeChatPlatforms } from '../../support/fakes/fakeChatPlatforms.ts';
import type { FakePlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, kindsLeft, promptsTo, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests a member who snoozes the prompt of a run that opens at 09:00, reminds at 10:00 and 10:45, and closes at 11:00.

const opened = async (
  change: Parameters<World['meeting']>[0] = {},
  platform: FakePlatform = defaultPlatform,
): Promise<World> => {
  const world = await aWorld({ people: ['ann'], platform });
  await world.meeting(change);
  await world.runUntil('2026-11-20T09:01:00Z');
  return world;
};

const snooze = (world: World, length: SnoozeLength, name = 'ann') =>
  snoozeRun(world.answering, world.actor(name), { meetingId: aMeetingId(), date: aDate(friday), length });

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error as { code: string }).code,
  );

const press = (world: World, length: unknown, by = 'ann') => {
  const sent = world.messenger.calls.find((call) => call.to === 'ann' && shows(call.message) === 'ask');
  if (sent === undefined) throw new Error('Ann was not asked.');
  const { data } = modelIn<{ data: object }>(sent.message);
  return cardAction(world.answering, world.sender(by), {
    verb: 'snooze',
    data: { ...data, length },
    pressed: sent.activityId,
  });
};

const atTimes = (world: World): string[] => promptsTo(world).map((line) => line.slice(6, 11));

it('sends the card again at the end of the snooze, once, and moves the reminder behind it', async () => {
  const world = await opened();
  world.clock.set('2026-11-20T09:30:00Z');
  expect((await snooze(world, 'HOUR')).until).toBe('2026-11-20T10:30:00.000Z');
  await world.runUntil('2026-11-20T11:05:00Z');
  // The snooze moves the first reminder to the time of the second, so only one is sent at 10:45.
  expect(atTimes(world)).toEqual(['09:00', '10:30', '10:45']);
  const { deliveries } = await rowsOf(world);
  const reasonOf = (kind: string) => deliveries.get(`${world.member('ann')}|${kind}`)?.value.reason;
  expect(reasonOf('reminder1')).toBe('NEXT_REMINDER_DUE');
  expect(await kindsLeft(world, 'Outbox')).toEqual([]);
});

it('moves a reminder to the middle of the rest of the window', async () => {
  const world = await opened();
  world.clock.set('2026-11-20T09:55:00Z');
  await snooze(world, 'HALF_HOUR');
  await world.runUntil('2026-11-20T10:44:00Z');
  // The reminder is due at 10:25 plus half of the 35 minutes until 11:00, and sent at the next heartbeat.
  expect(atTimes(world)).toEqual(['09:00', '10:25', '10:43']);
  const { deliveries } = await rowsOf(world);
  expect(deliveries.get(`${world.member('ann')}|reminder1`)?.value).toMatchObject({ state: 'SENT', isLate: false });
});

it('keeps one snooze for two presses of the same button', async () => {
  const world = await opened();
  const [first, second] = await Promise.all([press(world, 'HALF_HOUR'), press(world, 'HALF_HOUR')]);
  world.clock.set('2026-11-20T09:02:30Z');
  const third = await press(world, 'HALF_HOUR');
  expect([first, second, third].map((reply) => modelIn<{ until: string }>(reply).until)).toEqual(
    Array.from({ length: 3 }, () => '2026-11-20T09:31:00.000Z'),
  );
  await world.runUntil('2026-11-20T09:59:00Z');
  expect(atTimes(world)).toEqual(['09:00', '09:31']);
});

it('replaces a snooze by another length, so that the card comes once', async () => {
  const world = await opened();
  await snooze(world, 'HALF_HOUR');
  await snooze(world, 'HOUR');
  await world.runUntil('2026-11-20T10:20:00Z');
  expect(atTimes(world)).toEqual(['09:00', '10:01']);
});

it('may be snoozed again after the card came again, also from the old card', async () => {
  const world = await opened();
  await press(world, 'HALF_HOUR');
  await world.runUntil('2026-11-20T09:35:00Z');
  await press(world, 'HALF_HOUR');
  await world.runUntil('2026-11-20T10:20:00Z');
  expect(atTimes(world)).toEqual(['09:00', '09:31', '10:05']);
  const { deliveries } = await rowsOf(world);
  expect(deliveries.get(`${world.member('ann')}|snoozedPrompt`)?.value.dueAt).toBe('2026-11-20T10:05:00.000Z');
});

it('is refused beyond the close, after lunch is over, and for an unknown length', async () => {
  const world = await opened();
  expect(await codeOf(snooze(world, 'AFTER_LUNCH'))).toBe('SNOOZE_TOO_LATE');
  world.clock.set('2026-11-20T10:30:00Z');
  const late = await press(world, 'HALF_HOUR');
  expect(late.replacesCard).toBe(false);
  expect(modelIn(late)).toMatchObject({
    title: { key: 'answer.notSnoozedTitle' },
    lines: [{ key: 'error.SNOOZE_TOO_LATE' }],
  });
  expect(modelIn(await press(world, 'FOR_EVER'))).toMatchObject({ lines: [{ key: 'invalid.choice' }] });
  expect((await rowsOf(world)).snoozes.size).toBe(0);
});

it('waits until after lunch on the clock of the member', async () => {
  const world = await aWorld({ people: ['ann'], zones: { ann: 'Europe/Istanbul' } });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  expect((await snooze(world, 'AFTER_LUNCH')).until).toBe('2026-11-20T10:00:00.000Z');
  await world.runUntil('2026-11-20T10:20:00Z');
  expect(atTimes(world)).toEqual(['09:00', '10:00']);
});

it('sends no prompt after an answer or a skip', async () => {
  const answered = await opened();
  await snooze(answered, 'HALF_HOUR');
  await answerAs(answered, 'ann');
  await answered.runUntil('2026-11-20T10:50:00Z');
  expect(atTimes(answered)).toEqual(['09:00']);
  const skipped = await opened();
  await snooze(skipped, 'HALF_HOUR');
  await skipRun(skipped.answering, skipped.actor('ann'), { meetingId: aMeetingId(), date: aDate(friday) });
  await skipped.runUntil('2026-11-20T10:50:00Z');
  expect(atTimes(skipped)).toEqual(['09:00']);
  expect(await codeOf(snooze(skipped, 'HALF_HOUR'))).toBe('RUN_SKIPPED');
  expect(shows(await press(skipped, 'HALF_HOUR'))).toBe('skipped');
});

describe('the cards of earlier snoozes', () => {
  const twice = async (platform?: FakePlatform): Promise<World> => {
    const world = await opened({}, platform);
    await press(world, 'HALF_HOUR');
    await world.runUntil('2026-11-20T09:35:00Z');
    await press(world, 'HALF_HOUR');
    await world.runUntil('2026-11-20T10:10:00Z');
    expect(atTimes(world)).toEqual(['09:00', '09:31', '10:05']);
    return world;
  };
  const asked = (world: World) => world.messenger.calls.filter(({ message }) => shows(message) === 'ask');
  const updates = (world: World) =>
    world.messenger.calls
      .filter((call) => call.do === 'update' && call.to === 'chat-ann')
      .map(({ activityId, message }) => `${activityId} ${shows(message)}`)
      .sort();
  const all = (world: World, card: string) =>
    asked(world)
      .map(({ activityId }) => `${activityId} ${card}`)
      .sort();

  it.each(fakeChatPlatforms)('show the answer from elsewhere, each once, on %s', async (_name, platform) => {
    const world = await twice(platform);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T10:12:00Z', 5);
    expect(updates(world)).toEqual(all(world, 'answered'));
    await world.runUntil('2026-11-20T11:30:00Z');
    expect(updates(world)).toHaveLength(3);
  });

  it('show the skip and the cancellation', async () => {
    const skipped = await twice();
    await skipRun(skipped.answering, skipped.actor('ann'), { meetingId: aMeetingId(), date: aDate(friday) });
    await skipped.runUntil('2026-11-20T10:12:00Z', 5);
    expect(updates(skipped)).toEqual(all(skipped, 'skipped'));
    const cancelled = await twice();
    const run = { orgId: cancelled.orgId, teamId: cancelled.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(cancelled.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await cancelled.runUntil('2026-11-20T10:12:00Z', 5);
    expect(updates(cancelled)).toEqual(all(cancelled, 'closed'));
  });

  it('are redrawn also if the last snooze never sent its card', async () => {
    const world = await opened();
    await press(world, 'HALF_HOUR');
    await world.runUntil('2026-11-20T09:35:00Z');
    await press(world, 'HALF_HOUR');
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T10:10:00Z');
    expect(updates(world)).toEqual(all(world, 'answered'));
    expect(atTimes(world)).toEqual(['09:00', '09:31']);
  });
});

it('sends no prompt that was snoozed before it left', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting();
  world.messenger.failWhen(() => ({ kind: 'TRANSIENT', wasRefused: true }));
  await world.runUntil('2026-11-20T09:00:20Z', 10);
  await snooze(world, 'HALF_HOUR');
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-20T09:59:00Z');
  expect(atTimes(world)).toEqual(['09:30']);
  const { deliveries } = await rowsOf(world);
  expect(deliveries.get(`${world.member('ann')}|prompt`)?.value).toMatchObject({ state: 'SKIPPED', reason: 'SNOOZED' });
});

it('comes late after a downtime within the hour, and not after it', async () => {
  const world = await opened();
  await snooze(world, 'HALF_HOUR');
  await world.runUntil('2026-11-20T09:20:00Z');
  world.clock.set('2026-11-20T10:00:00Z');
  await world.runUntil('2026-11-20T10:01:00Z');
  expect(atTimes(world)).toEqual(['09:00', '10:00']);
  const { deliveries } = await rowsOf(world);
  expect(deliveries.get(`${world.member('ann')}|snoozedPrompt`)?.value).toMatchObject({ state: 'SENT', isLate: true });
});

it('shows in the report the end of the snooze', async () => {
  const world = await opened();
  await snooze(world, 'HALF_HOUR');
  const day = { teamId: world.teamId, date: aDate(friday), meetingId: undefined };
  const query = { reader: world.member('ann'), now: world.clock.now() };
  const { reports } = await readDayReports(inOrg(world.store, world.orgId), day, query);
  expect(reports[0]?.members[0]).toMatchObject({ state: 'OPEN', snoozedUntil: '2026-11-20T09:31:00.000Z' });
});
