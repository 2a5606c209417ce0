import { answerConnect } from '../../../bot/src/services/connect/connectCodeOfferAndCommand.ts';
import { resumeConnecting } from '../../../bot/src/services/connect/connectTenantToOrganisationJob.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { addressHash } from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../../bot/src/store/kinds/daysOff/calendarFeed.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { tenantOrg } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { vacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { summaryConsent } from '../../../bot/src/store/kinds/summaryEmails/summaryConsent.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, anInstant, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { codeIn, connectWorld, inOwnChat, passwordOf, reader } from '../../support/apps/connectTenantWorld.ts';
import { aRosterPerson } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { keysOf, logOf, tid } from '../../support/apps/connectTenantLogAndRefusals.ts';

describe('connecting', () => {
  it('moves teams, people and their accounts, and leaves a tombstone', async () => {
    const world = connectWorld();
    const { orgId: from, teamId } = await world.install(['ann', 'bob', 'cy']);
    const records = inOrg(world.store, from);
    const members = await records.list(orgMember, undefined, { from: 'mem|', to: 'mem}' });
    const bob = members.find((row) => row.value.name === 'Bob')?.value.memberId;
    if (bob === undefined) throw new Error('no Bob');
    await records.insert(
      vacation,
      { memberId: bob, date: aDate('2026-12-24') },
      { memberId: bob, date: aDate('2026-12-24') },
    );
    const userId = aUserId('bob');
    await createAccount(world.deps, {
      ...{ email: 'bob@example.test', password: passwordOf('bob'), firstName: 'Bob', lastName: 'L', userId },
      ...{ orgId: from, memberId: bob, role: 'user', isConfirmed: true },
    });
    const old = await tokenFor(world.deps, { userId, orgId: from });
    const zoe = await world.register();
    const done = await world.confirm(zoe, await world.newCode());
    expect(done).toMatchObject({ isConnected: true, tenantId: tid, members: 3 });

    expect((await outside(world.store).get(tenantOrg, { tid }))?.value.orgId).toBe(zoe.orgId);
    expect(await world.orgOf('ann')).toBe(zoe.orgId);
    const heard = (await syncSender(world.deps, inOwnChat('cy'))).actor;
    expect(heard).toMatchObject({ orgId: zoe.orgId, teamIds: [teamId], role: 'user' });
    expect((await syncSender(world.deps, inOwnChat('ann'))).actor).toMatchObject({ role: 'admin' });
    expect(
      await inOrg(world.store, zoe.orgId).get(vacation, { memberId: bob, date: aDate('2026-12-24') }),
    ).toBeDefined();

    expect(await authenticate(world.deps, old)).toBeUndefined();
    const created = await tokenFor(world.deps, { userId, orgId: zoe.orgId });
    expect(await authenticate(world.deps, created)).toMatchObject({ memberId: bob, teamIds: [teamId] });
    expect(await outside(world.store).get(membership, { userId, orgId: from, memberId: bob })).toBeUndefined();

    // The old rows are deleted when no request that began before the connection can write any more.
    world.clock.advance({ minutes: 2 });
    await resumeConnecting(world.deps);
    const left = (await keysOf(world)).filter((key) => key.includes(from));
    expect(left).toEqual([expect.stringMatching(/^Dir org-\d\d /), `Org ${from} org`]);
    expect((await outside(world.store).get(orgIndex, { orgId: from }))?.value.state).toBe('DELETED');
    expect((await records.get(org, undefined))?.value.state).toBe('DELETED');
    expect((await inOrg(world.store, zoe.orgId).get(org, undefined))?.value).toMatchObject({ tid, isAutomatic: false });
    expect(await logOf(world, zoe.orgId)).toContain('activity.orgConnected');
  });

  it('adds and removes people who joined or left since the last roster', async () => {
    const world = connectWorld();
    const { thread, teamId } = await world.install(['ann', 'bob']);
    const zoe = await world.register();
    const code = await world.newCode();
    world.chat.setRoster(
      thread,
      ['ann', 'dee'].map((name) => aRosterPerson(name, { oid: anEntraPerson(name).oid })),
    );
    await world.confirm(zoe, code);
    expect(await world.orgOf('dee')).toBe(zoe.orgId);
    const rows = await inOrg(world.store, zoe.orgId).list(teamMember, { teamId }, { from: 'M|', to: 'M}' });
    expect(rows.map(({ value }) => [value.name, value.leftOn === null]).sort()).toEqual([
      ['Ann', true],
      ['Bob', false],
      ['Dee', true],
    ]);
  });

  it('makes the organisation the tenant’s: the next team belongs to it, and creates no admin', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    await world.confirm(zoe, await world.newCode());
    const second = await world.install(['eve', 'fay'], { team: 'sales' });
    expect(second.orgId).toBe(zoe.orgId);
    expect((await syncSender(world.deps, inOwnChat('eve'))).actor).toMatchObject({
      role: 'user',
      teamIds: [second.teamId],
    });
    expect(codeIn(await answerConnect(world.deps, inOwnChat('ann'), reader))).toBeUndefined();
  });

  it('notifies the installer in the chat and the admins by email', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    await world.confirm(zoe, await world.newCode());
    expect(world.sent.map((item) => item.message.summary)).toEqual(['You are connected with zoe Ltd']);
    expect(world.sent[0]?.to).toMatchObject({ user: '29:ann' });
    const emails = (await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.values['letter'] === 'CONNECTED');
    expect(emails.map((row) => row.values['address'])).toEqual(['zoe@example.test']);
  });

  it('queues one email if the notification is repeated a minute after a kill', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    const send = () => Promise.reject(new Error('killed'));
    const dying = { ...world.deps, messenger: { ...world.deps.messenger, send } };
    await expect(world.confirm(zoe, await world.newCode(), dying)).rejects.toThrow('killed');
    world.clock.advance({ minutes: 1 });
    await resumeConnecting(world.deps);
    expect(world.sent).toHaveLength(1);
    const emails = (await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.values['letter'] === 'CONNECTED');
    expect(emails).toHaveLength(1);
  });

  it('succeeds without a notification if a person is unreachable', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    world.mood.isBlocked = true;
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true });
    world.clock.advance({ minutes: 2 });
    await resumeConnecting(world.deps);
    expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
  });

  it('merges an account that is in both, and keeps its admin role', async () => {
    const world = connectWorld();
    const { orgId: from } = await world.install(['ann', 'bob']);
    const zoe = await world.register();
    const bob = await outside(world.store).get(teamsUser, anEntraPerson('bob'));
    const memberId = bob?.value.memberId;
    if (memberId === undefined || zoe.userId === null) throw new Error('no Bob');
    const { userId } = zoe;
    await outside(world.store).insert(membership, { userId, orgId: from, memberId }, { orgId: from, memberId });
    await inOrg(world.store, from).insert(orgUser, { userId }, { userId, memberId, role: 'user' });
    await world.confirm(zoe, await world.newCode());
    const now = await authenticate(world.deps, await tokenFor(world.deps, { userId, orgId: zoe.orgId }));
    expect(now).toMatchObject({ memberId, role: 'admin' });
    const places = await outside(world.store).list(membership, { userId }, { from: 'm|', to: 'm}' });
    expect(places.map((row) => row.value)).toEqual([{ orgId: zoe.orgId, memberId }]);
  });

  it('moves the choices of outside addresses and the calendars of people', async () => {
    const world = connectWorld();
    const { orgId: from } = await world.install(['ann', 'bob']);
    const bob = await outside(world.store).get(teamsUser, anEntraPerson('bob'));
    if (bob === undefined) throw new Error('no Bob');
    const userId = aUserId('bob');
    await createAccount(world.deps, {
      ...{ email: 'bob@example.test', password: passwordOf('bob'), firstName: 'Bob', lastName: 'L', userId },
      ...{ orgId: from, memberId: bob.value.memberId, role: 'user', isConfirmed: true },
    });
    const createdAt = anInstant('2026-11-20T08:00:00Z');
    const feed = { hash: 'h', createdAt, epoch: 0 };
    await outside(world.store).insert(calendarFeed, { userId, orgId: from }, { ...feed, orgId: from });
    const hash = addressHash('dora@partner.test');
    const refused = { state: 'REFUSED', asks: 1, askedAt: createdAt, changedAt: createdAt, by: null } as const;
    await inOrg(world.store, from).insert(summaryConsent, { hash }, refused);
    const zoe = await world.register();
    await world.confirm(zoe, await world.newCode());
    const { orgId } = zoe;
    expect((await inOrg(world.store, orgId).get(summaryConsent, { hash }))?.value).toEqual(refused);
    expect((await outside(world.store).get(calendarFeed, { userId, orgId }))?.value).toEqual({ ...feed, orgId });
    expect(await outside(world.store).get(calendarFeed, { userId, orgId: from })).toBeUndefined();
  });

  it('reports success when it is repeated', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    const done = await world.confirm(zoe, code);
    expect(await world.confirm(zoe, code)).toEqual(done);
    expect(await world.preview(zoe, code)).toEqual(done);
    expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
  });
});
