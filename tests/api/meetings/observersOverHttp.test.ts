import { getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

// Tests observers over HTTP: they can be saved, a save by an older client keeps them, `why` explains them, and they are
// never prompted.

const app = useTestApp();
let meeting: Meeting;

const idsOf = (...names: string[]) => names.map((name) => aMemberId(name));

/**
 * Saves the report with these changes. Unless a change names `observers`, the field is missing, as in a save by an
 * older client.
 */
const save = async (change: Partial<MeetingDraft>): Promise<Meeting> => {
  const { observers: _, ...stored } = await app().get('ann', getMeeting, { meetingId: meeting.id });
  return app().get('ann', saveMeeting, { ...stored, ...change });
};

beforeAll(async () => {
  meeting = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { observers: idsOf('cy') });
});

it('are stored and shown', async () => {
  expect(meeting).toMatchObject({ members: idsOf('ann', 'bob'), observers: idsOf('cy') });
  expect((await app().get('cy', getMeeting, { meetingId: meeting.id })).observers).toEqual(idsOf('cy'));
});

it('stay when a client that does not know them saves the report', async () => {
  expect((await save({ name: 'Renamed' })).observers).toEqual(idsOf('cy'));
  expect((await save({ observers: null })).observers).toEqual(idsOf('cy'));
});

it('are no observers any more once the report asks them', async () => {
  expect(await save({ members: idsOf('ann', 'bob', 'cy') })).toMatchObject({
    members: idsOf('ann', 'bob', 'cy'),
    observers: [],
  });
  const moved = { members: idsOf('ann', 'bob'), observers: idsOf('cy', 'cy', 'bob') };
  expect(await save(moved)).toMatchObject({ members: idsOf('ann', 'bob'), observers: idsOf('cy') });
});

it('must be in the team, and are at most a hundred', async () => {
  const { observers: _, ...stored } = await app().get('ann', getMeeting, { meetingId: meeting.id });
  const refused = async (observers: string[]) =>
    (await refusalOf(app(), saveMeeting, { ...stored, observers }, 'ann')).slice(0, 2);
  expect(await refused(idsOf('stranger'))).toEqual([400, 'INVALID_INPUT']);
  expect(await refused(Array.from({ length: 101 }, (_item, index) => aMemberId(`n${String(index)}`)))).toEqual([
    400,
    'INVALID_INPUT',
  ]);
});

it('are in no preview, and why names them as observers', async () => {
  const runs = await app().get('ann', previewMeeting, { meeting: meeting.id, count: 2 });
  for (const run of runs) expect(run.members.map(({ memberId }) => memberId)).not.toContain(aMemberId('cy'));
  const { isAsked, reason, text, messages } = await app().get('cy', whyMember, {
    meetingId: meeting.id,
    memberId: aMemberId('cy'),
  });
  expect([isAsked, reason, messages.length]).toEqual([false, 'OBSERVES', 1]);
  expect(text).toMatch(/you observe this report\. Observers get the summary and are not asked\.$/);
});

it('choose how the summaries reach them', async () => {
  expect(await app().get('cy', memberPreferences, {})).toMatchObject({ summaryDelivery: 'CHAT' });
  expect(await app().get('cy', memberPreferences, { summaryDelivery: 'BOTH' })).toMatchObject({
    summaryDelivery: 'BOTH',
  });
  expect(await app().get('cy', memberPreferences, { mute: true })).toMatchObject({ summaryDelivery: 'BOTH' });
});
