import { meeting as meetingSchema, meetingDraft, meetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as meetings from '../../../bot/src/services/meetings/storeMeeting.ts';
import { getMeetingDetail, listAllMeetings, listMeetings } from '../../../bot/src/services/meetings/listMeetings.ts';
import { isMeetingNameExists } from '../../../bot/src/services/meetings/isMeetingNameExists.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import {
  aMeetingDraft,
  aMeetingId,
  aMemberId,
  anInstant,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { everything } from '../../support/data/readStoreRows.ts';
import { anActor, channelThread, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

import { meetingWorld } from '../../support/worlds/saveMeetingWorld.ts';

describe('a new meeting', () => {
  it('is stored whole, pointed at, named, planned and logged', async () => {
    const { store, deps, actor, save, log, dueRows, orgId } = await meetingWorld();
    const saved = await save({ channelId: channelThread('alerts') });
    expect(meetingSchema.parse(saved)).toEqual(saved);
    expect(saved).toMatchObject({
      name: 'Daily stand-up',
      isEnabled: true,
      lastRun: null,
      createdBy: aMemberId('bob'),
      createdOn: '2026-11-20T08:00:00.000Z',
      rev: 1,
      firstRun: null,
      channelId: channelThread('alerts'),
    });
    expect(await getMeetingDetail(deps, actor, { meetingId: saved.id })).toEqual(saved);
    const records = inOrg(store, orgId);
    expect((await records.get(meetingPointer, { meetingId: saved.id }))?.value.teamId).toBe(aTeamId());
    expect((await records.get(meetingName, { teamId: aTeamId(), name: 'daily STAND-up' }))?.value.meetingId).toBe(
      saved.id,
    );
    // 10:00 in Berlin is 09:00 in UTC in November.
    expect(await dueRows()).toEqual([
      expect.objectContaining({
        at: '2026-11-20T09:00:00.000Z',
        kind: 'prompt',
        meetingId: saved.id,
        date: '2026-11-20',
        rev: 1,
      }),
    ]);
    expect(await log(saved.id)).toEqual([
      expect.objectContaining({ actor: 'Bob', text: 'Created the report Daily stand-up.' }),
    ]);
  });

  it('gives every question an id of its own, whatever the client sent', async () => {
    const { save } = await meetingWorld();
    const [first, two] = [await save({ name: 'One' }), await save({ name: 'Two' })];
    const ids = [...first.questions, ...two.questions].map((question) => question.id);
    expect(new Set(ids).size).toBe(8);
    expect(ids).not.toContain('plan');
    expect(first.questions.map((question) => question.sequence)).toEqual([1, 2, 3, 4]);
  });

  it('is planned for the first zone of its members by member time', async () => {
    const { store, save, dueRows } = await meetingWorld();
    await seedTeam(store, { people: ['ann', 'bob', 'cy'], zones: { bob: aZone('Pacific/Auckland') } });
    await save({ timeBasis: 'MEMBER' });
    // 10:00 on Friday has passed in Auckland but not in Berlin. The next date in both zones begins on Sunday evening in
    // UTC.
    expect(await dueRows()).toEqual([
      expect.objectContaining({
        at: '2026-11-20T09:00:00.000Z',
        date: '2026-11-20',
        after: '2026-11-20T08:00:00.000Z',
      }),
      expect.objectContaining({ at: '2026-11-22T21:00:00.000Z', date: '2026-11-23', after: null }),
    ]);
  });

  it.each<[string, Partial<MeetingDraft>, string]>([
    ['somebody unknown', { members: [aMemberId('ann'), aMemberId('stranger')] }, 'meeting.memberUnknown'],
    ['a channel nobody knows', { channelId: '19:nowhere' }, 'meeting.channelUnknown'],
    ['a type not offered', { type: 'RETRO' }, 'meeting.typeNotOffered'],
  ])('is refused with %s, and nothing is written', async (_what, change, message) => {
    const { store, deps, actor, draft } = await meetingWorld();
    const before = await everything(store.admin);
    const saving = meetings.storeMeeting({ ...deps, meetingTypes: ['STANDUP'] }, actor, draft(change));
    await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { message } });
    expect(await everything(store.admin)).toEqual(before);
  });

  it('is rejected with former members, with members of another team or organisation, and with a deleted channel', async () => {
    const { store, save, orgId } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['sam'] });
    await seedTeam(store, { org: 'fabrikam', team: 'other', people: ['zoe'] });
    const records = inOrg(store, orgId);
    await records.touch(
      teamMember,
      { teamId: aTeamId(), memberId: aMemberId('cy') },
      { leftOn: anInstant('2026-11-19T08:00:00Z') },
    );
    for (const name of ['sam', 'zoe', 'cy'])
      await expect(save({ members: [aMemberId(name)] })).rejects.toMatchObject({
        details: { message: 'meeting.memberUnknown' },
      });
    await records.touch(channel, { teamId: aTeamId(), threadId: channelThread('alerts') }, { isDeleted: true });
    await expect(save({ channelId: channelThread('alerts') })).rejects.toMatchObject({
      details: { message: 'meeting.channelUnknown' },
    });
  });

  it('may hold 1,000 people of a large team', async () => {
    const { store, save } = await meetingWorld();
    const crowd = Array.from({ length: 1000 }, (_, index) => `p${index}`);
    await seedTeam(store, { people: crowd });
    const saved = await save({ members: crowd.map((name) => aMemberId(name)) });
    expect(saved.members).toHaveLength(1000);
  });
});

describe('who may', () => {
  const refused = (code: string) => expect.objectContaining({ code }) as unknown;
  const attempts = (
    deps: Awaited<ReturnType<typeof meetingWorld>>['deps'],
    actor: ReturnType<typeof anActor>,
    meetingId: ReturnType<typeof aMeetingId>,
  ) => [
    () => meetings.storeMeeting(deps, actor, meetingDraft.parse(aMeetingDraft({ name: 'New' }))),
    () => meetings.storeMeeting(deps, actor, meetingDraft.parse(aMeetingDraft({ id: meetingId, name: 'New' }))),
    () => listMeetings(deps, actor, { teamId: aTeamId() }),
    () => listAllMeetings(deps, actor, { teamId: aTeamId() }),
    () => getMeetingDetail(deps, actor, { meetingId }),
    () => isMeetingNameExists(deps, actor, { teamId: aTeamId(), name: 'New' }),
  ];

  it.each([
    ['another organisation, as its admin', anActor('zoe', { org: 'fabrikam', teams: ['other'], role: 'admin' })],
    [
      'another organisation, claiming the team',
      anActor('zoe', { org: 'fabrikam', teams: ['platform'], role: 'admin' }),
    ],
    ['the same organisation but another team', anActor('sam', { teams: ['sales'] })],
    ['the same organisation as its admin, but another team', anActor('sam', { teams: ['sales'], role: 'admin' })],
    ['no team', anActor('sam', { teams: [] })],
  ])('is hidden from a person of %s, as if it were not there', async (_who, actor) => {
    const { store, deps, save } = await meetingWorld();
    const { id } = await save();
    const before = await everything(store.admin);
    for (const attempt of [...attempts(deps, actor, id), ...attempts(deps, actor, aMeetingId('missing'))])
      await expect(attempt()).rejects.toEqual(refused('NOT_FOUND'));
    expect(await everything(store.admin)).toEqual(before);
  });

  it('depends on the role in the team', async () => {
    const { deps, save } = await meetingWorld();
    const { id } = await save();
    for (const attempt of attempts(deps, anActor('ann', { role: 'superadmin' }), id))
      await expect(attempt()).rejects.toEqual(refused('FORBIDDEN'));
    for (const role of ['user', 'admin'] as const)
      expect(await getMeetingDetail(deps, anActor('ann', { role }), { meetingId: id })).toMatchObject({ id });
  });

  it('is rejected in a team that was deleted or never existed', async () => {
    const { store, deps, save, orgId } = await meetingWorld();
    const { id } = await save();
    const ghost = anActor('bob', { teams: ['ghost'] });
    await expect(listMeetings(deps, ghost, { teamId: aTeamId('ghost') })).rejects.toEqual(refused('NOT_FOUND'));
    await inOrg(store, orgId).touch(team, { teamId: aTeamId() }, { state: 'DELETED' });
    await expect(listMeetings(deps, anActor('bob'), { teamId: aTeamId() })).rejects.toEqual(refused('NOT_FOUND'));
    await expect(
      getMeetingDetail(deps, anActor('bob', { teams: [], role: 'admin' }), { meetingId: id }),
    ).rejects.toEqual(refused('NOT_FOUND'));
  });

  it('does not accept a pointer as a meeting', async () => {
    const { store, deps, actor, orgId } = await meetingWorld();
    const meetingId = aMeetingId('orphan');
    await inOrg(store, orgId).insert(meetingPointer, { meetingId }, { meetingId, teamId: aTeamId() });
    await expect(getMeetingDetail(deps, actor, { meetingId })).rejects.toEqual(refused('NOT_FOUND'));
  });
});

describe('the lists', () => {
  it('contain every meeting by name, with its current members', async () => {
    const { store, deps, actor, save, orgId } = await meetingWorld();
    const weekly = await save({ name: 'weekly', members: [aMemberId('cy'), aMemberId('ann')] });
    const daily = await save({ name: 'Daily', members: [aMemberId('bob')] });
    await inOrg(store, orgId).touch(meetingKind, { teamId: aTeamId(), meetingId: daily.id }, { isEnabled: false });
    await inOrg(store, orgId).touch(
      teamMember,
      { teamId: aTeamId(), memberId: aMemberId('cy') },
      { leftOn: anInstant('2026-11-19T08:00:00Z') },
    );
    const list = await listMeetings(deps, actor, { teamId: aTeamId() });
    expect(list.map((item) => meetingListItem.strict().parse(item))).toEqual(list);
    expect(list).toMatchObject([
      { name: 'Daily', isEnabled: false, members: [{ name: 'Bob', memberId: aMemberId('bob'), thumbnailUrl: null }] },
      {
        name: 'weekly',
        isEnabled: true,
        lastRun: null,
        timezone: 'Europe/Berlin',
        time: 600,
        monday: true,
        members: [{ name: 'Ann' }],
      },
    ]);
    expect(await listAllMeetings(deps, actor, { teamId: aTeamId() })).toEqual([
      { id: daily.id, name: 'Daily', isEnabled: false },
      { id: weekly.id, name: 'weekly', isEnabled: true },
    ]);
  });
});
