import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lateRequestMs } from '../../../bot/src/domain/dataLifecycle/lateRequestMs.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { endConnecting, resumeConnecting } from '../../../bot/src/services/connect/connectTenantToOrganisationJob.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { vacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { longestEffectMs } from '../../../bot/src/store/tables/requestTimeLimits.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { connectWorld, inOwnChat } from '../../support/apps/connectTenantWorld.ts';
import type { ConnectWorld } from '../../support/apps/connectTenantWorld.ts';
import { keysOf } from '../../support/apps/connectTenantLogAndRefusals.ts';
import { aDate, aMeetingDraft } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { deletionJobDeps } from '../../support/worlds/deletionWorld.ts';

// Tests rows that a request writes into an organisation while its tenant is connected with another one.

const prepare = async () => {
  const world = connectWorld();
  const { orgId: from, teamId } = await world.install();
  const zoe = await world.register();
  const code = await world.newCode();
  const { actor } = await syncSender(world.deps, inOwnChat('ann'));
  if (actor?.memberId == null) throw new Error('no member');
  return { world, from, teamId, zoe, code, ann: { ...actor, memberId: actor.memberId } };
};
type Prepared = Awaited<ReturnType<typeof prepare>>;

const saveReport = ({ world, teamId, ann }: Prepared, store: TableStore): Promise<string> =>
  storeMeeting(
    { ...world.deps, store },
    ann,
    meetingDraft.parse(aMeetingDraft({ teamId, members: [ann.memberId] })),
  ).then(() => 'saved', String);

/** Deletes the old rows as a server that starts when this is possible. */
const finishLater = async (world: ConnectWorld): Promise<void> => {
  world.clock.advance({ minutes: 2 });
  await resumeConnecting(world.deps);
};

const keysIn = async (world: ConnectWorld, orgId: string): Promise<string[]> =>
  (await keysOf(world)).filter((key) => key.includes(orgId)).map((key) => key.replaceAll(orgId, 'ORG'));
const reportsIn = async ({ store }: ConnectWorld, orgId: string): Promise<number> =>
  (await rowsOf(store.admin, 'Team', 'G|')).filter((row) => row.pk.startsWith(orgId)).length;

it('the old rows stay until no store call of an earlier request can take effect', () => {
  expect(lateRequestMs).toBeGreaterThanOrEqual(longestEffectMs);
});

describe('a report that is saved while its organisation is connected', () => {
  it('is refused or kept, whenever the connection comes between two store calls', async () => {
    const wrong: string[] = [];
    const outcomes = new Set<string>();
    for (let call = 1; ; call += 1) {
      const prepared = await prepare();
      const { world, from, zoe, code } = prepared;
      const hooked = createHookedStore(world.store);
      const confirmed: string[] = [];
      hooked.before(call, async () => {
        confirmed.push(await world.confirm(zoe, code).then(() => 'connected', String));
      });
      const saved = await saveReport(prepared, hooked);
      if (hooked.calls() < call) break;
      await finishLater(world);
      const home = confirmed[0] === 'connected' ? zoe.orgId : from;
      if (saved === 'saved' && (await reportsIn(world, home)) !== 1) wrong.push(`call ${call}`);
      outcomes.add(`${confirmed[0] ?? ''}, ${saved}`);
      await world.store.close();
    }
    expect(wrong).toEqual([]);
    expect(outcomes).toContain('connected, saved');
  });

  const prepareLate = async () => {
    const prepared = await prepare();
    const { world, zoe, code } = prepared;
    const hooked = createHookedStore(world.store);
    hooked.beforeTransaction('Team', async () => {
      await world.confirm(zoe, code);
    });
    expect(await saveReport(prepared, hooked)).toBe('saved');
    return prepared;
  };

  it('has its pointer, its name and its next run in the connected organisation', async () => {
    const { world, from, zoe } = await prepareLate();
    const early = await keysIn(world, zoe.orgId);
    await finishLater(world);
    const added = (await keysIn(world, zoe.orgId)).filter((key) => !early.includes(key));
    for (const part of [/^Org ORG g\|/, /^Team ORG\|\S+ G\|/, /^Team ORG\|\S+ N\|/, /^Due /])
      expect(added).toContainEqual(expect.stringMatching(part));
    expect(await keysIn(world, from)).toEqual([expect.stringMatching(/^Dir org-\d\d /), 'Org ORG org']);
  });

  it('is kept after a kill at any call of the deletion of the old rows', async () => {
    const reference = await prepareLate();
    await finishLater(reference.world);
    const expected = await keysIn(reference.world, reference.zoe.orgId);
    const left = await keysIn(reference.world, reference.from);
    expect(expected).toContainEqual(expect.stringMatching(/^Team ORG\|\S+ G\|/));
    let calls = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const { world, from, zoe } = await prepareLate();
        world.clock.advance({ minutes: 2 });
        const failing = failingStore(world.store, index, failure);
        await resumeConnecting({ ...world.deps, store: failing.store }).catch(() => undefined);
        isDone = failing.calls() < index;
        calls = Math.max(calls, failing.calls());
        await resumeConnecting(world.deps);
        expect(await keysIn(world, zoe.orgId)).toEqual(expected);
        expect(await keysIn(world, from)).toEqual(left);
        await world.store.close();
      }
    expect(calls).toBeGreaterThan(30);
  });

  it('is moved by a poll of the deletion jobs, and not before two minutes', async () => {
    const { world, from, zoe } = await prepareLate();
    const deps = deletionJobDeps(world.store, world.clock);
    const poll = createDeletionJobRunner({ ...deps, endConnecting: (orgId) => endConnecting(world.deps, orgId) });
    world.clock.advance({ minutes: 1 });
    await poll(jobSettings.shards, () => true);
    expect([await reportsIn(world, from), await reportsIn(world, zoe.orgId)]).toEqual([1, 0]);
    world.clock.advance({ minutes: 1 });
    await poll(jobSettings.shards, () => true);
    expect([await reportsIn(world, from), await reportsIn(world, zoe.orgId)]).toEqual([0, 1]);
    expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
  });
});

it('a day off that is deleted after the connection does not come back with the late rows', async () => {
  const { world, from, zoe, code, ann } = await prepare();
  const day = (date: string): { memberId: MemberId; date: ReturnType<typeof aDate> } => ({
    ...{ memberId: ann.memberId, date: aDate(date) },
  });
  const [early, late] = [day('2026-12-24'), day('2026-12-28')];
  await inOrg(world.store, from).insert(vacation, early, early);
  await world.confirm(zoe, code);
  const records = inOrg(world.store, zoe.orgId);
  const copied = await records.get(vacation, early);
  if (copied === undefined) throw new Error('not copied');
  await records.delete(vacation, early, copied.etag);
  await inOrg(world.store, from).insert(vacation, late, late);
  await finishLater(world);
  expect(await records.get(vacation, early)).toBeUndefined();
  expect(await records.get(vacation, late)).toBeDefined();
});
