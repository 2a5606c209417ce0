import { startCommand } from '../../../../bot/src/services/chatCommands/startCommand.ts';
import { aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, promptsTo, runOf, story } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';
import { admin, meetingId, callOff } from '../../../support/worlds/cancelRunsInWorld.ts';

describe('a cancellation for today', () => {
  it('prompts no member before the opening, and the next day is still planned', async () => {
    const world = await aWorld();
    await world.meeting();
    expect(await callOff(world)).toEqual({ id: meetingId, date: friday, isCancelled: true, runs: [] });
    expect(await callOff(world)).toMatchObject({ isCancelled: false });
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(story(world)).toEqual([]);
    await world.runUntil('2026-11-23T09:05:00Z', 600);
    expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'CANCELLED_TODAY', round: 1 });
  });

  it('leaves tomorrow’s run that members further east have reached', async () => {
    // 10:00 is 21:00 UTC of the previous day in Auckland, and 09:00 UTC in Berlin, the report's own zone.
    const zones = { ann: 'Europe/Berlin', bob: 'Pacific/Auckland' };
    const world = await aWorld({ people: Object.keys(zones), zones, start: '2026-11-18T20:00:00Z' });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
    await world.runUntil('2026-11-19T09:05:00Z', 300);
    await answerAs(world, 'ann', { date: '2026-11-19' });
    await world.runUntil('2026-11-19T22:00:00Z', 300);
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    expect(await callOff(world)).toEqual({ id: meetingId, date: '2026-11-19', isCancelled: false, runs: [] });
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    expect(promptsTo(world)).toContain('11-20 09:00 ann');
  });

  it('ends a run that still waits for members further west, and tomorrow continues further east', async () => {
    // 10:00 is 21:00 UTC of the previous day in Auckland, 09:00 UTC in Berlin and 21:00 UTC in Pago Pago.
    const zones = { ann: 'Europe/Berlin', bob: 'Pacific/Auckland', cy: 'Pacific/Pago_Pago' };
    const world = await aWorld({ people: Object.keys(zones), zones, start: '2026-11-18T20:00:00Z' });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, reportSummaryTime: 600 });
    await world.runUntil('2026-11-19T21:30:00Z', 300);
    expect(await callOff(world)).toMatchObject({
      date: '2026-11-19',
      isCancelled: true,
      runs: [{ date: '2026-11-19' }],
    });
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    expect(await runOf(world, '2026-11-19')).toMatchObject({ state: 'CANCELLED' });
  });

  it('can be followed by a manual start', async () => {
    const world = await aWorld();
    // Reminders are off, because `promptsTo` would list them as well.
    await world.meeting({ isReminderEnabled: false });
    await callOff(world);
    const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
    await startCommand(world.starting, admin(world), reader, { query: '', thread: null });
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(promptsTo(world)).toEqual(['11-20 08:00 ann', '11-20 08:00 bob']);
    expect(await runOf(world)).toMatchObject({ state: 'OPEN', round: 2 });
  });

  it('is rejected on a day without a run, and after the run is completed', async () => {
    const world = await aWorld();
    await world.meeting({ friday: false });
    expect(await callOff(world)).toEqual({ id: meetingId, date: friday, isCancelled: false, runs: [] });
    const other = await aWorld();
    await other.meeting();
    await other.runUntil('2026-11-20T09:05:00Z');
    await answerAs(other, 'ann');
    await answerAs(other, 'bob');
    await other.runUntil('2026-11-20T09:10:00Z');
    expect(await callOff(other)).toMatchObject({ isCancelled: false, runs: [] });
    expect(await runOf(other)).toMatchObject({ state: 'COMPLETED' });
  });

  const afterMidnight = async (change: Parameters<World['meeting']>[0] = {}) => {
    const world = await aWorld();
    await world.meeting({ time: 23 * 60, reportSummaryTime: 180, saturday: true, ...change });
    await world.runUntil('2026-11-20T22:05:00Z', 600);
    // It is 00:30 on Saturday in Berlin, the report's zone, but still Friday in UTC.
    world.clock.set('2026-11-20T23:30:00Z');
    return world;
  };
  const saturday = '2026-11-21';

  it('a cancellation for today without a date cancels the open run, even if its date is yesterday', async () => {
    const world = await afterMidnight();
    expect(await callOff(world)).toMatchObject({ date: friday, isCancelled: true, runs: [{ date: friday }] });
    expect(await runOf(world, saturday)).toBeUndefined();
  });

  it('cancels only the run of the given date', async () => {
    const ahead = await afterMidnight();
    expect(await callOff(ahead, saturday)).toEqual({ id: meetingId, date: saturday, isCancelled: true, runs: [] });
    expect(await runOf(ahead)).toMatchObject({ state: 'OPEN' });
    expect(await runOf(ahead, saturday)).toMatchObject({ state: 'CANCELLED' });
    const open = await afterMidnight();
    expect(await callOff(open, friday)).toMatchObject({ date: friday, runs: [{ date: friday }] });
    expect(await runOf(open)).toMatchObject({ state: 'CANCELLED' });
    expect(await runOf(open, saturday)).toBeUndefined();
  });

  it('a cancellation for today of a given date cancels no second run when it is repeated', async () => {
    const world = await afterMidnight();
    await callOff(world, friday);
    await expect(callOff(world, friday)).rejects.toMatchObject({
      code: 'RUN_CANCELLED',
      details: { message: 'meeting.cancelAgain', values: { date: '20 Nov 2026' } },
    });
    expect(await runOf(world, saturday)).toBeUndefined();
  });

  it('is rejected for a completed run, and for a date without a run', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T11:05:00Z', 600);
    await expect(callOff(world, friday)).rejects.toMatchObject({
      code: 'RUN_CLOSED',
      details: { message: 'meeting.cancelOver' },
    });
    for (const date of [saturday, '2026-11-23', '2026-11-19'])
      await expect(callOff(world, date)).rejects.toMatchObject({
        code: 'RUN_NOT_OPEN',
        details: { message: 'meeting.cancelNone' },
      });
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED' });
  });

  it('cancels by member time before the first opening', async () => {
    const world = await aWorld({
      start: '2026-11-22T20:00:00Z',
      zones: { ann: 'Pacific/Auckland', bob: 'Europe/Berlin' },
    });
    await world.meeting({ timeBasis: 'MEMBER', timezone: aZone('Pacific/Auckland') });
    expect(await callOff(world)).toMatchObject({ date: '2026-11-23', isCancelled: true });
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(promptsTo(world)).toEqual([]);
  });
});
