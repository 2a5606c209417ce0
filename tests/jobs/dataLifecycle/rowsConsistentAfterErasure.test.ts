import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import { saveTask } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { approveWeek, submitWeek } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { deleteTeam } from '#contracts/organisations/teamAndMemberCalls.ts';
import { deleteUser } from '#contracts/people/userAndProfileCalls.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { addressHash } from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { isWellFormed } from '../../../bot/src/store/admin/checkKeyFormAndFields.ts';
import { accountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { aDate, aMemberId, anInstant, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { openDay, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { emailOf, startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that the rows are consistent right after a privacy operation, during the removal, at its end and on the
// following days.

let app: TestApp;

const monday = aDate('2026-11-16');
const expectNoFaults = async (): Promise<void> => {
  expect(await faultsIn(app.services.store)).toEqual([]);
};
const expectNoFaultsUntilSettled = async (): Promise<void> => {
  await expectNoFaults();
  await app.beat();
  await expectNoFaults();
  app.clock.advance({ minutes: 61 });
  await app.beat();
  await expectNoFaults();
};

/** Fills the store with two teams during a day, with answers, blockers, hours, weeks, days off and open runs. */
const busyStore = async (): Promise<void> => {
  const { own, other } = await openDay(app);
  const sharedReport = await saveStandup(
    app,
    'ann',
    { team: 'platform', members: ['ann', 'bob', 'cy'] },
    { name: 'Everybody' },
  );
  const answerAs = (who: Person, meeting: typeof own) =>
    app.get(who, saveAnswer, {
      ...{ meetingId: meeting.id, date: today },
      values: valuesOf(meeting, { plan: 'The printer 2h\nThe parser 1h', blocked: 'Yes', what: `${who} waits` }),
    });
  for (const who of ['ann', 'bob'] as const) await answerAs(who, own);
  await answerAs('sam', other);
  const teamId = aTeamId('platform');
  await app.get('ann', resolveBlocker, { meetingId: own.id, memberId: aMemberId('bob') });
  for (const [who, task] of [
    ['bob', 'Review'],
    ['cy', 'Tests'],
  ] as const) {
    await app.get(who, saveTask, { teamId, task, date: aDate('2026-11-18'), hours: 2, minutes: 30 });
    await app.get(who, submitWeek, { teamId, memberId: aMemberId(who), monday });
  }
  await app.get('ann', approveWeek, { teamId, memberId: aMemberId('bob'), monday });
  await app.get('cy', saveVacation, {
    ...{ objectType: 'User', objectId: aMemberId('cy'), dates: [aDate('2026-12-24')] },
  });
  await app.beatAt('2026-11-20T13:00:00Z');
  await app.beatAt('2026-11-23T09:30:00Z');
  await app.get('bob', saveAnswer, {
    meetingId: sharedReport.id,
    date: aDate('2026-11-23'),
    values: valuesOf(sharedReport),
  });
  await expectNoFaults();
};

const restoreCode = async (who: string): Promise<string> => {
  const mails = (await app.send({ target: '/mail' })).text
    .split('<article>')
    .filter((part) => part.includes(emailOf(who)));
  const code = /organization\/restore\/([\w-]{43})/.exec(mails.join())?.[1];
  if (code === undefined) throw new Error(`${who} got no email`);
  return code;
};

describe('verify-store', () => {
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.stop());

  it.each(['bob', 'cy'] as const)('finds no fault after %s erased themselves', async (who) => {
    await busyStore();
    await app.get(who, eraseUser, {});
    await expectNoFaultsUntilSettled();
    for (const at of ['2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z', '2026-12-01T00:30:00Z']) {
      await app.beatAt(at);
      await expectNoFaults();
    }
  });

  it('finds no fault after everyone but the admins erased themselves', async () => {
    await busyStore();
    for (const who of ['bob', 'cy', 'sam'] as const) await app.get(who, eraseUser, {});
    await expectNoFaultsUntilSettled();
  });

  it('finds no fault after an admin removed an account', async () => {
    await busyStore();
    await app.get('ann', deleteUser, { userId: aUserId('bob') });
    await expectNoFaultsUntilSettled();
  });

  it('finds no fault after an export', async () => {
    await busyStore();
    const reply = await app.send({ target: '/api/user/export', headers: bearer(await app.token('bob')) });
    expect(reply.status).toBe(200);
    await expectNoFaultsUntilSettled();
  });

  it('finds no fault after a team was deleted', async () => {
    await busyStore();
    await app.get('ann', deleteTeam, { teamId: aTeamId('platform') });
    await expectNoFaultsUntilSettled();
  });

  it('finds no fault after an organisation was deleted, restored and deleted for good', async () => {
    await busyStore();
    await app.get('ann', deleteOrg, {});
    await expectNoFaultsUntilSettled();
    expect((await app.ask(null, undeleteOrg, { code: await restoreCode('ann') })).status).toBe(200);
    await expectNoFaultsUntilSettled();
    await app.beatAt('2026-11-25T09:30:00Z');
    await app.get('bob', eraseUser, {});
    await app.get('ann', deleteOrg, { orgId: anOrgId('contoso') });
    await expectNoFaultsUntilSettled();
    for (const at of ['2026-12-01T12:00:00Z', '2026-12-03T12:00:00Z']) {
      await app.beatAt(at);
      await expectNoFaults();
    }
  });
});

const { orgId, hash } = { orgId: anOrgId('contoso'), hash: 'a1b2c3d4e5f60718' };
const ids = [`${orgId}-${hash}`, `${orgId}-202611`, `${orgId}-202611-2`, `${orgId}-3`, `factor-${orgId}-12`];
it.each([...ids, `${addressHash('a@b.co')}-1`])('knows the key of an email that is queued once, such as %s', (id) => {
  const key = accountWork.at(null, {
    at: anInstant('2026-11-20T09:00:00Z'),
    kind: 'mail',
    orgId,
    address: 'a@b.co',
    id,
  });
  expect(isWellFormed('Outbox', key)).toBe(true);
  expect(isWellFormed('Outbox', { ...key, rk: `${key.rk}@b.co` })).toBe(false);
});
