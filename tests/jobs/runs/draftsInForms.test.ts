import type { NeededChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { saveDraft } from '../../../bot/src/services/answers/answerDrafts.ts';
import type { AskModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { snoozeRun } from '../../../bot/src/services/answers/snoozeRun.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { createFaultyStore } from '../../support/store/faultyStoreWithCallCount.ts';
import { answerAs, friday, monday, question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that a message of the engine that contains the form shows the draft that its member has saved on the web in the
// meantime.

interface Typed {
  readonly done?: string;
  readonly date?: string;
  readonly dropped?: string;
  readonly needed?: NeededChoice;
}

const type = (world: World, name: string, { done = 'Half', date = friday, dropped, needed }: Typed = {}) =>
  saveDraft(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), date: aDate(date), values: { [question('done')]: done }, goals: [], version: null },
    ...(dropped === undefined ? {} : { goalStates: { [dropped]: 'DROPPED' as const } }),
    ...(needed === undefined ? {} : { needed }),
  });

const snooze = (world: World, name: string, date = friday) =>
  snoozeRun(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), date: aDate(date), length: 'HALF_HOUR' },
  });

const formsOf = (world: World, name: string): AskModel[] =>
  world.messenger.calls
    .filter((call) => call.do === 'send' && call.to === name && shows(call.message) === 'ask')
    .map(({ message }) => modelIn<AskModel>(message));

const lastForm = (world: World, name: string): AskModel | undefined => formsOf(world, name).at(-1);

it('a snoozed prompt shows the draft of its member: text, goals and the needed member', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-23T09:01:00Z', 600);
  const dropped = goalId('Review');
  const needed = { id: world.member('bob'), shown: null };
  const { savedAt } = await type(world, 'ann', { date: monday, done: 'On the web', dropped, needed });
  for (const name of ['ann', 'bob']) await snooze(world, name, monday);
  await world.runUntil('2026-11-23T09:35:00Z', 60);
  expect(lastForm(world, 'ann')).toMatchObject({
    ...{ isAgain: true, values: { done: 'On the web' }, draftFrom: savedAt, isEdit: false },
    needed: { shown: null, chosen: { memberId: world.member('bob'), name: 'bob' } },
  });
  expect(lastForm(world, 'ann')?.goals).toContainEqual(expect.objectContaining({ id: dropped, state: 'DROPPED' }));
  expect(lastForm(world, 'bob')).toMatchObject({ isAgain: true, values: {} });
  expect(lastForm(world, 'bob')?.draftFrom).toBeUndefined();
});

it('a draft that names its own member, or a person who has left, names no needed member in the form', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  await type(world, 'ann', { needed: { id: world.member('ann'), shown: null } });
  await type(world, 'bob', { needed: { id: world.member('gone'), shown: null } });
  for (const name of ['ann', 'bob']) await snooze(world, name);
  await world.runUntil('2026-11-20T09:35:00Z', 60);
  for (const name of ['ann', 'bob'])
    expect(lastForm(world, name)).toMatchObject({ isAgain: true, needed: { shown: null, chosen: null } });
});

it('a reminder that contains the form shows the draft', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ reportSummaryTime: 400 });
  await world.runUntil('2026-11-20T09:01:00Z');
  const { savedAt } = await type(world, 'bob');
  await world.runUntil('2026-11-20T15:35:00Z', 60);
  expect(formsOf(world, 'bob')).toHaveLength(2);
  expect(lastForm(world, 'bob')).toMatchObject({ values: { done: 'Half' }, draftFrom: savedAt });
  expect(lastForm(world, 'bob')?.reminder).toBeDefined();
  expect(lastForm(world, 'ann')).toMatchObject({ values: {} });
});

it('a prompt that waited for the end of quiet hours shows the draft, and a prompt at the opening does not', async () => {
  const world = await aWorld({ people: ['ann', 'bob'], zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' } });
  await world.changeMember('ann', { quietHours: { from: 20 * 60, to: 10 * 60 + 30 } });
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  await type(world, 'ann');
  await type(world, 'bob');
  await world.runUntil('2026-11-20T09:40:00Z', 60);
  expect(formsOf(world, 'ann')).toMatchObject([{ values: { done: 'Half' } }]);
  expect(formsOf(world, 'bob')).toMatchObject([{ values: {} }]);
});

it('drafts are read once for all messages of a run, and never for prompts at the opening', async () => {
  const store = createFaultyStore(openSqliteStore({ file: ':memory:' }));
  const lists: string[] = [];
  const scan = store.scan.bind(store);
  const counted = {
    ...store,
    scan: (...call: Parameters<typeof scan>) => {
      if (call[2].from.startsWith('F|')) lists.push(call[2].from);
      return scan(...call);
    },
  };
  const world = await aWorld({ people: ['ann', 'bob', 'cy'], store: counted });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  expect(lists).toEqual([]);
  for (const name of ['ann', 'bob', 'cy']) await type(world, name);
  for (const name of ['ann', 'bob', 'cy']) await snooze(world, name);
  await world.runUntil('2026-11-20T09:35:00Z', 60);
  for (const name of ['ann', 'bob', 'cy']) expect(lastForm(world, name)).toMatchObject({ values: { done: 'Half' } });
  expect(lists).toHaveLength(1);
});
