import { planNextRun } from '../../../bot/src/services/runs/planNextRun.ts';
import { aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  monday,
  promptsTo,
  rowsLeft,
  runOf,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

// It is Friday, 20 November 2026, 09:00 in Berlin. The meeting opens at 10:00 there for two hours.

it('prompts all members, reminds those who owe an answer, completes, and posts one summary', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:10:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:30:00Z');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(world.log.errors).toEqual([]);
  expect(story(world)).toEqual([
    '11-20 09:00 announcement channel',
    '11-20 09:00 ask ann',
    '11-20 09:00 ask bob',
    '11-20 10:00 reminder bob',
    '11-20 10:30 summary channel',
  ]);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED', round: 1 });
  expect(await kindsLeft(world, 'Due')).toEqual(['20261123090000 prompt']);
  expect(await rowsLeft(world, 'Outbox')).toEqual([]);
});

it('closes a run without answers, and reports it once', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T14:00:00Z');
  expect(story(world)).toEqual([
    '11-20 09:00 announcement channel',
    '11-20 09:00 ask ann',
    '11-20 11:00 summary channel',
  ]);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
});

it('sends nothing twice when the same day is repeated', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T12:00:00Z');
  const before = story(world);
  world.clock.set('2026-11-20T08:59:00Z');
  await world.runUntil('2026-11-20T12:00:00Z', 60, world.instance('after a restart'));
  expect(story(world)).toEqual(before);
});

it('sends nothing twice when every row of the day is inserted again', async () => {
  const world = await aWorld();
  const meeting = await world.meeting();
  const isOfToday = (key: string) => key.startsWith('20261120');
  await world.runUntil('2026-11-20T09:00:00Z');
  const due = (await rowsLeft(world, 'Due')).filter(isOfToday);
  await world.runUntil('2026-11-20T12:00:00Z');
  const before = story(world);
  await planNextRun(world, world.orgId, meeting, { zones: [], afterMs: Date.parse('2026-11-20T08:00:00Z') });
  expect((await rowsLeft(world, 'Due')).filter(isOfToday)).toHaveLength(1);
  await world.runUntil('2026-11-20T12:30:00Z');
  expect(due).toHaveLength(3);
  expect(story(world)).toEqual(before);
  expect((await rowsLeft(world, 'Due')).filter(isOfToday)).toEqual([]);
});

it('continues after a restart between prompt and answer', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  const second = world.instance('second');
  world.clock.advance({ minutes: 1 });
  await answerAs(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:20:00Z', 60, second);
  expect(story(world).slice(3)).toEqual(['11-20 09:06 summary channel']);
});

it('opens no run by the plan of an edit that lost its race, even with an equal revision', async () => {
  const world = await aWorld();
  const meeting = await world.meeting({ isReminderEnabled: false });
  const loser = { ...meeting, time: 570 };
  await planNextRun(world, world.orgId, loser, { zones: [], afterMs: world.clock.now() });
  expect(await kindsLeft(world, 'Due')).toEqual(['20261120083000 prompt', '20261120090000 prompt']);
  await world.runUntil('2026-11-20T08:45:00Z');
  expect(story(world)).toEqual([]);
  // No run exists yet: a run that opened at the time of the lost edit would fix its members and questions too early.
  expect(await runOf(world)).toBeUndefined();
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(promptsTo(world)).toHaveLength(2);
});

it('opens no run on a day that only an edit that lost its race names, even with an equal revision', async () => {
  const world = await aWorld({ start: '2026-11-20T14:00:00Z' });
  const meeting = await world.meeting();
  await planNextRun(world, world.orgId, { ...meeting, saturday: true }, { zones: [], afterMs: world.clock.now() });
  expect(await kindsLeft(world, 'Due')).toEqual(['20261121090000 prompt', '20261123090000 prompt']);
  await world.runUntil('2026-11-21T12:00:00Z', 600);
  expect(await runOf(world, '2026-11-21')).toBeUndefined();
  expect(story(world)).toEqual([]);
  expect(await kindsLeft(world, 'Due')).toEqual(['20261123090000 prompt']);
});

it('prompts no member today when the meeting is saved in the afternoon', async () => {
  const world = await aWorld({ start: '2026-11-20T14:00:00Z' });
  await world.meeting();
  await world.runUntil('2026-11-21T00:00:00Z', 600);
  expect(story(world)).toEqual([]);
  expect(await runOf(world)).toBeUndefined();
  await world.runUntil('2026-11-23T09:00:00Z', 600);
  expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
});

it('follows a changed time, and prompts once', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T08:30:00Z');
  await world.changeMeeting({ time: 660 });
  await world.runUntil('2026-11-20T16:00:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-20 10:00 ann', '11-20 10:00 bob']);
});

it('keeps its run when only the text of a meeting changes', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.changeMeeting({ name: 'Morning round' });
  await world.runUntil('2026-11-20T09:30:00Z');
  expect(promptsTo(world)).toHaveLength(2);
});

it('prompts no member of a deactivated meeting, and prompts again after its activation', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.changeMeeting({ isEnabled: false });
  await world.runUntil('2026-11-20T20:00:00Z', 600);
  expect(story(world)).toEqual([]);
  await world.changeMeeting({ isEnabled: true });
  await world.runUntil('2026-11-23T09:00:00Z', 600);
  expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
});

describe('the clock', () => {
  it('opens a run when the clock jumps over the opening', async () => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false });
    await world.engine.poll();
    world.clock.set('2026-11-20T09:40:00Z');
    await world.engine.poll();
    expect(promptsTo(world)).toEqual(['11-20 09:40 ann', '11-20 09:40 bob']);
  });

  it('prompts once when it moves back an hour', async () => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false });
    await world.runUntil('2026-11-20T09:10:00Z');
    world.clock.set('2026-11-20T08:10:00Z');
    await world.runUntil('2026-11-20T10:30:00Z');
    expect(promptsTo(world)).toHaveLength(2);
  });

  it('keeps wall-clock time over the change to summer time', async () => {
    const world = await aWorld({ start: '2027-03-26T08:00:00Z', people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    await world.runUntil('2027-03-29T08:00:00Z', 900);
    expect(promptsTo(world)).toEqual(['03-26 09:00 ann', '03-29 08:00 ann']);
  });

  it('moves a time that the clocks skip forward by the gap', async () => {
    const world = await aWorld({ start: '2027-03-28T00:00:00Z', people: ['ann'] });
    await world.meeting({ time: 150, sunday: true, isReminderEnabled: false });
    await world.runUntil('2027-03-28T02:00:00Z');
    expect(promptsTo(world)).toEqual(['03-28 01:30 ann']);
  });
});

it('keeps a window over midnight on the date it opened', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ time: 1380, reportSummaryTime: 180 });
  await world.runUntil('2026-11-20T22:05:00Z', 300);
  world.clock.set('2026-11-21T00:30:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-21T02:00:00Z', 300);
  expect(story(world).at(-1)).toBe('11-21 00:30 summary channel');
  expect(await runOf(world, friday)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
});

describe('after a downtime', () => {
  it('still prompts within the hour, and marks the prompt as late', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    world.clock.set('2026-11-20T10:00:00Z');
    await world.engine.poll();
    expect(promptsTo(world)).toEqual(['11-20 10:00 ann']);
  });

  it('sends no later prompt, but records the run as missed', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting();
    world.clock.set('2026-11-20T10:01:00Z');
    await world.engine.poll();
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'MISSED', reason: 'DOWNTIME' });
  });

  it('records each of several missed runs, and prompts only in the one that is still in time', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    world.clock.set('2026-11-25T09:30:00Z');
    await world.engine.poll();
    const dates = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    const states = await Promise.all(dates.map(async (date) => (await runOf(world, date))?.state));
    expect(states).toEqual(['MISSED', 'MISSED', 'MISSED', 'OPEN', undefined]);
    expect(promptsTo(world)).toEqual(['11-25 09:30 ann']);
    expect(await kindsLeft(world, 'Due')).toContain('20261126090000 prompt');
  });
});

describe('absence', () => {
  it('sends nothing on a team holiday', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.holiday(friday);
    await world.runUntil('2026-11-20T13:00:00Z', 300);
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'HOLIDAY' });
  });

  it('the engine neither prompts nor awaits a member on vacation', async () => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false });
    await world.vacation('bob', friday);
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 ann']);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T09:10:00Z');
    expect(await runOf(world)).toMatchObject({ reason: 'ALL_ANSWERED' });
  });

  it('applies a vacation by the date in the member’s zone', async () => {
    const world = await aWorld({ people: ['ann', 'tui'], zones: { tui: 'Pacific/Auckland' } });
    await world.meeting({ time: 900, isReminderEnabled: false });
    await world.vacation('tui', '2026-11-21');
    await world.runUntil('2026-11-20T14:05:00Z', 300);
    expect(promptsTo(world)).toEqual(['11-20 14:00 ann']);
  });

  it('completes the run at once if all members are away', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting();
    await world.vacation('ann', friday);
    await world.runUntil('2026-11-20T13:00:00Z', 300);
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'AWAY' });
  });

  it('no longer reminds or awaits members who left, were disabled or were removed from the meeting', async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cem', 'dan'] });
    await world.meeting();
    await world.runUntil('2026-11-20T09:30:00Z');
    await world.changeMember('bob', { leftOn: '2026-11-20T09:30:00.000Z' as never });
    await world.changeMember('cem', { isEnabled: false });
    await world.changeMeeting({ members: ['ann', 'bob', 'cem'].map(aMemberId) });
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T13:00:00Z');
    expect(story(world).slice(5)).toEqual(['11-20 09:30 summary channel']);
    expect((await runOf(world))?.members.filter((member) => member.dropped)).toHaveLength(3);
  });
});

it('waits for a disconnected team, and skips what is too late', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ isReminderEnabled: false });
  await world.changeTeam({ state: 'DISCONNECTED' });
  await world.runUntil('2026-11-20T09:20:00Z');
  expect(story(world)).toEqual([]);
  await world.changeTeam({ state: 'CONNECTED' });
  await world.runUntil('2026-11-20T09:21:00Z');
  expect(promptsTo(world)).toHaveLength(1);
  await world.changeTeam({ state: 'DISCONNECTED' });
  await world.runUntil('2026-11-24T08:00:00Z', 900);
  expect(await runOf(world, monday)).toBeUndefined();
  await world.changeTeam({ state: 'CONNECTED' });
  await world.runUntil('2026-11-24T09:00:00Z', 900);
  expect(promptsTo(world).at(-1)).toBe('11-24 09:00 ann');
});

it('prompts each zone at its own ten o’clock, and counts no member as missing before their close', async () => {
  const zones = { ann: 'Europe/Berlin', ned: 'America/New_York', sue: 'Australia/Sydney' };
  const world = await aWorld({ start: '2026-11-22T12:00:00Z', people: ['ann', 'ned', 'sue'], zones });
  await world.meeting({ timeBasis: 'MEMBER', timezone: aZone('Europe/Berlin'), isReminderEnabled: false });
  await world.runUntil('2026-11-23T20:00:00Z', 900);
  expect(promptsTo(world)).toEqual(['11-22 23:00 sue', '11-23 09:00 ann', '11-23 15:00 ned']);
  expect(story(world).filter((line) => line.includes('summary'))).toEqual([
    '11-23 11:00 summary channel',
    expect.stringContaining('summary-update channel'),
  ]);
  expect(await runOf(world, monday)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
});
