import * as state from '../../bot/src/services/meetingState.ts';
import { aMeetingId, aMemberId, aTeamId } from '../support/builders.ts';
import { meetingWorld } from '../support/meetingWorld.ts';
import { rowsOf } from '../support/rows.ts';
import { anActor, seedTeam } from '../support/seed.ts';

// A new report is sent again by who never heard that it was saved.

const draftId = aMeetingId('draft');

describe('a draft with an id of its own', () => {
  it('is one report however often and however fast it is sent', async () => {
    const { store, save, log } = await meetingWorld();
    const first = await save({ draftId });
    const others = await Promise.all(Array.from({ length: 10 }, () => save({ draftId })));
    expect(others).toEqual(Array.from({ length: 10 }, () => first));
    expect(first).toMatchObject({ id: draftId, rev: 1 });
    expect(first).not.toHaveProperty('draftId');
    expect(await rowsOf(store.admin, 'Team', 'G|')).toHaveLength(1);
    expect(await log(draftId)).toHaveLength(1);
  });

  it('is one report also when all arrive at once', async () => {
    const { store, save } = await meetingWorld();
    const all = await Promise.all(Array.from({ length: 10 }, () => save({ draftId })));
    expect(new Set(all.map((one) => one.id))).toEqual(new Set([draftId]));
    expect(await rowsOf(store.admin, 'Team', 'G|')).toHaveLength(1);
    expect(await rowsOf(store.admin, 'Team', 'L|')).toHaveLength(1);
  });

  it('takes what was changed before it was sent again, and keeps the questions theirs', async () => {
    const { save, log } = await meetingWorld();
    const first = await save({ draftId });
    const again = await save({ draftId, name: 'Another name' });
    expect(again).toMatchObject({ id: draftId, name: 'Another name', rev: 2 });
    expect(again.questions).toEqual(first.questions);
    expect(await log(draftId)).toHaveLength(2);
  });

  it('does not write over what somebody else has changed since', async () => {
    const { save, edited } = await meetingWorld();
    await save({ draftId });
    await edited(draftId, { time: 700 });
    await expect(save({ draftId })).rejects.toMatchObject({ code: 'MEETING_CHANGED' });
  });

  it('is not found where the id belongs to somebody else, to another team, or to what was deleted', async () => {
    const { store, deps, actor, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['bob'] });
    await save({ draftId });
    const notFound = { code: 'NOT_FOUND' };
    await expect(save({ draftId, name: 'Mine' }, anActor('cy'))).rejects.toMatchObject(notFound);
    const both = anActor('bob', { teams: ['platform', 'sales'] });
    await expect(save({ draftId, teamId: aTeamId('sales'), members: [aMemberId('bob')] }, both)).rejects.toMatchObject(
      notFound,
    );
    await state.remove(deps, actor, { meetingId: draftId });
    await expect(save({ draftId })).rejects.toMatchObject(notFound);
    expect(await rowsOf(store.admin, 'Team', 'G|')).toEqual([]);
  });
});
