import { orgAudit } from '../../../bot/src/services/organisations/getAuditLog.ts';
import { activityStep, auditedActionSteps } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import { queueEmail } from '../../../bot/src/services/core/queueEmailsAndPurges.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { saveUser } from '../../../bot/src/services/people/listChangeAndDeleteUsers.ts';
import { updateProfile } from '../../../bot/src/services/people/ownProfile.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { connecting } from '../../../bot/src/store/kinds/connect/connectJob.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { meeting } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aDate, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { deletionWorld, lineOf, pollUntilErased, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld } from '../../support/worlds/deletionWorld.ts';
import { idsIn, personIn } from '../../support/data/seededIdsAndNames.ts';

const { orgId, teamId, meetingId, bob } = idsIn('contoso');
const other = personIn('contoso', 'ann');

const erase = async (world: DeletionWorld): Promise<void> => {
  await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  await pollUntilErased(world.deps, world.clock);
};

const rowsNaming = async (world: DeletionWorld, ...names: readonly string[]): Promise<string[]> =>
  (await world.rows()).map((row) => lineOf(row)).filter((line) => names.some((name) => line.includes(name)));

const auditOf = async (world: DeletionWorld): Promise<string> =>
  JSON.stringify(
    await orgAudit(world.deps, signedIn(world.clock), { from: aDate('2026-11-01'), to: undefined, orgId }),
  );

const noteOf = (world: DeletionWorld) => ({
  objectId: meetingId,
  teamId,
  eventKey: world.deps.newId(),
  atMs: world.clock.now(),
});

it('removes the earlier names of an erased person from the log and its export', async () => {
  const world = await deletionWorld();
  await updateProfile(world.deps, signedIn(world.clock, 'contoso', 'bob'), { firstName: 'Qwzone', lastName: 'Own' });
  await saveUser(world.deps, signedIn(world.clock), { id: bob.userId, firstName: 'Qwztwo', lastName: 'Byadmin' });
  await updateProfile(world.deps, signedIn(world.clock, 'contoso', 'bob'), { firstName: 'Qwzthree', lastName: 'Own' });
  expect(await auditOf(world)).toMatch(/Qwzone.*Qwztwo|Qwztwo.*Qwzone/);
  await erase(world);
  expect(await rowsNaming(world, 'Qwz', personIn('contoso', 'bob'))).toEqual([]);
  expect(await auditOf(world)).not.toContain('Qwz');
});

it('finds a name that only the chat service changed by the acts and the runs that bear it', async () => {
  const world = await deletionWorld();
  const records = inOrg(world.store, orgId);
  const author = { memberId: bob.memberId, userId: bob.userId, name: 'Qwzacted, Dr.' };
  await records.transact(auditedActionSteps(records, author, { ...noteOf(world), message: 'activity.meetingCreated' }));
  await records.transact([
    activityStep(records, {
      ...{ ...noteOf(world), actor: other, message: 'activity.meetingMembersAdded' },
      values: { names: `${other}, Qwzacted, Dr., Qwzlisted`, others: 0 },
    }),
  ]);
  const key = { teamId, meetingId, date: aDate('2026-11-19') };
  const run = await records.get(runKind, key);
  if (run === undefined) throw new Error('The organisation has a run.');
  const members = run.value.members.map((member) =>
    member.memberId === bob.memberId ? { ...member, name: 'Qwzlisted' } : member,
  );
  await records.replace(runKind, key, { ...run.value, members }, run.etag);
  await erase(world);
  expect(await rowsNaming(world, 'Qwz')).toEqual([]);
  expect(await auditOf(world)).toContain(`Added ${other}, Former member, Former member.`);
});

it('removes an admin without a member from the logs and the reports of the teams', async () => {
  const world = await deletionWorld();
  const userId = aUserId('gus');
  const account = await outside(world.store).get(profile, { userId: bob.userId });
  const report = await inOrg(world.store, orgId).get(meeting, { teamId, meetingId });
  if (account === undefined || report === undefined) throw new Error('The organisation has both.');
  const email = 'gus@example.test';
  await outside(world.store).insert(profile, { userId }, { ...account.value, userId, email, firstName: 'Qwzgus' });
  await outside(world.store).insert(membership, { userId, orgId, memberId: null }, { orgId, memberId: null });
  const records = inOrg(world.store, orgId);
  await records.insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
  await records.touch(meeting, { teamId, meetingId }, { reportSummaryEmail: `${email}, eve@elsewhere.test` });
  const author = { memberId: null, userId, name: 'Qwzearlier Name' };
  await records.transact(auditedActionSteps(records, author, { ...noteOf(world), message: 'activity.meetingCreated' }));
  const admin = signedIn(world.clock);
  await eraseUser(world.deps, { ...admin, userId, memberId: null, name: 'Qwzgus' });
  await pollUntilErased(world.deps, world.clock);
  expect(await rowsNaming(world, 'Qwz', email, `A|${userId}`)).toEqual([]);
  expect((await records.get(meeting, { teamId, meetingId }))?.value.reportSummaryEmail).toBe('eve@elsewhere.test');
});

it('removes the person’s text about a blocker that another person resolved, and keeps texts of others', async () => {
  const world = await deletionWorld();
  const records = inOrg(world.store, orgId);
  for (const [who, text] of [
    [personIn('contoso', 'bob'), 'Qwz is in my way'],
    [other, 'The wifi is slow'],
  ] as const)
    await records.transact([
      activityStep(records, {
        ...{ ...noteOf(world), actor: other, message: 'activity.blockerResolved' },
        ...{ values: { name: who }, before: text },
      }),
    ]);
  await erase(world);
  expect(await rowsNaming(world, 'Qwz')).toEqual([]);
  expect(await rowsNaming(world, 'The wifi is slow')).toHaveLength(1);
});

it('removes the name from a waiting deletion that the person requested', async () => {
  const world = await deletionWorld();
  const records = outside(world.store);
  const row = await records.get(deletionJob, { target: 'TEAM', id: teamId });
  if (row === undefined) throw new Error('The organisation has a removal that waits.');
  await records.replace(deletionJob, row.value, { ...row.value, actor: personIn('contoso', 'bob') }, row.etag);
  await erase(world);
  expect((await records.get(deletionJob, row.value))?.value.actor).toBe('Former member');
});

it('removes the name from connections of their own organisation only', async () => {
  const world = await deletionWorld();
  const records = outside(world.store);
  const actor = personIn('contoso', 'bob');
  const elsewhere = idsIn('fabrikam');
  const connections = [idsIn('contoso').automatic, elsewhere.automatic].map((fromOrgId) => ({ fromOrgId }));
  for (const key of connections) await records.touch(connecting, key, { actor });
  await records.touch(deletionJob, { target: 'TEAM', id: elsewhere.teamId }, { actor });
  await erase(world);
  const actors = await Promise.all(connections.map(async (key) => (await records.get(connecting, key))?.value.actor));
  expect(actors).toEqual(['Former member', actor]);
  expect((await records.get(deletionJob, { target: 'TEAM', id: elsewhere.teamId }))?.value.actor).toBe(actor);
});

it('removes the name from waiting emails to others, but not from one that is being sent', async () => {
  const world = await deletionWorld();
  const email = { kind: 'ORG_DELETED', address: 'eve@contoso.test', locale: 'en', orgId } as const;
  const values = { admin: personIn('contoso', 'bob'), deletion: 'none' };
  for (const id of [world.deps.newId(), world.deps.newId()]) await queueEmail(world.deps, { ...email, id, values });
  const waiting = (await world.rows()).filter((row) => row.values['address'] === email.address);
  const [sending] = waiting;
  if (sending === undefined) throw new Error('Two emails wait.');
  const lease = '2026-12-01T00:00:00.000Z';
  await world.store.merge('Outbox', { pk: sending.pk, rk: sending.rk, values: { lease } }, sending.etag);
  await erase(world);
  const after = (await world.rows()).filter((row) => row.values['address'] === email.address).map((row) => lineOf(row));
  expect(after.filter((line) => line.includes('Former member'))).toHaveLength(1);
  expect(after.filter((line) => line.includes(personIn('contoso', 'bob')))).toEqual([
    expect.stringContaining(`"lease":"${lease}"`),
  ]);
});

it('leaves a name alone that only another person had', async () => {
  const world = await deletionWorld();
  const name = { firstName: 'Zoe', lastName: 'New' };
  await updateProfile(world.deps, signedIn(world.clock, 'contoso', 'ann'), name);
  await erase(world);
  expect(await rowsNaming(world, 'Zoe New')).not.toEqual([]);
  expect(await auditOf(world)).toContain(`from ${other} to Zoe New`);
});
