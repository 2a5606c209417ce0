import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { deleteTeam } from '../../../bot/src/services/organisations/readChangeAndDeleteTeam.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { allRows, deletionJobDeps, lineOf, pollDeletionJobs } from '../../support/worlds/deletionWorld.ts';
import { friday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

it('an answer that takes effect after the end of its team is deleted, also if the server paused before that end', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ people: ['ann', 'bob'], store });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  // The ledger has counted Bob in this month, so the deletion waits for no row of the ledger.
  const [memberId, at] = [world.member('bob'), anInstant('2026-11-02T09:00:00Z')];
  const counted = { memberId, event: 'ANSWER', at, meetingId: aMeetingId() } as const;
  await inOrg(store, world.orgId).insert(usage, { month: '202611', memberId }, counted);
  const deps = deletionJobDeps(store, world.clock);
  const pollForMinutes = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      world.clock.advance({ minutes: 1 });
      await pollDeletionJobs(deps);
    }
  };
  const rowsOfTeam = async (): Promise<string[]> =>
    (await allRows(store)).filter((row) => row.pk === `${world.orgId}|${world.teamId}`).map((row) => lineOf(row));
  const [answering, deleting] = [createHookedStore(store), createHookedStore(store)];
  deleting.beforeTransaction('Org', () => pollForMinutes(4));
  answering.beforeTransaction('Team', async () => {
    await deleteTeam({ ...deps, store: deleting }, world.actor('ann', { role: 'admin' }), { teamId: world.teamId });
    await pollForMinutes(1);
  });
  await saveAnswer({ ...world.answering, store: answering }, world.actor('bob'), {
    ...{ meetingId: aMeetingId(), date: aDate(friday), goals: [], values: values({ done: 'My diagnosis' }) },
  });
  expect((await rowsOfTeam()).join()).toContain('My diagnosis');
  await pollForMinutes(5);
  expect(await rowsOfTeam()).toEqual([]);
});
