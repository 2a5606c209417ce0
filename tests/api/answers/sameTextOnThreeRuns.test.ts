import { saveAnswer, cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import type { AnsweredModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { aDate, aMeetingId, aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const days = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'];

/**
 * Answers one run a day with these texts, and returns the hints on the card after each answer. An empty text leaves the
 * run unanswered.
 */
const hints = async (name: string, texts: readonly string[]): Promise<(readonly string[] | undefined)[]> => {
  const world: World = await aWorld({ people: ['ann', 'bob'], zones: { ann: 'Pacific/Honolulu', bob: 'Asia/Tokyo' } });
  await world.meeting({ isReminderEnabled: false });
  const shown: (readonly string[] | undefined)[] = [];
  for (const [index, text] of texts.entries()) {
    const date = days[index] ?? '';
    await world.runUntil(`${date}T09:00:00Z`, 3600);
    if (text === '') continue;
    const { card } = await saveAnswer(world.answering, world.actor(name), {
      ...{ meetingId: aMeetingId(), date: aDate(date), goals: [] },
      values: values({ done: text, plan: `Plan of ${date}` }),
    });
    shown.push(modelIn<AnsweredModel>(aCard(card)).repeated);
  }
  const last = { meetingId: aMeetingId(), date: aDate(days[texts.length - 1] ?? ''), edit: 'false' as const };
  const other = await cardFor(world.answering, world.actor(name === 'ann' ? 'bob' : 'ann'), last);
  expect(JSON.stringify(other.card)).not.toContain('repeated');
  return shown;
};

const question = ['What did you get done?'];

it.each(['ann', 'bob'])('shows %s alone that a text is the same on three runs', async (name) => {
  expect(await hints(name, ['Reviews', ' Reviews', 'Reviews', 'Other'])).toEqual([[], [], question, []]);
});

it('leaves out a text about a blocker', async () => {
  const world: World = await aWorld({ people: ['ann'] });
  const texts = [aQuestion(), aQuestion({ id: questionId.parse('what'), sequence: 2, isBlocker: true })];
  await world.meeting({ isReminderEnabled: false, questions: texts });
  let repeated: unknown;
  for (const date of days.slice(0, 3)) {
    await world.runUntil(`${date}T09:00:00Z`, 3600);
    const { card } = await saveAnswer(world.answering, world.actor('ann'), {
      ...{ meetingId: aMeetingId(), date: aDate(date), goals: [] },
      values: { [questionId.parse('done')]: `Done on ${date}`, [questionId.parse('what')]: 'No keys' },
    });
    ({ repeated } = modelIn<AnsweredModel>(aCard(card)));
  }
  expect(repeated).toEqual([]);
});

it('counts the runs that the member answered', async () => {
  expect(await hints('ann', ['Reviews', '', 'Reviews', 'Reviews'])).toEqual([[], [], question]);
});

it('is silent if one of three texts differs', async () => {
  expect(await hints('ann', ['Reviews', 'Tests', 'Reviews', 'Reviews'])).toEqual([[], [], [], []]);
});
