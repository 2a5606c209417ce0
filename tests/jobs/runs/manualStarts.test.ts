import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import type { NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { helpCommand } from '../../../bot/src/services/chatCommands/helpCommand.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { threadTeam } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  promptsTo,
  runOf,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { tid } from '../../support/data/seedTenantsAndTeamMembers.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { readable } from '../../support/data/messagesWithReadableCards.ts';
import { aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };

const start = (world: World, name: string, query = '', change: Partial<Actor> = {}) =>
  startCommand(world.starting, world.actor(name, change), reader, { query, thread: null });

const titleOf = (message: Awaited<ReturnType<typeof start>>): string => modelIn<NoticeModel>(message).title.key;

it('opens today’s run once, and the scheduled start finds it open', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  const message = await start(world, 'ann');
  expect(titleOf(message)).toBe('start.started');
  await world.runUntil('2026-11-20T09:30:00Z');
  expect(promptsTo(world)).toEqual(['11-20 08:00 ann', '11-20 08:00 bob']);
  expect(await runOf(world)).toMatchObject({ source: 'MANUAL', opensAt: '2026-11-20T08:00:00.000Z' });
  await world.runUntil('2026-11-20T11:00:00Z');
  expect(await kindsLeft(world, 'Due')).toEqual(['20261123090000 prompt']);
});

it('wakes the sender once the run is open', async () => {
  const world = await aWorld();
  await world.meeting();
  let wakes = 0;
  const wake = (): void => {
    wakes += 1;
  };
  await startCommand({ ...world.starting, wake }, world.actor('ann'), reader, { query: '', thread: null });
  expect(wakes).toBe(1);
});

it('has one window for all members, also by member time', async () => {
  const world = await aWorld({ zones: { ann: 'Europe/Berlin', bob: 'America/New_York' } });
  await world.meeting({ timeBasis: 'MEMBER' });
  await start(world, 'ann');
  expect((await runOf(world))?.instants).toHaveLength(1);
  await world.runUntil('2026-11-20T08:01:00Z');
  expect(promptsTo(world)).toHaveLength(2);
});

it('never shows a person’s card in a channel', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  const thread = aThread('platform', { tid, threadId: world.chat.threadId });
  const inChannel = () => startCommand(world.starting, world.actor('ann'), reader, { query: '', thread });
  expect(await inChannel()).toMatchObject({ isPrivate: true });
  await answerAs(world, 'ann');
  expect(await inChannel()).toMatchObject({ isPrivate: true });
  expect(shows(await start(world, 'ann'))).toBe('answered');
});

it('sends callers their card again while the run is open, also without the permission to start', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(shows(await start(world, 'bob'))).toBe('ask');
  await answerAs(world, 'bob');
  expect(shows(await start(world, 'bob'))).toBe('answered');
  expect(promptsTo(world)).toHaveLength(2);
});

it('reports the completion and offers Edit', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:06:00Z');
  const message = await start(world, 'ann');
  expect(shows(message)).toBe('answered');
  expect(readable(message).summary).toContain('completed');
});

describe('a run that was missed or cancelled', () => {
  it('is opened again with a new window and a new round', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    world.clock.set('2026-11-20T12:00:00Z');
    await world.engine.poll();
    expect((await runOf(world))?.state).toBe('MISSED');
    expect(titleOf(await start(world, 'ann'))).toBe('start.reopened');
    await world.runUntil('2026-11-20T12:01:00Z');
    expect(promptsTo(world)).toEqual(['11-20 12:00 ann']);
    expect(await runOf(world)).toMatchObject({ round: 2, state: 'OPEN', closesAt: '2026-11-20T14:00:00.000Z' });
  });

  it('counts the prompted members, without earlier answers and unreachable members', async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dee'] });
    await world.meeting({ isReminderEnabled: false });
    await world.runUntil('2026-11-20T09:05:00Z');
    await answerAs(world, 'bob');
    await world.changeMember('cy', { unreachable: 'BLOCKED', unreachableSince: '2026-11-20T09:06:00.000Z' as never });
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await world.runUntil('2026-11-20T09:30:00Z');
    const [line] = modelIn<NoticeModel>(await start(world, 'ann')).lines;
    expect(line).toMatchObject({ key: 'start.startedLine', values: { asked: 2, answered: 1 } });
    await world.runUntil('2026-11-20T09:35:00Z');
    expect(promptsTo(world).filter((prompt) => prompt.startsWith('11-20 09:30'))).toEqual([
      '11-20 09:30 ann',
      '11-20 09:30 dee',
    ]);
  });

  it('prompts the members of the cancelled round again', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    await world.runUntil('2026-11-20T09:05:00Z');
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    expect(await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' })).toBe(true);
    expect(await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' })).toBe(false);
    await expect(answerAs(world, 'ann')).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
    await world.runUntil('2026-11-20T09:30:00Z');
    await start(world, 'ann');
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(story(world)).toEqual([
      '11-20 09:00 announcement channel',
      '11-20 09:00 ask ann',
      '11-20 09:05 announcement-update channel',
      '11-20 09:30 announcement channel',
      '11-20 09:30 ask ann',
      '11-20 11:30 summary channel',
    ]);
  });
});

describe('the choice of the report', () => {
  it('is offered with one button each, and a button names it by its id and date', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.meeting({ id: aMeetingId('retro'), name: 'Sprint retro' });
    const message = await start(world, 'ann');
    const buttons = modelIn<NoticeModel>(message).buttons;
    expect(buttons).toHaveLength(2);
    const [, retro] = buttons;
    expect(retro).toMatchObject({ kind: 'START', meetingId: aMeetingId('retro'), date: friday });
    const request = { query: '', meetingId: aMeetingId('retro'), date: aDate(friday), thread: null };
    expect(titleOf(await startCommand(world.starting, world.actor('ann'), reader, request))).toBe('start.started');
  });

  it.each(['standup', 'Daily', 'stand up', 'DAILY STAND-UP'])(
    'the choice of the report is found by %s',
    async (query) => {
      const world = await aWorld();
      await world.meeting();
      await world.meeting({ id: aMeetingId('retro'), name: 'Sprint retro' });
      expect(titleOf(await start(world, 'ann', query))).toBe('start.started');
    },
  );

  it('covers only the team in which the command was sent', async () => {
    const world = await aWorld();
    await world.meeting();
    const thread = aThread('platform', { tid, threadId: world.chat.channelOf('elsewhere') });
    const elsewhere = await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread });
    expect(titleOf(elsewhere)).toBe('start.none');
    expect(world.chat.threadId).not.toBe(thread.threadId);
    expect(await outside(world.store).get(threadTeam, thread)).toBeUndefined();
  });

  it('is answered with a message if no report has that name', async () => {
    const world = await aWorld();
    await world.meeting();
    expect(titleOf(await start(world, 'ann', 'lunch'))).toBe('start.notFound');
  });
});

it.each([
  ['user', 'bob', 'start.notAllowed'],
  ['admin', 'bob', 'start.started'],
  ['user', 'ann', 'start.started'],
] as const)('answers a %s called %s with %s', async (role, name, title) => {
  const world = await aWorld();
  await world.meeting();
  expect(titleOf(await start(world, name, '', { role }))).toBe(title);
});

it('starts no deactivated report, and none in a deleted team', async () => {
  const world = await aWorld();
  await world.meeting({ isEnabled: false });
  expect(titleOf(await start(world, 'ann'))).toBe('start.disabled');
  await world.changeMeeting({ isEnabled: true });
  await world.changeTeam({ state: 'DISCONNECTED' });
  expect(titleOf(await start(world, 'ann'))).toBe('start.disconnected');
  expect(await runOf(world)).toBeUndefined();
});

it('prompts no member on a holiday, and explains it', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.holiday(friday);
  const message = await start(world, 'ann');
  expect(modelIn<NoticeModel>(message)).toMatchObject({
    title: { key: 'start.nobody' },
    lines: [{ key: 'start.nobodyHoliday' }],
  });
});

it('lists the waiting runs of each member', async () => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  const helpDeps = { ...world.starting };
  const waiting = await helpCommand(helpDeps, { actor: world.actor('ann'), reader });
  expect(modelIn<NoticeModel>(waiting)).toMatchObject({ title: { key: 'help.openTitle', values: { count: 1 } } });
  await answerAs(world, 'ann');
  expect(titleOf(await helpCommand(helpDeps, { actor: world.actor('ann'), reader }))).toBe('help.nothingTitle');
  expect(titleOf(await helpCommand(helpDeps, { actor: undefined, reader }))).toBe('start.unknown');
});
