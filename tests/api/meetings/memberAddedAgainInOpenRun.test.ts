import { getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { aDate, aMeetingDraft, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';

const start = appPerTest();

it('a member who is taken off a report and added again owes an answer in its open run, with the reminders still to come', async () => {
  const app = await start();
  const members = ['ann', 'bob'].map((name) => aMemberId(name));
  const { id: meetingId } = await app.get('ann', saveMeeting, aMeetingDraft({ members }));
  await app.beatAt('2026-11-20T09:00:00Z');
  const save = async (names: typeof members) => {
    const { openRuns: _, ...meeting } = await app.get('ann', getMeeting, { meetingId });
    await app.get('ann', saveMeeting, aMeetingDraft({ ...meeting, members: names }));
  };
  const dropped = async (): Promise<string[] | undefined> => {
    const key = { teamId: aTeamId('platform'), meetingId, date: aDate('2026-11-20') };
    const run = (await inOrg(app.services.store, anOrgId()).get(runKind, key))?.value;
    return run?.members.filter((member) => member.dropped).map(({ name }) => name);
  };
  await save(members.slice(0, 1));
  expect(await dropped()).toEqual(['Bob']);
  await save(members);
  expect(await dropped()).toEqual([]);
  app.connector.forget();
  await app.beatAt('2026-11-20T10:00:00Z');
  expect(app.connector.of('create', 'send')).toHaveLength(2);
});
