import { connectOrgByCode } from '../../../bot/src/services/connect/connectOrgByCode.ts';
import { resumeConnecting } from '../../../bot/src/services/connect/connectTenantToOrganisationJob.ts';
import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMeeting } from '../../support/data/idDateAndRecordBuilders.ts';
import { connectWorld, home, inOwnChat } from '../../support/apps/connectTenantWorld.ts';
import type { ConnectWorld } from '../../support/apps/connectTenantWorld.ts';
import { aRosterPerson, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { keysOf, logOf, refusedWith, tid } from '../../support/apps/connectTenantLogAndRefusals.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

/** Continues the connections as a server that starts when their old rows can be deleted. */
const finishLater = async (world: ConnectWorld): Promise<void> => {
  world.clock.advance({ minutes: 2 });
  await resumeConnecting(world.deps);
};

describe('a race', () => {
  it('connects one of several organisations with one code', async () => {
    const world = connectWorld();
    await world.install();
    const admins = await Promise.all(['zoe', 'yan', 'xia'].map((name) => world.register(name)));
    const code = await world.newCode();
    const results = await Promise.allSettled(admins.map((admin) => world.confirm(admin, code)));
    expect(countOutcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 2 });
    const winner = admins[results.findIndex((result) => result.status === 'fulfilled')];
    expect(await world.orgOf('ann')).toBe(winner?.orgId);
    const tids = await Promise.all(
      admins.map(async (admin) => (await inOrg(world.store, admin.orgId).get(org, undefined))?.value.tid),
    );
    expect(tids.filter((item) => item === tid)).toHaveLength(1);
  });

  it('connects one of several organisations with a code each for one tenant', async () => {
    const world = connectWorld();
    await world.install();
    const [zoe, yan] = [await world.register('zoe'), await world.register('yan')];
    const codes = [await world.newCode(), await world.newCode()];
    const results = await Promise.allSettled([world.confirm(zoe, codes[0] ?? ''), world.confirm(yan, codes[1] ?? '')]);
    expect(countOutcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 1 });
    const both = await Promise.all(
      [zoe, yan].map(async (admin) => (await inOrg(world.store, admin.orgId).get(org, undefined))?.value.tid),
    );
    expect(both.filter((item) => item === tid)).toHaveLength(1);
  });

  it('connects one of several tenants, and leaves the others unchanged', async () => {
    const world = connectWorld();
    await world.install(['ann'], { tenant: 'contoso' });
    await world.install(['ann'], { tenant: 'fabrikam' });
    const zoe = await world.register();
    const codes = [await world.newCode('ann', 'contoso'), await world.newCode('ann', 'fabrikam')];
    const results = await Promise.allSettled(codes.map((code) => world.confirm(zoe, code)));
    expect(countOutcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 1 });
    const orgs = [await world.orgOf('ann', 'contoso'), await world.orgOf('ann', 'fabrikam')];
    expect(orgs.filter((item) => item === zoe.orgId)).toHaveLength(1);
    const loser = orgs[0] === zoe.orgId ? 'fabrikam' : 'contoso';
    expect((await syncSender(world.deps, inOwnChat('ann', loser))).actor).toMatchObject({ role: 'admin' });
    await finishLater(world);
    expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
  });

  it('succeeds for both parallel calls of one admin', async () => {
    const world = connectWorld();
    await world.install(['ann', 'bob', 'cy']);
    const zoe = await world.register();
    const code = await world.newCode();
    const results = await Promise.allSettled([1, 2, 3].map(() => world.confirm(zoe, code)));
    expect(countOutcomes(results)).toEqual({ done: 3 });
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true, members: 3 });
    expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
  });

  it('is cancelled by a meeting saved at the last moment, and changes nothing', async () => {
    const world = connectWorld();
    const { orgId, teamId } = await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    const meeting = aMeeting({ teamId });
    const key = { teamId, meetingId: meeting.id };
    const before = [...(await keysOf(world)), `Team ${orgId}|${teamId} G|${meeting.id}`].sort();
    let isSaved = false;
    const store: TableStore = {
      ...world.store,
      transact: async (table, pk, steps) => {
        await world.store.transact(table, pk, steps);
        if (table !== 'Org' || pk !== zoe.orgId || isSaved) return;
        isSaved = true;
        await inOrg(world.store, orgId).insert(meetingKind, key, meeting);
      },
    };
    await expect(world.confirm(zoe, code, { ...world.deps, store })).rejects.toMatchObject(refusedWith('inUse'));
    expect(isSaved).toBe(true);
    expect(await keysOf(world)).toEqual(before);
    expect((await inOrg(world.store, orgId).get(org, undefined))?.value).toMatchObject({ state: 'ACTIVE', tid });
    expect((await inOrg(world.store, zoe.orgId).get(org, undefined))?.value.tid).toBeNull();
    expect((await syncSender(world.deps, inOwnChat('bob'))).actor).toMatchObject({ orgId, teamIds: [teamId] });
    expect((await logOf(world, zoe.orgId)).slice(-2).sort()).toEqual([
      'activity.orgConnectCalledOff',
      'activity.orgConnected',
    ]);
  });
});

describe('a fault at any operation', () => {
  const prepare = async () => {
    const world = connectWorld();
    const { orgId: from } = await world.install(['ann', 'bob']);
    await world.install(['ann', 'cy'], { team: 'sales' });
    const zoe = await world.register();
    return { world, from, zoe, code: await world.newCode() };
  };

  it('leaves a connection that the next start or attempt completes', async () => {
    const reference = await prepare();
    await reference.world.confirm(reference.zoe, reference.code);
    await finishLater(reference.world);
    const expected = await keysOf(reference.world);
    await reference.world.store.close();
    let operations = 0;
    let finishedByStart = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const { world, zoe, code, from } = await prepare();
        const failing = failingStore(world.store, index, failure);
        const onFailing = { ...world.deps, store: failing.store };
        await connectOrgByCode(onFailing, zoe, { code, confirm: true }, home).catch(() => undefined);
        isDone = failing.calls() < index;
        operations = Math.max(operations, failing.calls());
        // Before the server resumes the interrupted connection, another person writes to the bot and becomes a member.
        await syncSender(world.deps, inOwnChat('bob'));
        await resumeConnecting(world.deps);
        await finishLater(world);
        expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
        const holder = await world.orgOf('ann');
        expect([from, zoe.orgId]).toContain(holder);
        if (holder === zoe.orgId) finishedByStart += 1;
        const again = await connectOrgByCode(world.deps, zoe, { code, confirm: true }, home);
        expect(again).toMatchObject({ isConnected: true, members: 3 });
        await finishLater(world);
        expect(await keysOf(world)).toEqual(expected);
        expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
        await world.store.close();
      }
    expect(operations).toBeGreaterThan(60);
    expect(finishedByStart).toBeGreaterThan(50);
  });

  it('duplicates no person by an installation in between', async () => {
    for (let call = 10; call < 200; call += 7 * callsBetweenFaults) {
      const { world, zoe, code } = await prepare();
      const failing = failingStore(world.store, call, 'crash');
      await world.confirm(zoe, code, { ...world.deps, store: failing.store }).catch(() => undefined);
      await world.install(['ann', 'bob', 'dee']).catch(() => undefined);
      await installs.handleMembersAdded(world.deps, aThread('sales', { tid, threadId: '19:sales@thread.tacv2' }), [
        aRosterPerson('eve', { oid: anEntraPerson('eve').oid }),
      ]);
      await resumeConnecting(world.deps);
      await world.confirm(zoe, code);
      await world.install(['ann', 'bob', 'dee']);
      const people = (await rowsOf(world.store.admin, 'Org', 'mem|')).filter((row) => row.pk === zoe.orgId);
      const oids = people.map((row) => row.values['oid']);
      expect(new Set(oids).size).toBe(oids.length);
      const teams = (await rowsOf(world.store.admin, 'Org', 'team|')).filter((row) => row.pk === zoe.orgId);
      expect(teams).toHaveLength(2);
      await world.store.close();
    }
  });
});
