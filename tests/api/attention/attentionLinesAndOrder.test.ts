import { getAttention as attentionCall } from '#contracts/attention/getAttention.ts';
import type { Attention } from '#contracts/attention/getAttention.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import { getAttention } from '../../../bot/src/services/attention/getAttention.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { aDate, aMeetingId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, monday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const read = async (world: World): Promise<Attention> =>
  attentionCall.output.parse(await getAttention(world.deps, world.actor('bob'), { teamId: world.teamId }));

/** Creates a world in which Ann reported a blocker on Friday and needs Cy. Its clock shows the following Tuesday. */
const blocked = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 1800);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
  const place = { meetingId: aMeetingId(), memberId: world.member('ann') };
  const need = { ...place, action: 'NEED', neededId: world.member('cy') } as const;
  await changeBlockerOf(world.answering, world.actor('ann'), need);
  await world.runUntil('2026-11-24T08:00:00Z', 1800);
  return world;
};

it('names the needed member of a blocker as long as the member is in the team', async () => {
  const world = await blocked();
  expect((await read(world)).items).toContainEqual(expect.objectContaining({ kind: 'BLOCKER', needed: 'cy' }));
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T12:00:00Z') });
  const { items } = await read(world);
  expect(items).toContainEqual(expect.objectContaining({ kind: 'BLOCKER', name: 'ann', needed: null }));
});

it('has no line of a disabled report', async () => {
  const world = await blocked();
  expect((await read(world)).totalItems).toBeGreaterThan(0);
  await world.changeMeeting({ isEnabled: false });
  expect(await read(world)).toEqual({ teamId: world.teamId, items: [], totalItems: 0 });
});

it('lists a goal that was carried over before one that was dropped', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  const dates = ['2026-11-20', monday, '2026-11-24', '2026-11-25'];
  for (const [index, date] of dates.entries()) {
    await world.runUntil(`${date}T09:05:00Z`, 1800);
    const isLast = index === dates.length - 1;
    const goalStates = {
      [goalId('Fix sign-in')]: 'CARRIED',
      [goalId('Review')]: isLast ? 'DROPPED' : 'CARRIED',
    } as const;
    await saveAnswer(world.answering, world.actor('ann'), {
      ...{ meetingId: aMeetingId(), date: aDate(date), goals: [] },
      values: index === 0 ? values() : values({ plan: `Plan ${index}` }),
      ...(index === 0 ? {} : { goalStates }),
    });
    await world.runUntil(`${date}T12:00:00Z`, 1800);
  }
  const goals = (await read(world)).items.filter(({ kind }) => kind.startsWith('GOAL'));
  expect(goals).toMatchObject([
    { kind: 'GOAL_CARRIED', goal: 'Fix sign-in' },
    { kind: 'GOAL_DROPPED', goal: 'Review' },
  ]);
});
