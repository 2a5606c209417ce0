import { saveDraft } from '../../../bot/src/services/answers/answerDrafts.ts';
import { answerPressedRun } from '../../../bot/src/services/answers/runCardOrWaitingRuns.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { askedBlockerOf } from '../../../bot/src/services/answers/openBlockerToAskAbout.ts';
import { cardFor, saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { applyChange } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { AskModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answerDraft } from '../../../bot/src/store/kinds/answers/answerDraft.ts';
import { blocker as blockerKind } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, monday, question, rowsOf, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';

// Tests that the form of a run first asks about the member's open blocker.

const old = 'The licences have not come';
const zones = { ann: 'America/Los_Angeles', bob: 'Asia/Kolkata' };
const choice = `b:${friday}`;

/** Creates a world on Monday: Ann reported a blocker on Friday, and Monday's run is open. */
const onMonday = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'], zones });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: old } });
  await world.runUntil('2026-11-23T09:00:00Z', 3600);
  return world;
};

const place = (world: World, name = 'ann') => ({
  teamId: world.teamId,
  meetingId: aMeetingId(),
  memberId: world.member(name),
});

const blockerOf = async (world: World) => (await inOrg(world.store, world.orgId).get(blockerKind, place(world)))?.value;

const formOnWeb = async (world: World, name: string, date = monday): Promise<AskModel> => {
  const input = { meetingId: aMeetingId(), date: aDate(date), edit: 'false' } as const;
  return modelIn<AskModel>(aCard((await cardFor(world.answering, world.actor(name), input)).card));
};

const submit = (world: World, inputs: Readonly<Record<string, string>>, date = monday) => {
  const { teamId: T, ...run } = place(world);
  const card = world.answering.signer.sign({ O: world.orgId, T, ...run, date: aDate(date) });
  const pressed = { ...card, 'q:done': 'The report', 'q:plan': 'Review 30m', ...inputs };
  return cardAction(world.answering, world.sender('ann'), { verb: 'submit', data: pressed, pressed: 'card' });
};

const answerOn = async (world: World, date = monday) => (await rowsOf(world, date)).answers[0]?.value;

describe('the form of the next run', () => {
  it('asks only the member with an open blocker, in the chat and on the web', async () => {
    const world = await onMonday();
    const asked = { blocker: { since: friday, text: old } };
    expect(await formOnWeb(world, 'ann')).toMatchObject(asked);
    expect((await formOnWeb(world, 'bob')).blocker).toBeUndefined();
    const prompts = world.messenger.calls.filter(
      (call) => call.do === 'send' && shows(call.message) === 'ask' && modelIn<AskModel>(call.message).date === monday,
    );
    const models = prompts.map((call) =>
      modelIn<AskModel>((call as { message: Parameters<typeof modelIn>[0] }).message),
    );
    expect(models.map(({ data, blocker }) => [data.memberId, blocker?.text])).toEqual(
      expect.arrayContaining([
        [world.member('ann'), old],
        [world.member('bob'), undefined],
      ]),
    );
  });

  it('does not ask about a resolved blocker', async () => {
    const world = await onMonday();
    const change = { change: { action: 'RESOLVE' }, since: undefined } as const;
    await applyChange(world.answering, world.actor('ann'), place(world), change);
    expect((await formOnWeb(world, 'ann')).blocker).toBeUndefined();
  });

  it('does not ask about a blocker that began on the date of the run or later', async () => {
    const world = await onMonday();
    const tracked = await blockerOf(world);
    const { questions } = await world.changeMeeting({});
    expect(askedBlockerOf({ questions, date: aDate(monday) }, tracked)).toMatchObject({ since: friday });
    expect(askedBlockerOf({ questions, date: aDate(friday) }, tracked)).toBeUndefined();
    expect(askedBlockerOf({ questions, date: aDate('2026-11-19') }, tracked)).toBeUndefined();
  });

  it('does not ask again in the form of an edit', async () => {
    const world = await onMonday();
    await submit(world, { [choice]: 'STILL' });
    const input = { meetingId: aMeetingId(), date: aDate(monday), edit: 'true' } as const;
    const form = modelIn<AskModel>(aCard((await cardFor(world.answering, world.actor('ann'), input)).card));
    expect(form.isEdit).toBe(true);
    expect(form.blocker).toBeUndefined();
  });
});

describe('the choice', () => {
  it('“resolved” about an earlier blocker does not end the one that is open', async () => {
    const world = await onMonday();
    await saveAnswer(world.answering, world.actor('ann'), {
      ...{
        meetingId: aMeetingId(),
        date: aDate(monday),
        goals: [],
        values: values({ blocked: 'Yes', what: 'No desk' }),
      },
      openBlocker: { since: aDate('2026-11-19'), is: 'RESOLVED' },
    });
    expect(await blockerOf(world)).toMatchObject({ isOpen: true, since: friday, text: 'No desk' });
  });

  it('“still blocked” needs no other input, and keeps the first date; a repeat changes nothing', async () => {
    const world = await onMonday();
    expect(shows(await submit(world, { [choice]: 'STILL' }))).toBe('answered');
    expect(await answerOn(world)).toMatchObject({
      hasBlocker: true,
      values: values({ plan: 'Review 30m', blocked: 'Yes', what: old }),
    });
    const once = await blockerOf(world);
    expect(once).toMatchObject({ isOpen: true, since: friday, date: monday, text: old });
    await submit(world, { [choice]: 'STILL' });
    expect(await blockerOf(world)).toEqual(once);
    expect(await answerOn(world)).toMatchObject({ editedAt: null });
  });

  it('“resolved” closes the blocker', async () => {
    const world = await onMonday();
    await submit(world, { [choice]: 'RESOLVED' });
    expect(await answerOn(world)).toMatchObject({ hasBlocker: false });
    expect(await blockerOf(world)).toMatchObject({
      isOpen: false,
      life: { state: 'RESOLVED', text: old, since: friday },
    });
  });

  it('“resolved” beside a new blocker ends the old one, and the new one begins today', async () => {
    const world = await onMonday();
    await submit(world, { [choice]: 'RESOLVED', 'q:blocked': 'Yes', 'q:what': 'The door is locked' });
    const opened = { isOpen: true, since: monday, text: 'The door is locked' };
    expect(await blockerOf(world)).toMatchObject(opened);
  });

  it('“changed” keeps the first date with the new text', async () => {
    const world = await onMonday();
    await submit(world, { [choice]: 'CHANGED', 'q:blocked': 'Yes', 'q:what': 'Half of the licences have come' });
    expect(await blockerOf(world)).toMatchObject({
      isOpen: true,
      since: friday,
      text: 'Half of the licences have come',
    });
  });

  it('behaves the same on the web', async () => {
    const world = await onMonday();
    const { answer } = await saveAnswer(world.answering, world.actor('ann'), {
      ...{ meetingId: aMeetingId(), date: aDate(monday), goals: [] },
      values: values({ blocked: '' }),
      openBlocker: { since: aDate(friday), is: 'STILL' },
    });
    expect(answer.hasBlocker).toBe(true);
  });

  it.each([
    ['STILL', { 'q:blocked': 'No' }],
    ['CHANGED', {}],
  ])(
    '%s that contradicts the answer is refused with the form, which keeps the choice and the texts',
    async (is, inputs) => {
      const world = await onMonday();
      const form = modelIn<AskModel>(await submit(world, { [choice]: is, ...inputs }));
      expect(form.problem).toBeTruthy();
      expect(form).toMatchObject({ blocker: { since: friday, text: old, is }, values: { done: 'The report' } });
      expect(await answerOn(world)).toBeUndefined();
      expect(await blockerOf(world)).toMatchObject({ isOpen: true, date: friday });
    },
  );

  it('reopens a blocker that a colleague resolved if the member answers that it remains', async () => {
    const world = await onMonday();
    const change = { change: { action: 'RESOLVE' }, since: undefined } as const;
    await applyChange(world.answering, { ...world.actor('bob'), role: 'admin' }, place(world), change);
    await submit(world, { [choice]: 'STILL' });
    expect(await answerOn(world)).toMatchObject({ hasBlocker: true });
    expect(await blockerOf(world)).toMatchObject({ isOpen: true, text: old });
  });

  it('of a forged name or value is refused without a change', async () => {
    for (const [name, value] of [
      ['b:yesterday', 'STILL'],
      [choice, 'MAYBE'],
    ]) {
      const world = await onMonday();
      expect(shows(await submit(world, { [name ?? '']: value ?? '' }))).toBe('ask');
      expect(await answerOn(world)).toBeUndefined();
    }
  });
});

describe('the draft', () => {
  const openBlocker = { since: aDate(friday), is: 'CHANGED' } as const;
  const type = (world: World, more: object = {}, version: string | null = null) =>
    saveDraft(world.answering, world.actor('ann'), {
      ...{ meetingId: aMeetingId(), date: aDate(monday), values: {}, goals: [], version },
      ...more,
    });
  const typed = { [question('what')]: 'Another supplier' };

  it('stores the choice and its text from the web, and shows them on the web and on the chat card', async () => {
    const world = await onMonday();
    await type(world, { openBlocker, values: typed });
    const filled = { blocker: { since: friday, text: old, is: 'CHANGED' }, values: { what: 'Another supplier' } };
    expect(await formOnWeb(world, 'ann')).toMatchObject(filled);
    const caller = { actor: world.actor('ann'), reader: { locale: 'en', timezone: aZone('UTC') } };
    const { teamId: T, ...run } = place(world);
    const data = world.answering.signer.sign({ O: world.orgId, T, ...run, date: aDate(monday) });
    expect(modelIn<AskModel>(await answerPressedRun(world.answering, caller, data))).toMatchObject(filled);
    const same = await cardAction(world.answering, world.sender('ann'), { verb: 'sameAsLast', data, pressed: 'card' });
    expect(modelIn<AskModel>(same)).toMatchObject(filled);
  });

  it('gives way to a choice that the card sends with Same as last time', async () => {
    const world = await onMonday();
    await type(world, { openBlocker });
    const { teamId: T, ...run } = place(world);
    const card = world.answering.signer.sign({ O: world.orgId, T, ...run, date: aDate(monday) });
    const data = { ...card, [choice]: 'STILL' };
    const same = await cardAction(world.answering, world.sender('ann'), { verb: 'sameAsLast', data, pressed: 'card' });
    expect(modelIn<AskModel>(same)).toMatchObject({ blocker: { is: 'STILL' } });
  });

  it('of two devices with different choices is never replaced unseen', async () => {
    const world = await onMonday();
    const first = await type(world, { openBlocker });
    expect(await type(world, { openBlocker })).toEqual(first);
    await expect(type(world, { openBlocker: { ...openBlocker, is: 'RESOLVED' } })).rejects.toMatchObject({
      code: 'DRAFT_CHANGED',
      details: { data: { draft: { openBlocker } } },
    });
    await expect(type(world)).rejects.toMatchObject({ code: 'DRAFT_CHANGED' });
    await type(world, { openBlocker: { ...openBlocker, is: 'RESOLVED' } }, first.version);
    expect((await formOnWeb(world, 'ann')).blocker).toMatchObject({ is: 'RESOLVED' });
  });

  it('shows no choice about an earlier blocker, and disappears with the answer', async () => {
    const world = await onMonday();
    await type(world, { openBlocker: { ...openBlocker, since: aDate('2026-11-02') } });
    expect((await formOnWeb(world, 'ann')).blocker).toEqual({ since: friday, text: old });
    await submit(world, { [choice]: 'STILL' });
    const key = { ...place(world), date: aDate(monday) };
    expect(await inOrg(world.store, world.orgId).get(answerDraft, key)).toBeUndefined();
  });
});
