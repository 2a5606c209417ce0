import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import * as meetings from '../../../bot/src/services/meetings/storeMeeting.ts';
import { getMeetingDetail } from '../../../bot/src/services/meetings/listMeetings.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMemberId, anInstant, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { everything } from '../../support/data/readStoreRows.ts';
import { anActor, channelThread, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

import { meetingWorld } from '../../support/worlds/saveMeetingWorld.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';

describe('an edit', () => {
  it('changes the given fields, keeps the others, and increases the revision', async () => {
    const { store, clock, save, edited, orgId, deps, actor } = await meetingWorld();
    const saved = await save();
    await inOrg(store, orgId).touch(
      meetingKind,
      { teamId: aTeamId(), meetingId: saved.id },
      { isEnabled: false, lastRun: anInstant('2026-11-19T09:00:00Z'), firstRun: '2026-11-02' as never },
    );
    clock.advance({ minutes: 5 });
    const after = await edited(saved.id, { time: 630, members: [aMemberId('cy')] });
    expect(after).toEqual({
      ...saved,
      time: 630,
      members: [aMemberId('cy')],
      rev: 2,
      isEnabled: false,
      lastRun: '2026-11-19T09:00:00.000Z',
      firstRun: '2026-11-02',
    });
    expect(await getMeetingDetail(deps, actor, { meetingId: saved.id })).toEqual(after);
  });

  it('keeps the ids of known questions and makes new ones for the others', async () => {
    const { save, edited } = await meetingWorld();
    const saved = await save();
    const [first, second] = saved.questions;
    if (first === undefined || second === undefined) throw new Error('four questions');
    const after = await edited(saved.id, {
      questions: [
        { ...second, sequence: 1 },
        { ...first, sequence: 2, text: 'What is done?' },
        { sequence: 3, text: 'Anything else?', type: 'TEXT' },
        { id: questionId.parse('foreign'), sequence: 4, text: 'And?', type: 'TEXT' },
      ],
    });
    const ids = after.questions.map((question) => question.id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain('foreign');
  });

  it('is refused when it began from an older revision', async () => {
    const { store, save, edited } = await meetingWorld();
    const saved = await save();
    await edited(saved.id, { time: 630 });
    const before = await everything(store.admin);
    await expect(save({ ...saved, time: 645 })).rejects.toMatchObject({ code: 'MEETING_CHANGED' });
    expect(await everything(store.admin)).toEqual(before);
  });

  it('an edit without a revision wins over an older one', async () => {
    const { save, edited } = await meetingWorld();
    const saved = await save();
    await edited(saved.id, { time: 630 });
    expect(await save({ ...saved, rev: undefined, time: 645 })).toMatchObject({ time: 645, rev: 3 });
  });

  it('sent twice changes nothing the second time, also with the old revision', async () => {
    const { store, save } = await meetingWorld();
    const saved = await save();
    const after = await save({ ...saved, time: 630 });
    const before = await everything(store.admin);
    expect(await save({ ...saved, time: 630 })).toEqual(after);
    expect(await everything(store.admin)).toEqual(before);
  });

  it('accepts one of 20 parallel edits from one revision, and rejects the others', async () => {
    const { save } = await meetingWorld();
    const saved = await save();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => save({ ...saved, time: 600 + index + 1 })),
    );
    expect(countOutcomes(all)).toEqual({ done: 1, MEETING_CHANGED: 19 });
  });

  it('survives a run that opens meanwhile and writes the same row', async () => {
    const { store, deps, actor, save, orgId } = await meetingWorld();
    const saved = await save();
    const key = { teamId: aTeamId(), meetingId: saved.id };
    let isOpened = false;
    const racing: typeof store = {
      ...store,
      transact: async (table, pk, steps) => {
        if (!isOpened)
          await inOrg(store, orgId).touch(meetingKind, key, { lastRun: anInstant('2026-11-20T09:00:00Z') });
        isOpened = true;
        return store.transact(table, pk, steps);
      },
    };
    const after = await meetings.storeMeeting(
      { ...deps, store: racing },
      actor,
      meetingDraft.parse({ ...saved, time: 630 }),
    );
    expect(after).toMatchObject({ time: 630, rev: 2, lastRun: '2026-11-20T09:00:00.000Z' });
  });

  it.each<[string, Partial<MeetingDraft>, string, string]>([
    ['another type', { type: 'RETRO' }, 'INVALID_INPUT', 'meeting.typeFixed'],
    ['another team of one’s own', { teamId: aTeamId('sales') }, 'INVALID_INPUT', 'meeting.teamFixed'],
  ])('an edit is refused with %s', async (_what, change, code, message) => {
    const { store, deps, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['sam'] });
    const saved = await save();
    const both = anActor('bob', { teams: ['platform', 'sales'] });
    const editing = meetings.storeMeeting(deps, both, meetingDraft.parse({ ...saved, ...change }));
    await expect(editing).rejects.toMatchObject({ code, details: { message } });
  });

  it('reports for a team that is not one’s own only that it is not found', async () => {
    const { store, save } = await meetingWorld();
    await seedTeam(store, { team: 'sales', people: ['sam'] });
    const saved = await save();
    await expect(save({ ...saved, teamId: aTeamId('sales') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('removes former members and a deleted channel from the report', async () => {
    const { store, save, orgId } = await meetingWorld();
    const saved = await save({ members: [aMemberId('ann'), aMemberId('cy')], channelId: channelThread('alerts') });
    const records = inOrg(store, orgId);
    await records.touch(
      teamMember,
      { teamId: aTeamId(), memberId: aMemberId('cy') },
      { leftOn: anInstant('2026-11-19T08:00:00Z') },
    );
    await records.touch(channel, { teamId: aTeamId(), threadId: channelThread('alerts') }, { isDeleted: true });
    expect(await save({ ...saved, time: 630 })).toMatchObject({ members: [aMemberId('ann')], channelId: null });
    await expect(save({ ...saved, rev: 2, members: [aMemberId('cy')] })).rejects.toMatchObject({
      details: { message: 'meeting.memberUnknown' },
    });
  });

  it('leaves a valid due row for the new revision, also if only text changed', async () => {
    const { save, edited, dueRows } = await meetingWorld();
    const saved = await save();
    await edited(saved.id, { firstReminderMessage: 'Please' });
    expect(await dueRows()).toEqual([expect.objectContaining({ at: '2026-11-20T09:00:00.000Z', rev: 2 })]);
    await edited(saved.id, { time: 480 });
    expect(await dueRows()).toContainEqual(
      expect.objectContaining({ at: '2026-11-23T07:00:00.000Z', date: '2026-11-23', rev: 3 }),
    );
  });

  it('plans nothing for a meeting that is deactivated', async () => {
    const { store, save, edited, dueRows, orgId } = await meetingWorld();
    const saved = await save();
    await inOrg(store, orgId).touch(meetingKind, { teamId: aTeamId(), meetingId: saved.id }, { isEnabled: false });
    const before = await dueRows();
    await edited(saved.id, { time: 900 });
    expect(await dueRows()).toEqual(before);
  });

  it('is logged as text, one entry a change', async () => {
    const { save, edited, log } = await meetingWorld();
    const saved = await save();
    const [first] = saved.questions;
    if (first === undefined) throw new Error('four questions');
    await edited(saved.id, {
      name: 'Sync',
      time: 615,
      timezone: aZone('Europe/Paris'),
      friday: false,
      saturday: true,
      reportSummaryTime: 60,
      isReminderEnabled: false,
      timeBasis: 'MEMBER',
      firstReminderMessage: 'Hurry',
      reportSummaryEmail: 'x@example.test',
      channelId: channelThread('alerts'),
      members: [aMemberId('cy')],
      questions: [
        { ...first, text: 'What is done?' },
        { sequence: 2, text: 'New?', type: 'OPTIONS', options: ['A', 'B'] },
      ],
    });
    const entries = (await log(saved.id)).filter((item) => item.message !== 'activity.meetingCreated');
    expect(entries.every((entry) => entry.actor === 'Bob')).toBe(true);
    expect(entries.map((entry) => [entry.text, entry.before, entry.after]).sort()).toEqual(
      [
        ['Renamed the report from Daily stand-up to Sync.', null, null],
        ['Changed the time from 10:00 to 10:15.', null, null],
        [
          'Changed the days from Monday, Tuesday, Wednesday, Thursday and Friday to Monday, Tuesday, Wednesday, Thursday and Saturday.',
          null,
          null,
        ],
        ['Changed the timezone from Europe/Berlin to Europe/Paris.', null, null],
        ['Changed the time to answer from 120 to 60 minutes.', null, null],
        ['Everyone is now asked in their own timezone.', null, null],
        ['Turned reminders off.', null, null],
        ['Changed the first reminder.', '', 'Hurry'],
        ['Changed the recipients of the summary by email.', '', 'x@example.test'],
        ['Changed the channel from General to alerts.', null, null],
        ['Added Cy.', null, null],
        ['Removed Ann, Bob.', null, null],
        ['Changed a question.', 'What did you get done?', 'What is done?'],
        ['Added a question.', null, 'New? (A / B)'],
        ['Removed a question.', 'What is planned?', null],
        ['Removed a question.', 'Are you blocked? (No / Yes)', null],
        ['Removed a question.', 'What blocks you?', null],
      ].sort(),
    );
  });
});
