import type { WeekModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { weekAction } from '../../../bot/src/services/timesheets/weekCardActions.ts';
import { aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { readable } from '../../support/data/messagesWithReadableCards.ts';
import {
  aTeam,
  log,
  submit,
  sendBack,
  soon,
  story,
  lastCard,
  stateOf,
} from '../../support/worlds/timesheetWeekCardWorld.ts';

const press = (world: World, name: string, verb: 'approveWeek' | 'returnWeek', data: object, role?: 'admin') => {
  const actor = world.actor(name, role === undefined ? {} : { role });
  const known = { actor, reader: { locale: 'en', timezone: aZone('UTC') } };
  return weekAction({ ...world.answering, publicUrl: world.deps.publicUrl }, known, { verb, data });
};

describe('the buttons', () => {
  const asked = async (): Promise<World> => {
    const world = await aTeam();
    await log(world, '2026-11-18', 8);
    await submit(world);
    await soon(world);
    return world;
  };

  it('approve, and the card reports it in the same turn', async () => {
    const world = await asked();
    const reply = await press(world, 'ann', 'approveWeek', lastCard(world, 'ann').data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'APPROVED', decidedBy: 'ann', minutes: 480 });
    expect(reply.replacesCard).toBeUndefined();
    expect(await stateOf(world)).toBe('APPROVED');
    await soon(world);
    expect(story(world).filter((text) => text.includes('abe'))).toContain('update chat-abe APPROVED 480');
  });

  it('return a week with a note, and explain a missing one', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    const without = await press(world, 'ann', 'returnWeek', { ...data, note: '  ' }, 'admin');
    expect([without.replacesCard, readable(without).summary]).toEqual([
      false,
      expect.stringContaining('Please give a reason.'),
    ]);
    expect(await stateOf(world)).toBe('SUBMITTED');
    const reply = await press(world, 'ann', 'returnWeek', { ...data, note: 'Tuesday?' }, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', note: 'Tuesday?' });
  });

  it('on a card with old hours approve nothing, and show the new hours', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    await log(world, '2026-11-19', 2);
    const reply = await press(world, 'ann', 'approveWeek', data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({
      problem: 'error.WEEK_CHANGED',
      state: 'SUBMITTED',
      minutes: 600,
    });
    expect(await stateOf(world)).toBe('SUBMITTED');
    const again = await press(world, 'ann', 'approveWeek', modelIn<WeekModel>(reply).data, 'admin');
    expect(modelIn<WeekModel>(again).state).toBe('APPROVED');
  });

  it('show the decision that was made elsewhere', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'abe');
    await sendBack(world);
    const reply = await press(world, 'abe', 'approveWeek', data, 'admin');
    expect(modelIn<WeekModel>(reply)).toMatchObject({ state: 'SENT_BACK', problem: 'error.WEEK_STATE' });
  });

  it('do nothing for a person without the admin role, of another organisation, or with a forged card', async () => {
    const world = await asked();
    const { data } = lastCard(world, 'ann');
    const replies = [
      await press(world, 'bob', 'approveWeek', data),
      await press(world, 'ann', 'approveWeek', data),
      await press(world, 'ann', 'approveWeek', { ...data, monday: '2026-11-09' }, 'admin'),
      await press(world, 'ann', 'approveWeek', { ...data, version: 'other' }, 'admin'),
      await press(world, 'ann', 'returnWeek', {}, 'admin'),
      await press(world, 'ann', 'returnWeek', { ...data, note: 'x'.repeat(501) }, 'admin'),
    ];
    expect(replies.map((cardReply) => [shows(cardReply), cardReply.replacesCard])).toEqual(
      replies.map(() => ['notice', false]),
    );
    const stranger = { actor: undefined, reader: { locale: 'en', timezone: aZone('UTC') } };
    const deps = { ...world.answering, publicUrl: world.deps.publicUrl };
    expect(await weekAction(deps, stranger, { verb: 'approveWeek', data })).toMatchObject({ replacesCard: false });
    expect(await stateOf(world)).toBe('SUBMITTED');
  });
});
