import type { QuietHours } from '#contracts/people/quietHours.ts';
import { snoozeRun } from '../../../bot/src/services/answers/snoozeRun.ts';
import { readDayReports } from '../../../bot/src/services/reports/readDayReports.ts';
import { explainWhyPrompted } from '../../../bot/src/services/reports/explainWhyPrompted.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  promptsTo,
  rowsOf,
  runOf,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// A run opens at 10:00 in Berlin (09:00 UTC), reminds at 11:00 and 11:45, and closes at 12:00. The expected lines are
// in UTC.

const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

const quietly = async (quietHours: QuietHours | null, people: readonly string[] = ['ann']): Promise<World> => {
  const zones = Object.fromEntries(people.map((name) => [name, 'Europe/Berlin']));
  const world = await aWorld({ people, zones, start: '2026-11-20T08:50:00Z' });
  await world.changeMember('ann', { quietHours });
  await world.meeting();
  return world;
};

const until = (world: World, time: string): Promise<void> => world.runUntil(`2026-11-20T${time}:00Z`);

const linesOf = (world: World): string[] => promptsTo(world).map((line) => line.slice(6));

const recordOf = async (world: World, kind: string) =>
  (await rowsOf(world)).deliveries.get(`${world.member('ann')}|${kind}` as never)?.value;

const whyAnn = (world: World) =>
  explainWhyPrompted(world.deps, world.actor('ann'), {
    meetingId: aMeetingId(),
    memberId: world.member('ann'),
    date: aDate(friday),
  });

describe('a prompt that is due in quiet hours', () => {
  it('is sent once at their end, is not late, and moves no prompt of other members', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) }, ['ann', 'bob']);
    await until(world, '11:05');
    expect(linesOf(world)).toEqual([...['09:00 bob', '09:30 ann', '10:00 ann', '10:00 bob', '10:45 ann', '10:45 bob']]);
    expect(await recordOf(world, 'prompt')).toMatchObject({
      ...{ state: 'SENT', isLate: false, movedTo: '2026-11-20T09:30:00.000Z' },
    });
    expect(await kindsLeft(world, 'Outbox')).toEqual([]);
  });

  it('moves a reminder that would follow too closely to the middle of the remaining window', async () => {
    const world = await quietly({ from: at(20), to: at(10, 50) });
    await until(world, '11:05');
    // The first reminder moves to 10:25: 09:50 plus half of the 70 minutes until 11:00.
    expect(linesOf(world)).toEqual(['09:50 ann', '10:25 ann', '10:45 ann']);
  });

  it('comes after the close if they end later: the card and the answer are late, and there is no reminder', async () => {
    const world = await quietly({ from: at(22), to: at(13) }, ['ann', 'bob']);
    await until(world, '12:30');
    expect(linesOf(world).filter((line) => line.endsWith('ann'))).toEqual(['12:00 ann']);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
    const card = world.messenger.calls.find((call) => call.to === 'ann' && shows(call.message) === 'ask');
    expect(modelIn(card?.message as never)).toMatchObject({ isLate: true });
    expect(await recordOf(world, 'reminder1')).toMatchObject({ state: 'SKIPPED', reason: 'QUIET_HOURS' });
    expect((await answerAs(world, 'ann')).answer.isLate).toBe(true);
    await until(world, '12:35');
    expect((await kindsLeft(world, 'Outbox')).filter((line) => /prompt|rem/.test(line))).toEqual([]);
  });

  it('is not sent after an answer', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:10');
    await answerAs(world, 'ann');
    await until(world, '11:05');
    expect(linesOf(world)).toEqual([]);
  });

  it('is sent once by two instances', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    const second = world.instance('second');
    for (const time of ['09:00', '09:05', '09:15', '09:30', '09:31', '09:40']) {
      await until(world, time);
      await Promise.all([world.engine.poll(), second.poll()]);
    }
    expect(linesOf(world)).toEqual(['09:30 ann']);
  });
});

describe('a change while a prompt waits', () => {
  it('sends it within five minutes after the hours were ended', async () => {
    const world = await quietly({ from: at(20), to: at(11, 30) });
    await until(world, '09:12');
    await world.changeMember('ann', { quietHours: null });
    await until(world, '09:20');
    expect(linesOf(world)).toEqual(['09:15 ann']);
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['09:15 ann', '10:00 ann', '10:45 ann']);
  });

  it('holds it until the end of longer hours', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:10');
    await world.changeMember('ann', { quietHours: { from: at(20), to: at(11, 10) } });
    await until(world, '10:20');
    expect(linesOf(world)).toEqual(['10:10 ann']);
  });

  it('follows the clock of a new zone', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:10');
    await world.changeMember('ann', { timezone: aZone('Europe/Athens') });
    await until(world, '09:20');
    expect(linesOf(world)).toEqual(['09:15 ann']);
  });

  it('waits again if the new zone is in quiet hours, however often the member moves', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:10');
    await world.changeMember('ann', { timezone: aZone('Europe/London') });
    await until(world, '09:40');
    expect(linesOf(world)).toEqual([]);
    await until(world, '10:40');
    expect(linesOf(world)).toEqual(['10:30 ann']);
  });
});

describe('a reminder that is due while the prompt waits', () => {
  it('does not arrive before the prompt or with it if the hours are ended shortly before the reminder', async () => {
    const world = await quietly({ from: at(20), to: at(11, 50) });
    await until(world, '10:41');
    await world.changeMember('ann', { quietHours: null });
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['10:45 ann']);
    expect(await recordOf(world, 'prompt')).toMatchObject({ state: 'SENT', movedTo: '2026-11-20T10:45:00.000Z' });
    expect(await recordOf(world, 'reminder2')).toMatchObject({ state: 'SKIPPED', reason: 'JUST_PROMPTED' });
  });

  it.each([
    // The reminders are due at 10:00 and 10:45 UTC, and a quarter of the window that is left must pass after the
    // prompt.
    ['one minute before the first reminder', at(10, 59), ['09:59 ann', '10:30 ann', '10:45 ann']],
    ['at the first reminder', at(11), ['10:00 ann', '10:30 ann', '10:45 ann']],
    ['one minute after the first reminder', at(11, 1), ['10:01 ann', '10:31 ann', '10:45 ann']],
    ['one minute before the second reminder', at(11, 44), ['10:44 ann', '10:52 ann']],
    ['at the second reminder', at(11, 45), ['10:45 ann', '10:53 ann']],
  ])('follows the prompt at a distance if the hours end %s', async (_, to, lines) => {
    const world = await quietly({ from: at(20), to });
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(lines);
  });
});

describe('a downtime', () => {
  it.each([
    ['sends the prompt late within an hour of the end of quiet hours', '10:20', ['10:20 ann'], 'SENT'],
    ['sends no prompt more than an hour after it', '10:35', [], 'SKIPPED'],
  ])('%s', async (_, back, lines, state) => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:02');
    world.clock.set(`2026-11-20T${back}:00Z`);
    await until(world, back);
    expect(linesOf(world).filter((line) => line < '10:40')).toEqual(lines);
    expect(await recordOf(world, 'prompt')).toMatchObject({ state });
  });

  it('before quiet hours does not break them', async () => {
    const world = await quietly({ from: at(10, 30), to: at(11, 15) });
    world.clock.set('2026-11-20T09:40:00Z');
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['10:15 ann', '10:45 ann']);
  });
});

describe('a reminder that is due in quiet hours', () => {
  it('is sent at their end', async () => {
    const world = await quietly({ from: at(10, 30), to: at(11, 30) });
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['09:00 ann', '10:30 ann', '10:45 ann']);
  });

  it('is skipped if the second reminder is due at the same moment', async () => {
    const world = await quietly({ from: at(10, 30), to: at(11, 50) });
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['09:00 ann', '10:50 ann']);
    expect(await recordOf(world, 'reminder1')).toMatchObject({ reason: 'NEXT_REMINDER_DUE' });
  });

  it('is skipped if they end after the close', async () => {
    const world = await quietly({ from: at(10, 30), to: at(12) });
    await until(world, '11:05');
    expect(linesOf(world)).toEqual(['09:00 ann']);
    expect(await recordOf(world, 'reminder2')).toMatchObject({ state: 'SKIPPED', reason: 'QUIET_HOURS' });
  });
});

it('a snooze that would end in quiet hours lasts until their end, and is refused if that is not before the close', async () => {
  const world = await quietly({ from: at(10, 20), to: at(11, 10) });
  await until(world, '09:01');
  const length = 'HALF_HOUR' as const;
  const press = { meetingId: aMeetingId(), date: aDate(friday), length };
  const { until: end } = await snoozeRun(world.answering, world.actor('ann'), press);
  expect(end).toBe('2026-11-20T10:10:00.000Z');
  await world.changeMember('ann', { quietHours: { from: at(10, 20), to: at(12) } });
  world.clock.set('2026-11-20T09:10:00Z');
  await expect(snoozeRun(world.answering, world.actor('ann'), press)).rejects.toMatchObject({
    code: 'SNOOZE_TOO_LATE',
  });
});

it('a snoozed prompt waits for the end of quiet hours that begin after the press', async () => {
  const world = await quietly(null);
  await until(world, '09:01');
  await snoozeRun(world.answering, world.actor('ann'), {
    ...{ meetingId: aMeetingId(), date: aDate(friday), length: 'HALF_HOUR' },
  });
  await world.changeMember('ann', { quietHours: { from: at(10, 20), to: at(11, 10) } });
  await until(world, '10:40');
  expect(linesOf(world)).toEqual(['09:00 ann', '10:10 ann', '10:35 ann']);
});

describe('the reason', () => {
  it('names the end of quiet hours before the opening, while the prompt waits, and not after it', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    const waiting = {
      ...{ reason: 'QUIET_HOURS', isAsked: false, quietUntil: '2026-11-20T09:30:00.000Z' },
      text: 'You will be asked at 10:30 (Europe/Berlin), when quiet hours end.',
    };
    expect(await whyAnn(world)).toMatchObject(waiting);
    await until(world, '09:10');
    expect(await whyAnn(world)).toMatchObject(waiting);
    await until(world, '09:35');
    const sent = await whyAnn(world);
    expect(sent).toMatchObject({ reason: null, isAsked: true });
    expect(sent.askedAt).toContain('T09:30');
    expect(sent.quietUntil).toBeUndefined();
  });

  it('explains a reminder for which quiet hours left no time', async () => {
    const world = await quietly({ from: at(10, 30), to: at(12) });
    await until(world, '11:05');
    expect((await whyAnn(world)).messages.at(-1)).toMatchObject({
      ...{ kind: 'SECOND_REMINDER', reason: 'QUIET_HOURS' },
      text: 'The second reminder was not sent: quiet hours left no time for it.',
    });
  });

  it('is in the report while the answer is owed', async () => {
    const world = await quietly({ from: at(20), to: at(10, 30) });
    await until(world, '09:10');
    const day = { teamId: world.teamId, date: aDate(friday), meetingId: undefined };
    const read = () =>
      readDayReports(inOrg(world.store, world.orgId), day, { reader: world.member('ann'), now: world.clock.now() });
    expect((await read()).reports[0]?.members[0]).toMatchObject({
      ...{ state: 'OPEN', quietUntil: '2026-11-20T09:30:00.000Z' },
    });
    await answerAs(world, 'ann');
    expect((await read()).reports[0]?.members[0]?.quietUntil).toBeUndefined();
  });
});
