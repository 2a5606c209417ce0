import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { AnsweredModel, AskModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { tomorrowCommand } from '../../../bot/src/services/chatCommands/tomorrowCommand.ts';
import { aMeetingId, aMemberId, aZone, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, monday, promptsTo } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests the reply to `tomorrowCommand`: the form of the next run, which the member can answer before it opens.

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };

const askTomorrow = (world: World, name: string, query = '', change: Partial<Actor> = {}) =>
  tomorrowCommand(world.answering, world.actor(name, change), reader, { query, thread: null });

const daily = async (options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld(options);
  await world.meeting({ isReminderEnabled: false });
  return world;
};

const noticeOf = (message: Awaited<ReturnType<typeof askTomorrow>>) => {
  const { title, lines, buttons } = modelIn<NoticeModel>(message);
  return {
    title: title.key,
    lines: lines.map((line) => line.key),
    opens: lines.flatMap((line) => (line.opens === undefined ? [] : [line.opens.date])),
    commands: buttons.flatMap((button) => (button.kind === 'COMMAND' ? [button.command] : [])),
  };
};

it('sends the card of the next run, which stores the answer without a later prompt', async () => {
  const world = await daily();
  const asked = await askTomorrow(world, 'ann');
  expect(shows(asked)).toBe('ask');
  const model = modelIn<AskModel>(asked);
  expect(model).toMatchObject({ date: friday, isAhead: true, isEdit: false });
  const input = { 'q:done': 'The report', 'q:plan': 'Tests 1h', 'q:blocked': 'No' };
  const reply = await cardAction(world.answering, world.sender('ann'), {
    verb: 'submit',
    data: { ...model.data, ...input },
    pressed: null,
  });
  expect(modelIn<AnsweredModel>(reply)).toMatchObject({ standing: 'AHEAD', canEdit: true, next: null });
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 bob']);
  // The card belongs to the run that has opened in the meantime, so its Edit button still works.
  const editing = await cardAction(world.answering, world.sender('ann'), {
    verb: 'edit',
    data: model.data,
    pressed: null,
  });
  expect(modelIn<AskModel>(editing)).toMatchObject({ isEdit: true, isAhead: false });
});

it('shows an existing answer with Edit', async () => {
  const world = await daily();
  await answerAs(world, 'ann');
  expect(modelIn<AnsweredModel>(await askTomorrow(world, 'ann'))).toMatchObject({ standing: 'AHEAD', canEdit: true });
});

it('is offered on the answered card from 24 hours before, until it is answered', async () => {
  const world = await daily();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  const cardOf = async (at: string) => {
    world.clock.set(at);
    return modelIn<AnsweredModel>(
      await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null }),
    );
  };
  expect((await cardOf('2026-11-20T10:00:00Z')).next).toBeNull();
  await world.runUntil('2026-11-23T09:00:00Z', 1800);
  const { message } = { message: await answerAs(world, 'ann', { date: monday }) };
  expect(message).toMatchObject({ next: { date: '2026-11-24', opensAt: '2026-11-24T09:00:00.000Z' } });
  expect((await cardOf('2026-11-23T09:10:00Z')).next).toMatchObject({
    date: '2026-11-24',
    data: { date: '2026-11-24' },
  });
  await answerAs(world, 'ann', { date: '2026-11-24' });
  expect((await cardOf('2026-11-23T09:20:00Z')).next).toBeNull();
});

it('is not offered for a holiday or a vacation day, and explains it when asked', async () => {
  for (const off of [
    (world: World) => world.holiday('2026-11-24'),
    (world: World) => world.vacation('ann', '2026-11-24'),
  ]) {
    const world = await daily({ start: '2026-11-23T08:00:00Z' });
    await off(world);
    await world.runUntil('2026-11-23T09:05:00Z');
    expect(await answerAs(world, 'ann', { date: monday })).toMatchObject({ next: null });
    expect(noticeOf(await askTomorrow(world, 'ann'))).toEqual({
      title: 'tomorrow.notYet',
      lines: ['tomorrow.away', 'tomorrow.how'],
      opens: ['2026-11-24'],
      commands: [],
    });
  }
});

it('uses the vacation of the member’s own date at the opening', async () => {
  // 10:00 on Friday in Berlin is 23:00 on Thursday in Honolulu.
  const world = await daily({ zones: { ann: 'Pacific/Honolulu', bob: 'Pacific/Honolulu' } });
  await world.vacation('ann', '2026-11-19');
  await world.vacation('bob', friday);
  expect(noticeOf(await askTomorrow(world, 'ann')).lines).toContain('tomorrow.away');
  expect(shows(await askTomorrow(world, 'bob'))).toBe('ask');
});

it('names the next opening if it is more than a day ahead, and skips a run that was started early', async () => {
  const world = await daily();
  await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
  world.clock.set('2026-11-20T08:30:00Z');
  expect(noticeOf(await askTomorrow(world, 'ann'))).toEqual({
    title: 'tomorrow.notYet',
    lines: ['tomorrow.opens', 'tomorrow.how'],
    opens: [monday],
    commands: [],
  });
});

it('asks for the report, and accepts a name, a part of one or the button', async () => {
  const world = await daily();
  const other = { id: aMeetingId('other'), name: 'Release check' };
  await world.meeting(other);
  const choice = await askTomorrow(world, 'ann');
  expect(noticeOf(choice)).toMatchObject({ title: 'start.choose', commands: [] });
  expect(modelIn<NoticeModel>(choice).buttons).toMatchObject([
    { kind: 'ANSWER', meeting: 'Daily stand-up', date: friday },
    { kind: 'ANSWER', meeting: 'Release check', date: friday },
  ]);
  expect(modelIn<AskModel>(await askTomorrow(world, 'ann', 'release'))).toMatchObject({ meetingId: other.id });
  expect(modelIn<AskModel>(await askTomorrow(world, 'ann', other.id))).toMatchObject({ meetingId: other.id });
  expect(noticeOf(await askTomorrow(world, 'ann', 'nothing like it')).title).toBe('start.notFound');
});

it('sends the run of an old button once that run is open, not the following one', async () => {
  const world = await daily();
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(modelIn<AskModel>(await askTomorrow(world, 'ann', aMeetingId()))).toMatchObject({
    date: friday,
    isAhead: false,
  });
});

it.each([
  ['of no member', { memberId: null }],
  ['of another team', { teamIds: [] }],
  ['of somebody the report does not ask', { memberId: aMemberId('cem') }],
])('sends no card %s', async (_who, change) => {
  const world = await daily();
  expect(noticeOf(await askTomorrow(world, 'ann', '', change))).toMatchObject({
    title: 'tomorrow.notYet',
    lines: ['tomorrow.none'],
  });
});

it('explains why a disabled person gets no card', async () => {
  const world = await daily();
  await world.changeMember('ann', { isEnabled: false });
  expect(noticeOf(await askTomorrow(world, 'ann')).lines).toEqual(['error.NOT_ASKED']);
});

it('uses the member’s own clock by member time', async () => {
  const zones = { ann: 'Pacific/Auckland', bob: 'America/New_York' };
  const world = await aWorld({ zones, start: '2026-11-22T14:00:00Z' });
  await world.meeting({ isReminderEnabled: false, timeBasis: 'MEMBER' });
  expect(modelIn<AskModel>(await askTomorrow(world, 'ann'))).toMatchObject({ date: monday });
  expect(noticeOf(await askTomorrow(world, 'bob'))).toMatchObject({ lines: ['tomorrow.opens', 'tomorrow.how'] });
  await world.runUntil('2026-11-22T22:00:00Z', 600);
  // Monday's run is already open in Auckland, so ann gets the form of Tuesday; it is not open yet in New York, where
  // bob is.
  expect(modelIn<AskModel>(await askTomorrow(world, 'bob'))).toMatchObject({ date: monday, isAhead: true });
  expect(modelIn<AskModel>(await askTomorrow(world, 'ann'))).toMatchObject({ date: '2026-11-24' });
});

it('ignores a disabled report, by name or by button', async () => {
  const world = await daily();
  await world.changeMeeting({ isEnabled: false });
  for (const query of ['', 'daily', aMeetingId()])
    expect(noticeOf(await askTomorrow(world, 'ann', query)).lines).toEqual(['tomorrow.none']);
  expect(noticeOf(await askTomorrow(world, 'ann', idOf('meeting none'))).lines).toEqual(['tomorrow.none']);
});

it('counts the runs without a button, and names the command of each', async () => {
  const world = await aWorld();
  for (let number = 1; number <= 8; number += 1)
    await world.meeting({ id: aMeetingId(`r${number}`), name: `Report ${number}`, isReminderEnabled: false });
  const { lines, buttons } = modelIn<NoticeModel>(await askTomorrow(world, 'ann'));
  expect(buttons).toHaveLength(6);
  expect(lines).toEqual([
    { key: 'waiting.andMore', values: { count: 2 } },
    { key: 'waiting.sayLine', values: { command: 'answer Report 7 2026-11-20' } },
    { key: 'waiting.sayLine', values: { command: 'answer Report 8 2026-11-20' } },
  ]);
});

it('lists the commands of very many runs in one paragraph, without omissions', async () => {
  const world = await aWorld();
  for (let number = 1; number <= 40; number += 1)
    await world.meeting({ id: aMeetingId(`r${number}`), name: `Report ${number}`, isReminderEnabled: false });
  const { lines } = modelIn<NoticeModel>(await askTomorrow(world, 'ann'));
  expect(lines).toHaveLength(32);
  const text = lines.flatMap(({ values }) => [values?.['command'], values?.['commands']]).join(' ');
  expect(text.match(/answer Report \d+ 2026-11-20/g)).toHaveLength(34);
});
