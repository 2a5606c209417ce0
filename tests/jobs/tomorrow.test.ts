import type { Actor } from '../../bot/src/services/actor.ts';
import type { AnsweredModel, AskModel, NoticeModel } from '../../bot/src/services/presenter.ts';
import { cardAction } from '../../bot/src/services/cardActions.ts';
import { start } from '../../bot/src/services/starts.ts';
import { tomorrow } from '../../bot/src/services/tomorrow.ts';
import { aMeetingId, aMemberId, aZone, idOf } from '../support/builders.ts';
import { modelIn, shows } from '../support/fakePresenter.ts';
import { answerAs, friday, monday, promptsTo } from '../support/runs.ts';
import { threadId, tid } from '../support/tenants.ts';
import { aWorld } from '../support/world.ts';
import type { World, WorldOptions } from '../support/world.ts';

// What the bot answers to `tomorrow`: the card of the next run, to fill in before it opens.

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };

const say = (world: World, name: string, query = '', change: Partial<Actor> = {}) =>
  tomorrow(world.answering, world.actor(name, change), reader, { query, thread: null });

const daily = async (options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld(options);
  await world.meeting({ isReminderEnabled: false });
  return world;
};

const noticeOf = (message: Awaited<ReturnType<typeof say>>) => {
  const { title, lines, buttons } = modelIn<NoticeModel>(message);
  return {
    title: title.key,
    lines: lines.map((one) => one.key),
    opens: lines.flatMap((one) => (one.opens === undefined ? [] : [one.opens.date])),
    commands: buttons.flatMap((one) => (one.kind === 'COMMAND' ? [one.command] : [])),
  };
};

it('brings the card of the next run, which is answered by it and asks no more', async () => {
  const world = await daily();
  const asked = await say(world, 'ann');
  expect(shows(asked)).toBe('ask');
  const model = modelIn<AskModel>(asked);
  expect(model).toMatchObject({ date: friday, isAhead: true, isEdit: false });
  const given = { 'q:done': 'The report', 'q:plan': 'Tests 1h', 'q:blocked': 'No' };
  const reply = await cardAction(world.answering, world.sender('ann'), {
    verb: 'submit',
    data: { ...model.data, ...given },
    pressed: null,
  });
  expect(modelIn<AnsweredModel>(reply)).toMatchObject({ standing: 'AHEAD', canEdit: true, next: null });
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 bob']);
  // The card in the chat is the run's own: Edit on it still works.
  const editing = await cardAction(world.answering, world.sender('ann'), {
    verb: 'edit',
    data: model.data,
    pressed: null,
  });
  expect(modelIn<AskModel>(editing)).toMatchObject({ isEdit: true, isAhead: false });
});

it('shows the answer given already, with Edit', async () => {
  const world = await daily();
  await answerAs(world, 'ann');
  expect(modelIn<AnsweredModel>(await say(world, 'ann'))).toMatchObject({ standing: 'AHEAD', canEdit: true });
});

it('is offered on the answered card from 24 hours before, until it is answered', async () => {
  const world = await daily();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  const cardOf = async (at: string) => {
    world.clock.set(at);
    return modelIn<AnsweredModel>(await start(world.starting, world.actor('ann'), reader, { query: '', thread: null }));
  };
  expect((await cardOf('2026-11-20T10:00:00Z')).next).toBeNull();
  await world.runUntil('2026-11-23T09:00:00Z', 1800);
  const { message } = { message: await answerAs(world, 'ann', { date: monday }) };
  expect(message).toMatchObject({ next: { date: '2026-11-24', opensAt: '2026-11-24T09:00:00.000Z' } });
  expect((await cardOf('2026-11-23T09:10:00Z')).next).toEqual({ date: '2026-11-24', isTomorrow: true });
  await answerAs(world, 'ann', { date: '2026-11-24' });
  expect((await cardOf('2026-11-23T09:20:00Z')).next).toBeNull();
});

it('is not offered for a holiday or a day of one’s own vacation, and says why when asked', async () => {
  for (const off of [
    (world: World) => world.holiday('2026-11-24'),
    (world: World) => world.vacation('ann', '2026-11-24'),
  ]) {
    const world = await daily({ start: '2026-11-23T08:00:00Z' });
    await off(world);
    await world.runUntil('2026-11-23T09:05:00Z');
    expect(await answerAs(world, 'ann', { date: monday })).toMatchObject({ next: null });
    expect(noticeOf(await say(world, 'ann'))).toEqual({
      title: 'tomorrow.notYet',
      lines: ['tomorrow.away', 'tomorrow.how'],
      opens: ['2026-11-24'],
      commands: [],
    });
  }
});

it('says when the next run opens while that is more than a day away, passing over one that was started early', async () => {
  const world = await daily();
  await start(world.starting, world.actor('ann'), reader, { query: '', thread: null });
  world.clock.set('2026-11-20T08:30:00Z');
  expect(noticeOf(await say(world, 'ann'))).toEqual({
    title: 'tomorrow.notYet',
    lines: ['tomorrow.opens', 'tomorrow.how'],
    opens: [monday],
    commands: [],
  });
});

it('asks which report is meant, and takes a name, a part of one or the button', async () => {
  const world = await daily();
  const other = { id: aMeetingId('other'), name: 'Release check' };
  await world.meeting(other);
  expect(noticeOf(await say(world, 'ann'))).toMatchObject({
    title: 'start.choose',
    commands: [`tomorrow ${aMeetingId()}`, `tomorrow ${other.id}`],
  });
  expect(modelIn<AskModel>(await say(world, 'ann', 'release'))).toMatchObject({ meetingId: other.id });
  expect(modelIn<AskModel>(await say(world, 'ann', other.id))).toMatchObject({ meetingId: other.id });
  expect(noticeOf(await say(world, 'ann', 'nothing like it')).title).toBe('start.notFound');
});

it('shows nobody’s card to a channel', async () => {
  const world = await daily();
  const thread = { tid, threadId, serviceUrl: 'http://127.0.0.1/' };
  const said = await tomorrow(world.answering, world.actor('ann'), reader, { query: '', thread });
  expect(noticeOf(said)).toMatchObject({ title: 'tomorrow.inOwnChat', commands: [] });
});

it.each([
  ['of no member', { memberId: null }],
  ['of another team', { teamIds: [] }],
  ['of somebody the report does not ask', { memberId: aMemberId('cem') }],
])('has nothing to ask %s', async (_who, change) => {
  const world = await daily();
  expect(noticeOf(await say(world, 'ann', '', change))).toMatchObject({
    title: 'tomorrow.notYet',
    lines: ['tomorrow.none'],
  });
});

it('says why somebody who is switched off gets no card', async () => {
  const world = await daily();
  await world.changeMember('ann', { isEnabled: false });
  expect(noticeOf(await say(world, 'ann')).lines).toEqual(['error.NOT_ASKED']);
});

it('goes by the member’s own clock where each is asked by theirs', async () => {
  const zones = { ann: 'Pacific/Auckland', bob: 'America/New_York' };
  const world = await aWorld({ zones, start: '2026-11-22T14:00:00Z' });
  await world.meeting({ isReminderEnabled: false, timeBasis: 'MEMBER' });
  // Monday 10:00 is Sunday 21:00Z in Auckland and Monday 15:00Z in New York.
  expect(modelIn<AskModel>(await say(world, 'ann'))).toMatchObject({ date: monday });
  expect(noticeOf(await say(world, 'bob'))).toMatchObject({ lines: ['tomorrow.opens', 'tomorrow.how'] });
  await world.runUntil('2026-11-22T22:00:00Z', 600);
  // Opened in Auckland, ahead of New York.
  expect(modelIn<AskModel>(await say(world, 'bob'))).toMatchObject({ date: monday, isAhead: true });
  expect(modelIn<AskModel>(await say(world, 'ann'))).toMatchObject({ date: '2026-11-24' });
});

it('has nothing of a report that is switched off, by name or by button', async () => {
  const world = await daily();
  await world.changeMeeting({ isEnabled: false });
  for (const query of ['', 'daily', aMeetingId()])
    expect(noticeOf(await say(world, 'ann', query)).lines).toEqual(['tomorrow.none']);
  expect(noticeOf(await say(world, 'ann', idOf('meeting none'))).lines).toEqual(['tomorrow.none']);
});
