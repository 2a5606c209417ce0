import { meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { isMeetingNameExists } from '../../../bot/src/services/meetings/isMeetingNameExists.ts';
import * as state from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { aMeetingId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { meetingWorld } from '../../support/worlds/saveMeetingWorld.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// Tests a client that never received the reply to a save and sends the same draft again.

const draftId = aMeetingId('draft');

describe('a draft that names a key', () => {
  it('is one report however often and however fast it is sent', async () => {
    const { store, save, log } = await meetingWorld();
    const first = await save({ draftId });
    const others = await Promise.all(Array.from({ length: 10 }, () => save({ draftId })));
    expect(others).toEqual(Array.from({ length: 10 }, () => first));
    expect(first).toMatchObject({ rev: 1 });
    expect(first).not.toHaveProperty('draftId');
    expect(await rowsOf(store.admin, 'Team', 'G|')).toHaveLength(1);
    expect(await log(first.id)).toHaveLength(1);
  });

  it('creates one report if all requests arrive at once', async () => {
    const { store, save } = await meetingWorld();
    const all = await Promise.all(Array.from({ length: 10 }, () => save({ draftId })));
    expect(new Set(all.map((item) => item.id)).size).toBe(1);
    expect(await rowsOf(store.admin, 'Team', 'G|')).toHaveLength(1);
    expect(await rowsOf(store.admin, 'Team', 'L|')).toHaveLength(1);
  });

  it('updates the report when the draft was changed before it was sent again, and keeps its questions', async () => {
    const { save, log } = await meetingWorld();
    const first = await save({ draftId });
    const again = await save({ draftId, name: 'Another name' });
    expect(again).toMatchObject({ id: first.id, name: 'Another name', rev: 2 });
    expect(again.questions).toEqual(first.questions);
    expect(await log(first.id)).toHaveLength(2);
  });

  it('does not overwrite a later change of another person', async () => {
    const { save, edited } = await meetingWorld();
    const { id } = await save({ draftId });
    await edited(id, { time: 700 });
    await expect(save({ draftId })).rejects.toMatchObject({ code: 'MEETING_CHANGED' });
  });

  it('does not bring back a report that was deleted', async () => {
    const { store, deps, actor, save } = await meetingWorld();
    const { id } = await save({ draftId });
    await state.deleteMeeting(deps, actor, { meetingId: id });
    await expect(save({ draftId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rowsOf(store.admin, 'Team', 'G|')).toEqual([]);
  });

  it('keeps its name free for the same draft of the same person', async () => {
    const { deps, actor, save } = await meetingWorld();
    const { teamId, name } = await save({ draftId });
    const isExists = async (by: Actor, meetingId: MeetingId) =>
      (await isMeetingNameExists(deps, by, { teamId, name, meetingId })).isExists;
    expect(await isExists(actor, draftId)).toBe(false);
    expect(await isExists(actor, aMeetingId('another draft'))).toBe(true);
    expect(await isExists(anActor('cy'), draftId)).toBe(true);
  });
});

describe('the id of a new report', () => {
  const bothTeams = anActor('bob', { teams: ['platform', 'sales'] });
  const inSales = { teamId: aTeamId('sales'), members: [aMemberId('bob')] };

  it('is never the one that the client sent', async () => {
    const { actor, orgId, teamId, save } = await meetingWorld();
    const sent = ['0'.repeat(26), `7${'Z'.repeat(25)}`, draftId, orgId, teamId, actor.memberId ?? ''];
    const created = [];
    for (const [index, id] of sent.entries())
      created.push(await save({ draftId: meetingId.parse(id), name: `Daily ${index}` }));
    expect(sent).not.toEqual(expect.arrayContaining(created.map(({ id }) => id)));
    expect(created.filter(({ id }) => sent.includes(id))).toEqual([]);
    expect(created.map(({ id }) => meetingId.safeParse(id).success)).toEqual(sent.map(() => true));
    expect(new Set(created.map(({ id }) => id)).size).toBe(sent.length);
  });

  it('differs between two people and between two teams that send the same key', async () => {
    const { store, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['bob'] });
    const first = await save({ draftId });
    const ofCy = await save({ draftId, name: 'Of Cy' }, anActor('cy'));
    const ofSales = await save({ draftId, ...inSales }, bothTeams);
    expect(new Set([first.id, ofCy.id, ofSales.id]).size).toBe(3);
    expect(await save({ draftId, name: 'Of Cy' }, anActor('cy'))).toEqual(ofCy);
  });

  it('gives no hint whether an id that the client sent belongs to another report', async () => {
    const { store, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['eve'] });
    const foreign = await save({ ...inSales, members: [aMemberId('eve')] }, anActor('eve', { teams: ['sales'] }));
    const taken = await save({ draftId: foreign.id, name: 'Taken' });
    const free = await save({ draftId: aMeetingId('free'), name: 'Free' });
    expect([taken.rev, free.rev]).toEqual([1, 1]);
    expect(taken.id).not.toBe(foreign.id);
  });
});
