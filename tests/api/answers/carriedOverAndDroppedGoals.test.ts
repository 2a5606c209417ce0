import { saveAnswer, cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import type { AnsweredModel, AskModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, monday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const tuesday = '2026-11-24';
const wednesday = '2026-11-25';
const [fix, review] = [goalId('Fix sign-in'), goalId('Review')];

/**
 * Creates a world with two members on both sides of the date line. The member `name` answered Friday's run with the
 * plan "Fix sign-in" and "Review". Returns the world on Monday.
 */
const onMonday = async (name: string): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'], zones: { ann: 'Pacific/Honolulu', bob: 'Pacific/Auckland' } });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  await answerAs(world, name);
  await world.runUntil('2026-11-23T09:00:00Z', 3600);
  return world;
};

const cardOf = (world: World, name: string, date: string) =>
  world.answering.signer.sign({
    ...{ O: world.orgId, T: world.teamId, meetingId: aMeetingId(), date: aDate(date), memberId: world.member(name) },
  });

const offered = async (world: World, name: string, date: string) => {
  const input = { meetingId: aMeetingId(), date: aDate(date), edit: 'false' } as const;
  const { card } = await cardFor(world.answering, world.actor(name), input);
  return modelIn<AskModel>(aCard(card)).goals.map(({ text, day = 1 }) => [text, day]);
};

/** Sends the card with these check boxes: `+` = done, `-` = dropped; a goal without a sign is carried over. */
const send = async (world: World, name: string, date: string, boxes: Readonly<Record<string, '+' | '-' | ''>>) => {
  const inputs = Object.entries(boxes).flatMap(([id, box]) => [
    [`g:${id}`, String(box === '+')],
    [`d:${id}`, String(box === '-')],
  ]);
  const answers = Object.entries(values({ plan: 'Write docs' })).map(([id, value]) => [`q:${id}`, value]);
  const data = {
    ...cardOf(world, name, date),
    ...(Object.fromEntries([...inputs, ...answers]) as Record<string, string>),
  };
  return cardAction(world.answering, world.sender(name), { verb: 'submit', data, pressed: 'card' });
};

describe.each(['ann', 'bob'])('the goals of %s', (name) => {
  it('are carried over with their age until they are done or dropped', async () => {
    const world = await onMonday(name);
    expect(await offered(world, name, monday)).toEqual([
      ['Fix sign-in', 1],
      ['Review', 1],
    ]);
    const sent = modelIn<AnsweredModel>(await send(world, name, monday, { [fix]: '', [review]: '-' }));
    expect(sent.goals.map(({ text, ticked, state }) => [text, ticked, state])).toEqual([
      ['Fix sign-in', false, 'CARRIED'],
      ['Review', false, 'DROPPED'],
    ]);
    await world.runUntil('2026-11-24T09:00:00Z', 3600);
    expect(await offered(world, name, tuesday)).toEqual([
      ['Fix sign-in', 2],
      ['Write docs', 1],
    ]);
    await send(world, name, tuesday, { [fix]: '', [goalId('Write docs')]: '+' });
    await world.runUntil('2026-11-25T09:00:00Z', 3600);
    expect(await offered(world, name, wednesday)).toEqual([
      ['Fix sign-in', 3],
      ['Write docs', 1],
    ]);
  });

  it('do not age on days without an answer', async () => {
    const world = await onMonday(name);
    await send(world, name, monday, { [fix]: '', [review]: '+' });
    await world.runUntil('2026-11-27T09:00:00Z', 3600);
    expect(await offered(world, name, '2026-11-27')).toEqual([
      ['Fix sign-in', 2],
      ['Write docs', 1],
    ]);
  });

  it('change with an edit of the answer, and age once', async () => {
    const world = await onMonday(name);
    await send(world, name, monday, { [fix]: '', [review]: '' });
    await send(world, name, monday, { [fix]: '+', [review]: '' });
    await world.runUntil('2026-11-24T09:00:00Z', 3600);
    expect(await offered(world, name, tuesday)).toEqual([
      ['Review', 2],
      ['Write docs', 1],
    ]);
  });
});

describe('a client of today', () => {
  it('sends ticks alone: nothing is carried over, and the stored goals have no state', async () => {
    const world = await onMonday('ann');
    await answerAs(world, 'ann', { date: monday, goals: [review], change: { plan: 'Write docs' } });
    const key = { teamId: world.teamId, memberId: world.member('ann'), date: aDate(monday), meetingId: aMeetingId() };
    expect((await inOrg(world.store, world.orgId).get(history, key))?.value.goals).toEqual([
      { id: fix, text: 'Fix sign-in', ticked: false },
      { id: review, text: 'Review', ticked: true },
    ]);
    await world.runUntil('2026-11-24T09:00:00Z', 3600);
    expect(await offered(world, 'ann', tuesday)).toEqual([['Write docs', 1]]);
  });

  it('presses a card of the previous version, without boxes to drop a goal', async () => {
    const world = await onMonday('ann');
    const answers = Object.entries(values()).map(([id, value]) => [`q:${id}`, value]);
    const data = {
      ...cardOf(world, 'ann', monday),
      ...(Object.fromEntries(answers) as Record<string, string>),
      [`g:${fix}`]: 'true',
      [`g:${review}`]: 'false',
    };
    const sent = await cardAction(world.answering, world.sender('ann'), { verb: 'submit', data, pressed: 'card' });
    expect(modelIn<AnsweredModel>(sent).goals).toEqual([
      { id: fix, text: 'Fix sign-in', ticked: true },
      { id: review, text: 'Review', ticked: false },
    ]);
  });
});

it('keeps the states of goals on a form that was refused', async () => {
  const world = await onMonday('ann');
  const data = { ...cardOf(world, 'ann', monday), 'q:done': '', [`g:${fix}`]: 'false', [`d:${fix}`]: 'true' };
  const refused = await cardAction(world.answering, world.sender('ann'), { verb: 'submit', data, pressed: 'card' });
  expect(modelIn<AskModel>(refused).goals.find(({ id }) => id === fix)).toMatchObject({ state: 'DROPPED' });
});

it('takes the states over the API, where they count more than the ticks', async () => {
  const world = await onMonday('ann');
  const { answer } = await saveAnswer(world.answering, world.actor('ann'), {
    ...{ meetingId: aMeetingId(), date: aDate(monday), values: values(), goals: [fix] },
    goalStates: { [fix]: 'CARRIED', [review]: 'DONE' },
  });
  expect(answer.goals.map(({ ticked, state }) => [ticked, state])).toEqual([
    [false, 'CARRIED'],
    [true, 'DONE'],
  ]);
  expect(answer.isGoalAchieved).toBe(false);
  expect(answer.date).not.toBe(friday);
});
