import { deleteTeam } from '../../../bot/src/services/organisations/readChangeAndDeleteTeam.ts';
import { removeRowWhile } from '../../../bot/src/services/runs/deleteAndScanInBatches.ts';
import { activityText } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import { inOrg, outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg, threadTeam } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { orgActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDigestId } from '../../support/data/digestBuilders.ts';
import { aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { deletionWorld, copyOf, lineOf, pollDeletionJobs, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionTestDeps, DeletionWorld, TableRow } from '../../support/worlds/deletionWorld.ts';
import type { FakeClock } from '../../support/data/fakeClock.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { kindOf } from '../../../bot/src/store/admin/kindOfRow.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

const { orgId, teamId, tid, bob, threadId } = idsIn('contoso');
const cy = aMemberId('cy');
const soon = '2026-11-20T08:06:00Z';

/** Runs the polls of a deletion: one that ends the work of the team, and the one that then deletes the rows. */
const pollUntilDeleted = async (deps: DeletionTestDeps, clock: FakeClock): Promise<void> => {
  await pollDeletionJobs(deps);
  clock.advance({ minutes: 2 });
  await pollDeletionJobs(deps);
};

/** Adds Cy, who is only in this team and has no account. */
const withCy = async (): Promise<DeletionWorld> => {
  const world = await deletionWorld();
  const records = inOrg(world.store, orgId);
  const seeded = { target: 'TEAM', id: teamId } as const;
  await removeRowWhile(world.deps, deletionJob, seeded);
  const [member, place] = await Promise.all([records.get(orgMember, bob), records.get(teamMember, { teamId, ...bob })]);
  if (member === undefined || place === undefined) throw new Error('no member to copy');
  const person = { memberId: cy, name: 'Cy', email: 'cy@contoso.test', oid: 'oid-cy' };
  await records.insert(orgMember, person, { ...member.value, ...person, userId: null });
  await records.insert(teamMember, { teamId, memberId: cy }, { ...place.value, ...person });
  await outside(world.store).insert(memberOrg, person, { orgId, memberId: cy });
  const key = { tid, oid: person.oid };
  await outside(world.store).insert(teamsUser, key, { orgId, memberId: cy, userId: null, joinedAt: null });
  return world;
};

/**
 * True for a row of the team. The record of a sending contains the id of the team's digest instead of the team's id.
 */
const isOfTeam = (row: TableRow): boolean =>
  lineOf(row).includes(teamId) || row.rk.startsWith(`dge|${aDigestId('contoso')}|`);
const isCy = (row: TableRow): boolean => /cy@contoso|"Cy"/.test(lineOf(row)) || lineOf(row).includes(cy);

describe('a deleted team', () => {
  it('is gone with all its rows a few minutes later; the organisation and its people stay', async () => {
    const world = await withCy();
    const stays = (row: TableRow): boolean => !isOfTeam(row) && !isCy(row) && !row.rk.startsWith('night|');
    const before = (await world.rows()).filter(stays).map((row) => lineOf(row, true));
    await deleteTeam(world.deps, signedIn(world.clock), { teamId });
    await pollDeletionJobs(world.deps);
    expect((await world.rows()).filter(isOfTeam).length).toBeGreaterThan(30);
    world.clock.set(soon);
    await pollUntilDeleted(world.deps, world.clock);
    const after = await world.rows();
    expect(after.filter((row) => isOfTeam(row) || isCy(row)).map((row) => lineOf(row))).toEqual([]);
    const left = after.filter(stays).map((row) => lineOf(row, true));
    expect(before.filter((line) => !left.includes(line))).toEqual([]);
    const added = after.filter((row) => stays(row) && !before.includes(lineOf(row, true)));
    expect(added.map((row) => kindOf(row.table, row)?.name).sort()).toEqual(['orgActivity', 'orgAuditedAction']);
    const [entry] = added.filter((row) => row.rk.startsWith('L|')).map((row) => readAs(orgActivity, row).value);
    expect(entry === undefined ? '' : activityText(translateFor('en'), 'en', entry)).toBe(
      'Deleted the team contoso team.',
    );
    expect(await inOrg(world.store, orgId).get(orgMember, bob)).toBeDefined();
  });

  it('is finished after a kill at any call to the store, and twice changes nothing', async () => {
    const begun = await withCy();
    await deleteTeam(begun.deps, signedIn(begun.clock), { teamId });
    const before = await begun.rows();
    const whole = await copyOf(before, soon);
    const counting = failingStore(whole.store, Infinity, 'before');
    await pollUntilDeleted(whole.on(counting.store), whole.clock);
    const expected = await whole.lines();
    await pollUntilDeleted(whole.deps, whole.clock);
    expect(await whole.lines()).toEqual(expected);
    const wrong: number[] = [];
    for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
      const world = await copyOf(before, soon);
      const killed = world.on(failingStore(world.store, call, 'crash').store);
      await pollUntilDeleted(killed, world.clock).catch(() => undefined);
      world.clock.advance({ minutes: 60 });
      await pollUntilDeleted(world.deps, world.clock);
      if ((await world.lines()).join() !== expected.join()) wrong.push(call);
    }
    expect(wrong).toEqual([]);
  });

  it('broken off at any call of deleting it is gone, or as it was', async () => {
    const seeded = await withCy();
    const before = await seeded.rows();
    const whole = await copyOf(before, '2026-11-20T08:00:00Z');
    const counting = failingStore(whole.store, Infinity, 'before');
    await deleteTeam(whole.on(counting.store), signedIn(whole.clock), { teamId });
    const outcomes = new Set<string>();
    for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
      const world = await copyOf(before, '2026-11-20T08:00:00Z');
      const asking = world.on(failingStore(world.store, call, 'crash').store);
      await deleteTeam(asking, signedIn(world.clock), { teamId }).catch(() => undefined);
      world.clock.advance({ minutes: 60 });
      await pollUntilDeleted(world.deps, world.clock);
      const rows = await world.rows();
      const waiting = rows.filter((row) => row.rk === `cascade|TEAM|${teamId}`).length;
      const existing = rows.filter((row) => row.pk === `${orgId}|${teamId}`).length;
      outcomes.add(`${existing === 0 ? 'gone' : 'there'}, ${waiting} waiting`);
    }
    expect([...outcomes].sort()).toEqual(['gone, 0 waiting', 'there, 0 waiting']);
  });

  it('leaves the thread to the team that has been installed in its place', async () => {
    const world = await withCy();
    await deleteTeam(world.deps, signedIn(world.clock), { teamId });
    const created = aTeamId('fresh');
    await outside(world.store).touch(threadTeam, { tid, threadId }, { teamId: created });
    world.clock.set(soon);
    await pollUntilDeleted(world.deps, world.clock);
    expect((await outside(world.store).get(threadTeam, { tid, threadId }))?.value.teamId).toBe(created);
    expect(await inOrg(world.store, orgId).get(orgTeam, { teamId })).toBeUndefined();
  });
});
