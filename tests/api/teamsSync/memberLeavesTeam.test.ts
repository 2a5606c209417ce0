import { getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { leaveTeam } from '../../../bot/src/services/teamsSync/leaveTeam.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { aDate, aMeetingDraft, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';

const start = appPerTest();

const today = aDate('2026-11-20');
const platform = { teamId: aTeamId('platform') };
const place = { orgId: anOrgId(), ...platform, tid: 'tenant', serviceUrl: 'https://chat.example.test/' };

const openedRun = async () => {
  const app = await start();
  const { id: meetingId } = await app.get(
    'ann',
    saveMeeting,
    aMeetingDraft({ members: [aMemberId('ann'), aMemberId('bob')], isReminderEnabled: false }),
  );
  await app.beatAt('2026-11-20T09:00:00Z');
  const records = inOrg(app.services.store, anOrgId());
  return {
    app,
    records,
    readRun: async () => (await records.get(runKind, { ...platform, meetingId, date: today }))?.value,
    leave: () => leaveTeam(app.services, place, [aMemberId('bob')]),
    answerAsAnn: async () => {
      const { questions } = await app.get('ann', getMeeting, { meetingId });
      const values = Object.fromEntries(questions.map(({ id, type }) => [id, type === 'OPTIONS' ? 'No' : 'Things']));
      await app.get('ann', saveAnswer, { meetingId, date: today, values });
    },
  };
};

describe('a member who leaves the team in Teams', () => {
  it('completes the open run at once if no other member owes an answer', async () => {
    const { app, answerAsAnn, leave, readRun } = await openedRun();
    await answerAsAnn();
    app.clock.set('2026-11-20T09:10:00Z');
    await leave();
    const completed = { state: 'COMPLETED', reason: 'ALL_ANSWERED', completedAt: '2026-11-20T09:10:00.000Z' };
    expect(await readRun()).toMatchObject(completed);
    await leave();
    expect(await readRun()).toMatchObject(completed);
  });

  it('leaves a run open for the members who still owe an answer', async () => {
    const { leave, readRun } = await openedRun();
    await leave();
    const run = await readRun();
    expect(run?.state).toBe('OPEN');
    expect(run?.members.filter((member) => member.dropped).map((member) => member.name)).toEqual(['Bob']);
  });

  it('completes a departure in the next heartbeat if a crash prevented the update of the run', async () => {
    const { app, records, answerAsAnn, readRun } = await openedRun();
    await answerAsAnn();
    const broken = jest.spyOn(app.services.store, 'inOrder').mockImplementationOnce(() => {
      throw new Error('The process died.');
    });
    await expect(leaveTeam(app.services, place, [aMemberId('bob')])).rejects.toThrow('The process died.');
    broken.mockRestore();
    expect((await records.get(teamMember, { ...platform, memberId: aMemberId('bob') }))?.value.leftOn).not.toBeNull();
    await app.beatAt('2026-11-20T09:11:00Z');
    expect(await readRun()).toMatchObject({ state: 'COMPLETED' });
  });
});
