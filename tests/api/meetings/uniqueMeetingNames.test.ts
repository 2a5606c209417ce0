import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getMeetingDetail } from '../../../bot/src/services/meetings/listMeetings.ts';
import { isMeetingNameExists } from '../../../bot/src/services/meetings/isMeetingNameExists.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import { aMeetingDraft, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

import { meetingWorld } from '../../support/worlds/saveMeetingWorld.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';

describe('a meeting’s name', () => {
  it('is unique in its team without case, blanks, hyphens and invisible characters; another team may use it', async () => {
    const { store, deps, actor, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['bob'] });
    const saved = await save();
    for (const name of [
      'Daily stand-up',
      'DAILY  STAND-UP',
      'Dai\u00adly stand-up',
      'Daily Standup',
      'daily stand\u2013up',
      'D\u0061ily\u3000stand up',
    ])
      await expect(save({ name })).rejects.toMatchObject({ code: 'MEETING_NAME_EXISTS' });
    const exists = (name: string, meetingId?: typeof saved.id) =>
      isMeetingNameExists(deps, actor, { teamId: aTeamId(), name, meetingId });
    expect(await exists('daily stand-up')).toEqual({ isExists: true });
    expect(await exists('daily stand-up', saved.id)).toEqual({ isExists: false });
    expect(await exists('Weekly')).toEqual({ isExists: false });
    const both = anActor('bob', { teams: ['platform', 'sales'] });
    expect(await save({ teamId: aTeamId('sales'), members: [aMemberId('bob')] }, both)).toMatchObject({
      name: 'Daily stand-up',
    });
  });

  it('is assigned to one of 20 parallel requests, new or renamed', async () => {
    const { store, save } = await meetingWorld();
    const others = [];
    for (let index = 0; index < 10; index += 1) others.push(await save({ name: `Meeting ${index}` }));
    const all = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => save({ name: 'Wanted' })),
      ...others.map((item) => save({ ...item, name: 'wanted' })),
    ]);
    expect(countOutcomes(all)).toEqual({ done: 1, MEETING_NAME_EXISTS: 19 });
    const names = (await rowsOf(store.admin, 'Team', 'G|')).map((row) => String(row.values['name']).toLowerCase());
    expect(names.filter((name) => name === 'wanted')).toHaveLength(1);
    expect((await rowsOf(store.admin, 'Team', 'N|')).length).toBe(names.length);
  });

  it('is free again after a rename, and a change of case keeps it', async () => {
    const { save, edited } = await meetingWorld();
    const saved = await save();
    await edited(saved.id, { name: 'DAILY STAND-UP' });
    await edited(saved.id, { name: 'Morning' });
    expect(await save({ name: 'Daily stand-up' })).toMatchObject({ rev: 1 });
    await expect(edited(saved.id, { name: 'Daily stand-up' })).rejects.toMatchObject({ code: 'MEETING_NAME_EXISTS' });
  });

  const allowed = awkwardNames.filter((name) => meetingDraft.safeParse(aMeetingDraft({ name })).success);
  const refused = awkwardNames.filter((name) => !allowed.includes(name));

  it.each(refused.map((name) => [name]))('%j is refused with a sentence', (name) => {
    const message = meetingDraft.safeParse(aMeetingDraft({ name })).error?.issues[0]?.message ?? '';
    expect(translateFor('en')(message as MessageKey)).toMatch(/^[A-Z].* .*\.$/);
  });

  it.each(allowed.map((name) => [name]))('%j is stored and read the same', async (name) => {
    const { deps, actor, save, edited } = await meetingWorld();
    const { id } = await save({ name });
    expect((await getMeetingDetail(deps, actor, { meetingId: id })).name).toBe(name.normalize('NFC').trim());
    expect(await isMeetingNameExists(deps, actor, { teamId: aTeamId(), name })).toEqual({ isExists: true });
    await edited(id, { name: 'Another' });
    expect(await edited(id, { name })).toMatchObject({ name: name.normalize('NFC').trim() });
  });

  it('treats two names as the same only if people would read them as the same', async () => {
    const { save } = await meetingWorld();
    const all = [];
    for (const name of allowed) all.push(...(await Promise.allSettled([save({ name })])));
    // A hyphen, a hard blank and a soft hyphen give one and the same name; all other names differ from each other.
    expect(countOutcomes(all)).toEqual({ done: allowed.length - 2, MEETING_NAME_EXISTS: 2 });
  });
});
