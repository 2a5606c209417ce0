import { cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import type { AnsweredModel, AskModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet, week } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, anInstant, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerAs,
  friday,
  monday,
  question,
  rowsOf,
  runOf,
  values,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { aCard, readable } from '../../support/data/messagesWithReadableCards.ts';

const open = async (people = ['ann', 'bob']): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  return world;
};

const card = (world: World, name: string, date?: string, edit: 'true' | 'false' = 'false') =>
  cardFor(world.answering, world.actor(name), {
    meetingId: aMeetingId(),
    edit,
    ...(date === undefined ? {} : { date: aDate(date) }),
  });

const ofAnn = (world: World) => ({ teamId: world.teamId, memberId: world.member('ann') });
const records = (world: World) => inOrg(world.store, world.orgId);
const sheetOf = async (world: World, date = friday) =>
  (await records(world).get(sheet, { ...ofAnn(world), date: aDate(date) }))?.value;

describe('the card', () => {
  it('asks, turns into the answer, and reopens prefilled', async () => {
    const world = await open();
    const before = await card(world, 'ann');
    expect(before).toMatchObject({
      state: 'OPEN',
      date: friday,
      occurrenceState: 'OPEN',
      closesAt: '2026-11-20T11:00:00.000Z',
    });
    await answerAs(world, 'ann');
    expect(await card(world, 'ann')).toMatchObject({ state: 'ANSWERED' });
    const again = await card(world, 'ann', undefined, 'true');
    const model = modelIn<AskModel>(aCard(again.card));
    expect(model).toMatchObject({ isEdit: true, values: values() });
  });

  it('belongs to the newest run, and to the next run once the newest accepts no more answers', async () => {
    const world = await open();
    expect((await card(world, 'ann')).date).toBe(friday);
    await world.runUntil('2026-11-23T08:30:00Z', 1800);
    expect((await card(world, 'ann')).date).toBe(friday);
    world.clock.set('2026-11-23T09:00:00Z');
    expect(await card(world, 'ann', '2026-11-24')).toMatchObject({ state: 'AHEAD', occurrenceState: null });
  });

  it('explains absent members, other people and closed runs', async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cem'] });
    const members = ['ann', 'bob'].map((name) => world.member(name));
    await world.meeting({ isReminderEnabled: false, members });
    await world.vacation('bob', friday);
    await world.runUntil('2026-11-20T09:00:00Z', 600);
    expect((await card(world, 'bob')).state).toBe('AWAY');
    expect((await card(world, 'cem', friday)).state).toBe('NOT_ASKED');
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    expect((await card(world, 'ann', friday)).state).toBe('CLOSED');
  });

  it('is hidden from another team and another organisation, and absent without a meeting', async () => {
    const world = await open();
    const input = { meetingId: aMeetingId(), edit: 'false' as const };
    const foreign = [
      cardFor(world.answering, world.actor('ann', { teamIds: [aTeamId('other')] }), input),
      cardFor(world.answering, world.actor('ann', { orgId: anOrgId('other') }), input),
      cardFor(world.answering, world.actor('ann'), { ...input, meetingId: aMeetingId('none') }),
    ];
    for (const attempt of foreign) await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an answer', () => {
  it('is stored once even if it is sent repeatedly', async () => {
    const world = await open();
    await answerAs(world, 'ann');
    const { answer } = await answerAs(world, 'ann');
    expect(answer.editedAt).toBeNull();
    expect((await rowsOf(world)).answers).toHaveLength(1);
  });

  it('is marked late after the close, and rejected when the next run opens', async () => {
    const world = await open();
    await world.runUntil('2026-11-20T11:30:00Z', 600);
    expect((await answerAs(world, 'ann')).answer.isLate).toBe(true);
    world.clock.set('2026-11-23T08:59:00Z');
    expect((await answerAs(world, 'bob')).answer.isLate).toBe(true);
    world.clock.set('2026-11-23T09:00:00Z');
    await expect(answerAs(world, 'ann', { change: { done: 'Too late' } })).rejects.toMatchObject({
      code: 'RUN_CLOSED',
    });
  });

  it('may be saved a day ahead, and counts when the run opens', async () => {
    const world = await open(['ann']);
    await answerAs(world, 'ann');
    await expect(answerAs(world, 'ann', { date: monday })).rejects.toMatchObject({ code: 'RUN_NOT_OPEN' });
    await world.runUntil('2026-11-22T09:30:00Z', 1800);
    const { answer } = await answerAs(world, 'ann', { date: monday, change: { done: 'Ahead' } });
    expect(answer).toMatchObject({ isAhead: true, isLate: false });
    await world.runUntil('2026-11-23T09:05:00Z', 300);
    expect(await runOf(world, monday)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
    const shown = world.messenger.calls
      .filter((call) => call.at.startsWith('2026-11-23'))
      .map((call) => shows(call.message));
    expect(shown).toEqual(['summary']);
  });

  it.each([
    [{ nothing: 'x' }, 'QUESTION_UNKNOWN'],
    [{ done: '' }, 'INVALID_INPUT'],
    [{ blocked: 'Perhaps' }, 'INVALID_INPUT'],
  ])('is refused with %p, and nothing changes', async (change, code) => {
    const world = await open();
    await expect(answerAs(world, 'ann', { change })).rejects.toMatchObject({ code });
    expect((await rowsOf(world)).answers).toEqual([]);
  });

  it('brings the last plan back as goals', async () => {
    const world = await open(['ann']);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    const asked = modelIn<AskModel>(aCard((await card(world, 'ann', monday)).card));
    expect(asked.goals.map((goal) => goal.text)).toEqual(['Fix sign-in', 'Review']);
    const half = await answerAs(world, 'ann', { date: monday, goals: [goalId('Fix sign-in')] });
    expect(half.answer).toMatchObject({ isGoalAchieved: false });
    const all = await answerAs(world, 'ann', { date: monday, goals: [goalId('Fix sign-in'), goalId('Review')] });
    expect(all.answer).toMatchObject({ isGoalAchieved: true });
    expect(all.answer.goals.every((goal) => goal.ticked)).toBe(true);
  });

  it('opens a blocker that keeps its first day, and closes it', async () => {
    const world = await open(['ann']);
    const blocked = { blocked: 'Yes', what: 'No test data' };
    await answerAs(world, 'ann', { change: blocked });
    await world.runUntil('2026-11-23T09:00:00Z', 3600);
    await answerAs(world, 'ann', { date: monday, change: blocked });
    const row = async () => (await records(world).get(blocker, { ...ofAnn(world), meetingId: aMeetingId() }))?.value;
    expect(await row()).toMatchObject({ isOpen: true, since: friday, date: monday, text: 'No test data' });
    await answerAs(world, 'ann', { date: monday });
    expect(await row()).toMatchObject({ isOpen: false });
    const kept = await records(world).get(history, { ...ofAnn(world), meetingId: aMeetingId(), date: aDate(friday) });
    expect(kept?.value.hasBlocker).toBe(true);
  });

  it('is stored even if its history row exists without it', async () => {
    const world = await open();
    const key = { ...ofAnn(world), meetingId: aMeetingId(), date: aDate(friday) };
    const left = { meetingId: aMeetingId(), date: aDate(friday), hasBlocker: true, goals: [] };
    await records(world).insert(history, key, left);
    await answerAs(world, 'ann');
    expect(await card(world, 'ann')).toMatchObject({ state: 'ANSWERED' });
    expect((await records(world).get(history, key))?.value.hasBlocker).toBe(false);
  });

  it('counts the member as active in its month, once', async () => {
    const world = await open(['ann']);
    const key = { month: '202611', memberId: world.member('ann') };
    expect(await records(world).get(usage, key)).toBeUndefined();
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T09:01:00Z', 5);
    expect((await records(world).get(usage, key))?.value).toMatchObject({
      event: 'ANSWER',
      at: '2026-11-20T09:00:00.000Z',
    });
  });
});

describe('the timesheet', () => {
  it('gets the lines of the plan, and an edit replaces only those', async () => {
    const world = await open(['ann']);
    await answerAs(world, 'ann');
    const before = await sheetOf(world);
    expect(before).toMatchObject({ minutes: 120, byMeeting: { [aMeetingId()]: 120 } });
    expect(before?.tasks.map((task) => [task.task, task.minutes])).toEqual([
      ['Fix sign-in', 90],
      ['Review', 30],
    ]);
    await answerAs(world, 'ann', { change: { plan: 'Fix sign-in 1h30\nRelease 15m' } });
    const after = await sheetOf(world);
    expect(after?.tasks.map((task) => [task.task, task.minutes])).toEqual([
      ['Fix sign-in', 90],
      ['Release', 15],
    ]);
    expect(after?.tasks[0]?.id).toBe(before?.tasks[0]?.id);
  });

  it('gets no hours in an approved week; the answer is stored and its card reports it', async () => {
    const world = await open(['ann']);
    const key = { ...ofAnn(world), monday: aDate('2026-11-16') };
    const state = { monday: key.monday, memberId: key.memberId, state: 'APPROVED', note: null } as const;
    await records(world).insert(week, key, { ...state, changedAt: anInstant('2026-11-20T08:00:00Z') });
    await answerAs(world, 'ann');
    expect((await rowsOf(world)).answers).toHaveLength(1);
    expect(await sheetOf(world)).toBeUndefined();
    const shown = modelIn<AnsweredModel>(aCard((await card(world, 'ann')).card));
    expect(shown).toMatchObject({ hoursRefused: true, logged: [] });
  });

  it('is on the day an answer ahead was given, never after today', async () => {
    const world = await open(['ann']);
    await world.runUntil('2026-11-22T09:30:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    expect((await sheetOf(world, '2026-11-22'))?.minutes).toBe(120);
    expect(await sheetOf(world, monday)).toBeUndefined();
  });
});

describe('a card in the chat', () => {
  const dataFor = (world: World, name: string, change = {}) => ({
    ...world.answering.signer.sign({
      O: world.orgId,
      T: world.teamId,
      meetingId: aMeetingId(),
      date: aDate(friday),
      memberId: world.member(name),
    }),
    'q:done': 'The report',
    'q:plan': 'Fix sign-in 1h30',
    'q:blocked': 'No',
    'q:what': '',
    ...change,
  });
  const titleOf = (message: OutgoingMessage): string => modelIn<NoticeModel>(message).title.key;
  const lineOf = (message: OutgoingMessage): string | undefined => modelIn<NoticeModel>(message).lines[0]?.key;

  it('is submitted, edited and submitted again', async () => {
    const world = await open();
    const sent = await cardAction(world.answering, world.sender('ann'), {
      verb: 'submit',
      data: dataFor(world, 'ann'),
      pressed: null,
    });
    expect(shows(sent)).toBe('answered');
    expect(modelIn<AnsweredModel>(sent)).toMatchObject({
      canEdit: true,
      logged: [{ task: 'Fix sign-in', minutes: 90 }],
    });
    const editing = await cardAction(world.answering, world.sender('ann'), {
      verb: 'edit',
      data: dataFor(world, 'ann'),
      pressed: null,
    });
    expect(modelIn<AskModel>(editing)).toMatchObject({ isEdit: true });
    const changed = dataFor(world, 'ann', { 'q:done': 'Something else' });
    await cardAction(world.answering, world.sender('ann'), { verb: 'submit', data: changed, pressed: null });
    expect((await rowsOf(world)).answers[0]?.value.values[question('done')]).toBe('Something else');
  });

  it('a card in the chat of another person shows the refusal beside the card', async () => {
    const world = await open();
    const message = await cardAction(world.answering, world.sender('bob'), {
      verb: 'submit',
      data: dataFor(world, 'ann'),
      pressed: null,
    });
    expect(lineOf(message)).toBe('error.NOT_YOUR_CARD');
    // A client shows only the summary of a rejected Execute, so the summary must contain the reason.
    expect(readable(message).summary).toBe(`This card is not yours. ${translateFor('en')('error.NOT_YOUR_CARD')}`);
    expect(message.replacesCard).toBe(false);
    const stranger = { ...world.sender('ann'), tid: '22222222-2222-4222-8222-222222222222' };
    expect(
      lineOf(
        await cardAction(world.answering, stranger, { verb: 'submit', data: dataFor(world, 'ann'), pressed: null }),
      ),
    ).toBe('error.NOT_YOUR_CARD');
    expect((await rowsOf(world)).answers).toEqual([]);
  });

  it.each([
    ['no data', undefined],
    ['a text', 'submit'],
    ['another signature', { sig: 'A'.repeat(43) }],
    ['another date', { date: '2026-11-19' }],
    ['another organisation', { O: anOrgId('other') }],
  ])('a card in the chat with %s is refused', async (_what, change) => {
    const world = await open();
    const data = typeof change === 'object' ? dataFor(world, 'ann', change) : change;
    const message = await cardAction(world.answering, world.sender('ann'), {
      verb: 'submit',
      data: data,
      pressed: null,
    });
    expect(lineOf(message)).toBe('error.CARD_INVALID');
    expect(titleOf(message)).toBe('answer.refusedTitle');
  });

  it.each([
    [{ 'q:done': '' }, 'Please answer'],
    [{ 'q:done': 'x'.repeat(2001) }, 'What did you get done?” has 2,001 characters; at most 2,000 are possible'],
    [{ 'q:bad id!': 'x' }, 'have changed'],
    [{ 'q:unknown': 'x' }, 'have changed'],
    [{ 'q:done': 'a\u0000b' }, 'cannot be stored'],
  ])(
    'a card in the chat that cannot be saved (%#) returns as it was filled, with the reason',
    async (change, reason) => {
      const world = await open();
      const message = await cardAction(world.answering, world.sender('ann'), {
        verb: 'submit',
        data: dataFor(world, 'ann', change),
        pressed: null,
      });
      expect(shows(message)).toBe('ask');
      const model = modelIn<AskModel>(message);
      expect(model.problem).toContain(reason);
      expect(model.values['plan']).toBe('Fix sign-in 1h30');
      expect((await rowsOf(world)).answers).toEqual([]);
    },
  );

  it('a card in the chat with more text than a card can show keeps the text in its input, with the question', async () => {
    const world = await open();
    const message = await cardAction(world.answering, world.sender('ann'), {
      verb: 'submit',
      data: dataFor(world, 'ann', { 'q:done': 'x'.repeat(15_000), 'q:plan': 'y'.repeat(6_000) }),
      pressed: null,
    });
    expect([lineOf(message), message.replacesCard]).toEqual(['answer.tooLong', false]);
    expect((await rowsOf(world)).answers).toEqual([]);
  });

  it('a card in the chat of a closed run shows the refusal beside the card', async () => {
    const world = await open();
    world.clock.set('2026-11-23T09:00:00Z');
    const message = await cardAction(world.answering, world.sender('ann'), {
      verb: 'submit',
      data: dataFor(world, 'ann'),
      pressed: null,
    });
    expect([lineOf(message), message.replacesCard]).toEqual(['error.RUN_CLOSED', false]);
  });

  it('accepts many at once, also after a restart', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const world = await open(people);
    await Promise.all(
      people.map((name) =>
        cardAction(world.answering, world.sender(name), { verb: 'submit', data: dataFor(world, name), pressed: null }),
      ),
    );
    await world.runUntil('2026-11-20T09:01:00Z', 5);
    expect(await runOf(world)).toMatchObject({ reason: 'ALL_ANSWERED' });
  });
});
