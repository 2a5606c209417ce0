import { saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { saveDraft } from '../../../bot/src/services/answers/answerDrafts.ts';
import { cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { answerPressedRun } from '../../../bot/src/services/answers/runCardOrWaitingRuns.ts';
import { removeOldDrafts } from '../../../bot/src/services/dataLifecycle/removeOldDrafts.ts';
import type { AnsweredModel, AskModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answerDraft } from '../../../bot/src/store/kinds/answers/answerDraft.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import { aDate, aMeetingId, aZone, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { answerAs, friday, monday, question, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const open = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'], zones: { ann: 'America/Los_Angeles', bob: 'Asia/Kolkata' } });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  return world;
};

interface Typed {
  readonly done?: string;
  readonly goals?: string[];
  readonly goalStates?: Readonly<Record<string, GoalState>>;
  readonly version?: string | null;
  readonly date?: string;
}

const type = (
  world: World,
  name: string,
  { done = 'Half', goals = [], version = null, date = friday, ...states }: Typed = {},
) =>
  saveDraft(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), date: aDate(date), values: { [question('done')]: done }, goals, version },
    ...states,
  });

const onWeb = async (world: World, name: string, input: { edit?: 'true'; fill?: 'last'; date?: string } = {}) => {
  const { edit = 'false', date = friday, ...fill } = input;
  const shown = await cardFor(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), date: aDate(date), edit },
    ...fill,
  });
  return { ...shown, model: modelIn<AskModel>(aCard(shown.card)) };
};

const signed = (world: World, name: string, date = friday) =>
  world.answering.signer.sign({
    ...{ O: world.orgId, T: world.teamId, meetingId: aMeetingId(), date: aDate(date), memberId: world.member(name) },
  });

const draftRow = async (world: World, name: string, date = friday) =>
  (
    await inOrg(world.store, world.orgId).get(answerDraft, {
      ...{ teamId: world.teamId, memberId: world.member(name), meetingId: aMeetingId(), date: aDate(date) },
    })
  )?.value;

describe('a draft', () => {
  it('fills the form on the web, and the card that a button opens', async () => {
    const world = await open();
    const { version, savedAt } = await type(world, 'ann');
    const shown = await onWeb(world, 'ann');
    expect(shown).toMatchObject({ state: 'OPEN', draft: { version, savedAt, values: { done: 'Half' }, goals: [] } });
    expect(shown.model).toMatchObject({ values: { done: 'Half' }, draftFrom: savedAt, isEdit: false });
    const caller = {
      actor: world.actor('ann'),
      reader: { locale: 'en', timezone: aZone('UTC') },
    };
    const opened = await answerPressedRun(world.answering, caller, signed(world, 'ann'));
    expect(modelIn<AskModel>(opened)).toMatchObject({ values: { done: 'Half' }, draftFrom: savedAt });
    expect((await onWeb(world, 'bob')).model).toMatchObject({ values: {} });
    expect((await onWeb(world, 'bob')).draft).toBeNull();
  });

  it('comes before the last answer when Same as last time fills the card', async () => {
    const world = await open();
    await answerAs(world, 'ann', { change: { done: 'On Friday' } });
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    await type(world, 'ann', { date: monday, done: 'Typed on the web' });
    const pressed = await cardAction(world.answering, world.sender('ann'), {
      ...{ verb: 'sameAsLast', data: signed(world, 'ann', monday), pressed: 'card' },
    });
    const filled = { values: values({ done: 'Typed on the web' }), filledFrom: friday };
    expect(modelIn<AskModel>(pressed)).toMatchObject(filled);
    expect((await onWeb(world, 'ann', { fill: 'last', date: monday })).model).toMatchObject(filled);
  });

  it('keeps the ticks of the goals', async () => {
    const world = await open();
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    const ticked = goalId('Review');
    await type(world, 'ann', { date: monday, goals: [ticked] });
    const { goals } = (await onWeb(world, 'ann', { date: monday })).model;
    expect(goals.map((goal) => [goal.id, goal.ticked])).toEqual([
      [goalId('Fix sign-in'), false],
      [ticked, true],
    ]);
  });

  it('fills the form for editing, and keeps the stored answer until it is sent', async () => {
    const world = await open();
    await answerAs(world, 'ann');
    await type(world, 'ann', { done: 'Edited half' });
    expect((await onWeb(world, 'ann')).state).toBe('ANSWERED');
    const { model } = await onWeb(world, 'ann', { edit: 'true' });
    expect(model).toMatchObject({ isEdit: true, values: { done: 'Edited half' } });
  });
});

describe('drafts of two devices', () => {
  it('rejects the later writer, who gets the stored draft and can keep either', async () => {
    const world = await open();
    const first = await type(world, 'ann', { done: 'Phone' });
    await expect(type(world, 'ann', { done: 'Laptop' })).rejects.toMatchObject({
      code: 'DRAFT_CHANGED',
      details: { data: { draft: { ...first, values: { done: 'Phone' } } } },
    });
    expect(await draftRow(world, 'ann')).toMatchObject({ values: { done: 'Phone' } });
    const second = await type(world, 'ann', { done: 'Laptop', version: first.version });
    await expect(type(world, 'ann', { done: 'Phone 2', version: first.version })).rejects.toMatchObject({
      details: { data: { draft: { version: second.version } } },
    });
  });

  it('change nothing when the same draft is saved again after a lost reply', async () => {
    const world = await open();
    const first = await type(world, 'ann');
    world.clock.set('2026-11-20T09:30:00Z');
    expect(await type(world, 'ann')).toEqual(first);
  });

  it('drafts of two devices that are saved at the same time leave one draft and one refusal', async () => {
    const world = await open();
    const done = await Promise.allSettled(['A', 'B', 'C'].map((text) => type(world, 'ann', { done: text })));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = done.flatMap((item) => (item.status === 'rejected' ? [item.reason as unknown] : []));
    expect(refusals).toMatchObject([{ code: 'DRAFT_CHANGED' }, { code: 'DRAFT_CHANGED' }]);
  });
});

describe('a sent answer', () => {
  it('deletes the draft whose texts it has', async () => {
    const world = await open();
    await type(world, 'ann', { done: ' The report ' });
    await answerAs(world, 'ann');
    expect(await draftRow(world, 'ann')).toBeUndefined();
    expect((await onWeb(world, 'ann', { edit: 'true' })).model).toMatchObject({ values: values() });
  });

  it('keeps a draft with other text, names it on the card, and Edit shows it', async () => {
    const world = await open();
    await type(world, 'ann', { done: 'Unsent, on the web' });
    const data = { ...signed(world, 'ann'), 'q:done': 'From the chat', 'q:plan': 'A', 'q:blocked': 'No' };
    const pressed = await cardAction(world.answering, world.sender('ann'), { verb: 'submit', data, pressed: 'card' });
    expect(modelIn<AnsweredModel>(pressed)).toMatchObject({ hasDraft: true, values: { done: 'From the chat' } });
    expect((await onWeb(world, 'ann', { edit: 'true' })).model).toMatchObject({
      values: { done: 'Unsent, on the web' },
    });
  });

  it('keeps a draft that only drops a goal, names it on the card, and Edit shows it', async () => {
    const world = await open();
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    const dropped = goalId('Review');
    await type(world, 'ann', { date: monday, done: '', goalStates: { [dropped]: 'DROPPED' } });
    const inputs = { 'q:done': 'From the chat', 'q:plan': 'A', 'q:blocked': 'No' };
    const boxes = (value: string) => ({ [`g:${dropped}`]: 'false', [`d:${dropped}`]: value });
    const press = (value: string) =>
      cardAction(world.answering, world.sender('ann'), {
        ...{ verb: 'submit', pressed: 'card', data: { ...signed(world, 'ann', monday), ...inputs, ...boxes(value) } },
      });
    expect(modelIn<AnsweredModel>(await press('false'))).toMatchObject({ hasDraft: true });
    expect((await onWeb(world, 'ann', { edit: 'true', date: monday })).model.goals).toContainEqual(
      expect.objectContaining({ id: dropped, state: 'DROPPED' }),
    );
    expect(modelIn<AnsweredModel>(await press('true'))).toMatchObject({ hasDraft: false });
    expect(await draftRow(world, 'ann', monday)).toBeUndefined();
  });

  it('is stored and its draft is gone after a kill at any call to the store', async () => {
    for (let call = 1; call < 40; call += callsBetweenFaults) {
      const world = await open();
      await type(world, 'ann', { done: 'The report' });
      const { store } = failingStore(world.store, call, 'crash');
      const killed = { ...world, answering: { ...world.answering, store } };
      const isKilled = await answerAs(killed, 'ann').then(
        () => false,
        () => true,
      );
      await answerAs(world, 'ann');
      expect((await onWeb(world, 'ann', { edit: 'true' })).model).toMatchObject({ values: values() });
      expect(await draftRow(world, 'ann')).toBeUndefined();
      if (!isKilled) return;
    }
    throw new Error('The answer needs more calls than this test kills.');
  });
});

describe('the nightly deletion of drafts', () => {
  const night = (world: World) => removeOldDrafts({ ...world.deps, newId: () => idOf('n') }, world.orgId);

  it('deletes a draft once its run accepts no answer, and is repeatable', async () => {
    const world = await open();
    await type(world, 'ann');
    await type(world, 'bob');
    await night(world);
    expect(await draftRow(world, 'ann')).toBeDefined();
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    await type(world, 'ann', { date: monday });
    await night(world);
    await night(world);
    expect(await draftRow(world, 'ann')).toBeUndefined();
    expect(await draftRow(world, 'bob')).toBeUndefined();
    expect(await draftRow(world, 'ann', monday)).toBeDefined();
    // A clock that was set back neither restores a deleted draft nor deletes another draft.
    world.clock.set('2026-11-20T08:00:00Z');
    await night(world);
    expect(await draftRow(world, 'ann', monday)).toBeDefined();
  });

  it('finishes after a kill at any call to the store', async () => {
    for (let call = 1; call < 40; call += callsBetweenFaults) {
      const world = await open();
      await type(world, 'ann');
      await type(world, 'bob');
      await world.runUntil('2026-11-23T09:00:00Z', 3600);
      const { store } = failingStore(world.store, call, 'crash');
      const isKilled = await night({ ...world, deps: { ...world.deps, store } }).then(
        () => false,
        () => true,
      );
      await night(world);
      expect([await draftRow(world, 'ann'), await draftRow(world, 'bob')]).toEqual([undefined, undefined]);
      if (!isKilled) return;
    }
    throw new Error('The deletion needs more calls than this test kills.');
  });
});

describe('POST /api/meeting/draft', () => {
  const app = useTestApp();
  let meeting: Meeting;
  const input = (change: object = {}) => ({
    ...{ meetingId: meeting.id, date: today, values: valuesOf(meeting), goals: [], version: null },
    ...change,
  });

  beforeAll(async () => {
    meeting = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { time: 9 * 60 + 10 });
    await app().beatAt('2026-11-20T08:10:00Z');
  });

  it('saves the member’s own draft', async () => {
    const { version } = await app().get('ann', saveAnswerDraft, input());
    const again = await app().get('ann', saveAnswerDraft, input({ values: {}, version }));
    expect(again.version).not.toBe(version);
  });

  it('needs a session, a place in the team, and a report that exists', async () => {
    expect((await app().ask(null, saveAnswerDraft, input())).status).toBe(401);
    for (const who of ['sam', 'eve', 'zoe'] as const)
      expect((await app().ask(who, saveAnswerDraft, input())).status).toBe(404);
    expect((await app().ask('ann', saveAnswerDraft, input({ meetingId: aMeetingId('none') }))).status).toBe(404);
  });

  it('refuses a person whom the run does not ask, and a run that is not there', async () => {
    const other = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['ann'] },
      { name: 'Other', time: 9 * 60 + 20 },
    );
    await app().beatAt('2026-11-20T08:20:00Z');
    expect((await refusalOf(app(), saveAnswerDraft, input({ meetingId: other.id }))).slice(0, 2)).toEqual([
      403,
      'NOT_ASKED',
    ]);
    expect((await refusalOf(app(), saveAnswerDraft, input({ date: '2027-11-22' }))).slice(0, 2)).toEqual([
      409,
      'RUN_NOT_OPEN',
    ]);
  });

  it.each<[string, object, string]>([
    ['an invalid date', { date: '2026-02-30' }, en['invalid.date']],
    ['an invalid report', { meetingId: 'x' }, en['invalid.id']],
    ['a version that is too long', { version: 'x'.repeat(65) }, en['invalid.id']],
    ['goals that are no list', { goals: 'x' }, en['invalid.list']],
    ['a question that the run does not ask', { values: { other: 'x' } }, en['error.QUESTION_UNKNOWN']],
  ])('refuses %s', async (_what, change, message) => {
    const [status, , text] = await refusalOf(app(), saveAnswerDraft, input(change));
    expect([400, 409]).toContain(status);
    expect(text).toBe(message);
  });
});
