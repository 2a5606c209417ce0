import { cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import type { AskModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { rewriteRow } from '../../../bot/src/services/dataLifecycle/rewriteRow.ts';
import { answerTombstone } from '../../../bot/src/domain/dataLifecycle/anonymiseRowsOfErasedPerson.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aDate, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, monday, rowsOf, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';

const zones = { ann: 'America/Los_Angeles', bob: 'Asia/Kolkata' };

/** Returns a world in which the members of `answering` have answered Friday's run, and Monday's run is open. */
const onMonday = async (answering: readonly string[] = ['ann']): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'], zones });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  for (const name of answering) await answerAs(world, name, { change: { done: `Friday of ${name}` } });
  await world.runUntil('2026-11-23T09:00:00Z', 3600);
  return world;
};

const cardOf = (world: World, name: string, date = monday) =>
  world.answering.signer.sign({
    O: world.orgId,
    T: world.teamId,
    meetingId: aMeetingId(),
    date: aDate(date),
    memberId: world.member(name),
  });

const press = (world: World, name: string, data: object = cardOf(world, name), presser = name) =>
  cardAction(world.answering, world.sender(presser), { verb: 'sameAsLast', data, pressed: 'card' });

const onWeb = async (world: World, name: string) => {
  const input = { meetingId: aMeetingId(), date: aDate(monday), edit: 'false', fill: 'last' } as const;
  return modelIn<AskModel>(aCard((await cardFor(world.answering, world.actor(name), input)).card));
};

describe('Same as last time', () => {
  it.each(['ann', 'bob'])(
    'fills the card of %s with the member’s own last answers, and sends nothing',
    async (name) => {
      const world = await onMonday(['ann', 'bob']);
      const message = await press(world, name);
      const filled = { values: values({ done: `Friday of ${name}` }), filledFrom: friday, isEdit: false };
      expect(message.replacesCard).not.toBe(false);
      expect(modelIn<AskModel>(message)).toMatchObject(filled);
      expect((await rowsOf(world, monday)).answers).toEqual([]);
      expect(await onWeb(world, name)).toMatchObject(filled);
    },
  );

  it('returns the same card when it is pressed again', async () => {
    const world = await onMonday();
    const first = await press(world, 'ann');
    expect(await press(world, 'ann')).toEqual(first);
  });

  it('keeps what the client sent, and fills only empty inputs', async () => {
    const world = await onMonday();
    const data = { ...cardOf(world, 'ann'), 'q:done': 'Typed today', 'q:plan': ' ', 'q:gone': 'x' };
    expect(modelIn<AskModel>(await press(world, 'ann', data)).values).toEqual(values({ done: 'Typed today' }));
  });

  it('takes the newest answer that is not erased', async () => {
    const world = await onMonday();
    const records = inOrg(world.store, world.orgId);
    await answerAs(world, 'ann', { date: monday, change: { done: 'Monday' } });
    await world.runUntil('2026-11-24T09:00:00Z', 3600);
    const filled = async () => modelIn<AskModel>(await press(world, 'ann', cardOf(world, 'ann', '2026-11-24')));
    expect(await filled()).toMatchObject({ filledFrom: monday, values: { done: 'Monday' } });
    const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(monday), memberId: world.member('ann') };
    const row = await world.store.get('Team', answerKind.at(records.scope, key));
    if (row === undefined) throw new Error('Monday has no answer.');
    // Creates the state in the middle of an erasure: the answer is erased, but the rows that refer to it still exist.
    world.plants(/answer/);
    await rewriteRow({ ...world.deps, newId: () => '' }, answerKind, row, answerTombstone);
    expect(await filled()).toMatchObject({ filledFrom: friday, values: { done: 'Friday of ann' } });
  });

  it('finds the last answer behind many answers to other reports', async () => {
    const world = await onMonday();
    const records = inOrg(world.store, world.orgId);
    const day = aDate('2026-11-21');
    for (let index = 0; index < 90; index += 1) {
      const key = {
        teamId: world.teamId,
        memberId: world.member('ann'),
        meetingId: aMeetingId(`busy ${index}`),
        date: day,
      };
      await records.touch(history, key, { meetingId: key.meetingId, date: day, hasBlocker: false, goals: [] });
    }
    expect((await onWeb(world, 'ann')).filledFrom).toBe(friday);
    world.plants(/./);
  });

  it('shows that there is nothing to fill in', async () => {
    const world = await onMonday([]);
    expect(modelIn<AskModel>(await press(world, 'ann'))).toMatchObject({ filledFrom: null, values: {} });
  });

  it('shows the stored answer of a run that the member has answered meanwhile', async () => {
    const world = await onMonday();
    await answerAs(world, 'ann', { date: monday });
    expect(shows(await press(world, 'ann'))).toBe('answered');
  });

  it('returns a clear card for a run that is over', async () => {
    const world = await onMonday(['ann']);
    expect(shows(await press(world, 'bob', cardOf(world, 'bob', friday)))).toBe('closed');
    expect(shows(await press(world, 'ann', cardOf(world, 'ann', friday)))).toBe('answered');
  });

  it('returns a notice for a deleted report and for a changed card, and leaves the card of another person', async () => {
    const world = await onMonday();
    const foreign = await press(world, 'ann', cardOf(world, 'ann'), 'bob');
    expect([shows(foreign), foreign.replacesCard]).toEqual(['notice', false]);
    expect(modelIn<NoticeModel>(foreign).title.key).toBe('answer.notYourCardTitle');
    const changed = await press(world, 'ann', { ...cardOf(world, 'ann'), T: aTeamId('other') });
    expect([shows(changed), changed.replacesCard]).toEqual(['notice', false]);
    const records = inOrg(world.store, world.orgId);
    const key = { teamId: world.teamId, meetingId: aMeetingId() };
    const row = await records.get(meetingKind, key);
    if (row !== undefined) await records.delete(meetingKind, key, row.etag);
    world.plants(/./);
    const gone = await press(world, 'ann', cardOf(world, 'ann', '2026-11-24'));
    expect([shows(gone), gone.replacesCard]).toEqual(['notice', true]);
    expect(modelIn<NoticeModel>(gone).lines).not.toEqual([]);
  });
});
