import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { acceptInvitation } from '../../../bot/src/services/registration/acceptInvitation.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { settleAccount, personOf } from '../../../bot/src/services/microsoftAccounts/findLinkOrCreateAccount.ts';
import { signInFromTeams } from '../../../bot/src/services/microsoftAccounts/openMicrosoftSession.ts';
import {
  claimEmail,
  joinOrganisation,
  keepEmail,
  writeProfile,
} from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { switchOrganisation } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { leaveTeam } from '../../../bot/src/services/teamsSync/leaveTeam.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { deleteUser } from '../../../bot/src/services/people/listChangeAndDeleteUsers.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { anOrgId, aMemberId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  anInvited,
  caller,
  callerFrom,
  goodPassword,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { asSession, tokenFor } from '../../support/worlds/signInSessionAndToken.ts';

const bob = aMemberId('bob');
const contoso = anOrgId();
const admin = anActor('ann', { role: 'admin' });
const asked = { teamId: aTeamId(), memberId: bob, by: undefined };
const bobInTeams = { tid: 'tenant-contoso', oid: oidOf('bob') };

interface World extends RegistrationWorld {
  readonly code: string;
  readonly actorOf: (session: Pick<Session, 'token'>) => Promise<Actor>;
}

const withInvitation = async (): Promise<World> => {
  const world = registrationWorld();
  await seedTeam(world.store);
  await sendInvitation(world.deps, admin, asked);
  await world.beat();
  return {
    ...world,
    code: world.codeIn('INVITE', 'bob@example.test'),
    actorOf: async ({ token }) => {
      const actor = await authenticate(world.deps, token);
      if (actor === undefined) throw new Error('not signed in');
      return actor;
    },
  };
};

/**
 * Returns an actor who is signed in to an account with its own organisation. The account has no password, because no
 * test needs it.
 */
const otherActor = async (
  { deps, actorOf }: World,
  { email = 'bob@example.test', organizationName = 'Fabrikam' }: { email?: string; organizationName?: string } = {},
): Promise<Actor> => {
  const [orgId, userId] = [anOrgId(organizationName), aUserId(email)];
  await createOrg(deps, { orgId, name: organizationName, tid: null, actor: 'Robert' });
  await claimEmail(deps, email, userId);
  const person = { email, firstName: 'Robert', lastName: 'Lee', isConfirmed: true, orgId };
  await writeProfile(deps, person, { userId, hash: 'none that anything is the password of' });
  await joinOrganisation(deps, userId, { orgId, memberId: null, role: 'admin' });
  await keepEmail(deps, email, userId);
  return actorOf({ token: await tokenFor(deps, { userId, orgId }) });
};

const member = async ({ store }: World) => (await inOrg(store, contoso).get(orgMember, { memberId: bob }))?.value;
const inContoso = async ({ store, deps }: World, actor: Actor): Promise<Actor | undefined> =>
  authenticate(deps, await tokenFor({ ...deps, store }, { userId: actor.userId ?? ('' as never), orgId: contoso }));

describe('joining by an invitation with an existing account', () => {
  it('links the account to the member, and opens the organisation in the existing session', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    const input = { memberId: bob, code: world.code };
    expect(await acceptInvitation(world.deps, actor, input, caller)).toEqual({ orgId: contoso });
    const entered = await switchOrganisation(world.deps, actor, { orgId: contoso });
    expect(entered).toMatchObject({ memberId: bob, orgId: contoso });
    expect(await world.actorOf(entered)).toMatchObject({ role: 'user', teamIds: [aTeamId()], name: 'Bob' });
    expect((await member(world))?.userId).toBe(actor.userId);
    const log = await rowsOf(world.store.admin, 'Org', 'L|');
    expect(JSON.stringify(log)).toContain('activity.memberJoined');
  });

  it('requires no particular address, and gives no access to another account with the invited address', async () => {
    const world = await withInvitation();
    const other = await otherActor(world, { email: 'robert@home.test' });
    const same = await otherActor(world, { email: 'bob@example.test', organizationName: 'Other' });
    expect(await inContoso(world, same)).toBeUndefined();
    await acceptInvitation(world.deps, other, { memberId: bob, code: world.code }, caller);
    expect(await inContoso(world, other)).toMatchObject({ memberId: bob });
    expect(await inContoso(world, same)).toBeUndefined();
  });

  it('makes no person superadmin by a Microsoft account in SUPERADMINS, because the code proves none', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world, { email: 'mallory@home.test' });
    await acceptInvitation(world.deps, actor, { memberId: bob, code: world.code }, caller);
    const { tid, oid } = bobInTeams;
    const naming = { ...world, deps: { ...world.deps, superadmins: new Set([`${tid}:${oid}`]) } };
    expect(await inContoso(naming, actor)).toMatchObject({ memberId: bob, role: 'user' });
  });

  it('succeeds once for 20 parallel accounts on two instances', async () => {
    const world = await withInvitation();
    const first = await otherActor(world);
    const other = registrationDeps(world.store, world.clock);
    const people = await Promise.all(
      Array.from({ length: 5 }, async (_, index) =>
        otherActor(world, { email: `b${index}@home.test`, organizationName: `O${index}` }),
      ),
    );
    const calls = [first, ...people]
      .flatMap((actor) => [actor, actor])
      .map((actor, index) =>
        acceptInvitation(
          index % 2 === 0 ? world.deps : other,
          actor,
          { memberId: bob, code: world.code },
          callerFrom(index),
        ),
      );
    await Promise.allSettled(calls);
    const seats = (await rowsOf(world.store.admin, 'Org', 'user|')).filter((row) => row.pk === contoso);
    expect(seats).toHaveLength(1);
    const owner = (await member(world))?.userId;
    expect(seats[0]?.values['userId']).toBe(owner);
  });

  it('may be repeated only by the account that joined', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    const input = { memberId: bob, code: world.code };
    await acceptInvitation(world.deps, actor, input, caller);
    expect(await acceptInvitation(world.deps, actor, input, caller)).toEqual({ orgId: contoso });
    const late = await otherActor(world, { email: 'late@home.test', organizationName: 'Late' });
    await expect(acceptInvitation(world.deps, late, input, caller)).rejects.toMatchObject({
      code: 'USER_ALREADY_REGISTERED',
    });
    expect(
      (await rowsOf(world.store.admin, 'Org', 'L|')).filter((row) => JSON.stringify(row).includes('memberJoined')),
    ).toHaveLength(1);
  });

  it.each(failures)('is completed by the same call of the same person after an interruption (%s)', async (failure) => {
    for (let index = 1, isThrough = false; !isThrough; index += callsBetweenFaults) {
      const world = await withInvitation();
      const actor = await otherActor(world);
      const input = { memberId: bob, code: world.code };
      const failing = failingStore(world.store, index, failure);
      await acceptInvitation({ ...world.deps, store: failing.store }, actor, input, caller).catch(() => undefined);
      isThrough = failing.calls() < index;
      await acceptInvitation(world.deps, actor, input, caller);
      expect((await member(world))?.userId).toBe(actor.userId);
      expect(await inContoso(world, actor)).toMatchObject({ memberId: bob, role: 'user' });
      expect((await outside(world.store).get(teamsUser, bobInTeams))?.value.userId).toBe(actor.userId);
      await world.store.close();
    }
  });

  it('keeps the admin role of an admin without a member, with one membership', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    const userId = actor.userId ?? ('' as never);
    await outside(world.store).insert(
      membership,
      { userId, orgId: contoso, memberId: null },
      { orgId: contoso, memberId: null },
    );
    await inOrg(world.store, contoso).insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
    await acceptInvitation(world.deps, actor, { memberId: bob, code: world.code }, caller);
    expect(await inContoso(world, actor)).toMatchObject({ memberId: bob, role: 'admin' });
    expect(await outside(world.store).get(membership, { userId, orgId: contoso, memberId: null })).toBeUndefined();
  });

  it.each([
    ['a wrong code', { code: 'A'.repeat(43) }, 'CODE_INVALID'],
    ['another member', { memberId: aMemberId('ann') }, 'CODE_INVALID'],
  ])('rejects %s', async (_what, change, code) => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    const input = { memberId: bob, code: world.code, ...change };
    await expect(acceptInvitation(world.deps, actor, input, caller)).rejects.toMatchObject({ code });
    expect((await member(world))?.userId).toBeNull();
  });

  it('rejects an account that is another member there, and keeps the code', async () => {
    const world = await withInvitation();
    await sendInvitation(world.deps, admin, { ...asked, memberId: aMemberId('ann') });
    await world.beat();
    const actor = await otherActor(world);
    await acceptInvitation(
      world.deps,
      actor,
      { memberId: aMemberId('ann'), code: world.codeIn('INVITE', 'ann@example.test') },
      caller,
    );
    const input = { memberId: bob, code: world.code };
    await expect(acceptInvitation(world.deps, actor, input, caller)).rejects.toMatchObject({
      details: { message: 'invite.otherMember' },
    });
    const other = await otherActor(world, { email: 'b@home.test', organizationName: 'Second' });
    expect(await acceptInvitation(world.deps, other, input, caller)).toEqual({ orgId: contoso });
  });

  it('counts wrong codes by account', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    const tries = await Promise.allSettled(
      Array.from({ length: 7 }, () =>
        acceptInvitation(world.deps, actor, { memberId: bob, code: 'A'.repeat(43) }, caller),
      ),
    );
    expect(countOutcomes(tries)).toEqual({ CODE_INVALID: 5, TOO_MANY_REQUESTS: 2 });
  });
});

describe('the operator of a tenant whose organisation a person joined', () => {
  const enter = async (world: World) => {
    const person = await personOf(world.deps, bobInTeams);
    const userId = await settleAccount(world.deps, person, null);
    return world.actorOf(await signInFromTeams(world.deps, userId, person.records.scope, person));
  };

  it('can sign in as that person there, and in no other organisation', async () => {
    const world = await withInvitation();
    const actor = await otherActor(world);
    await acceptInvitation(world.deps, actor, { memberId: bob, code: world.code }, caller);
    const vouched = await enter(world);
    expect(vouched).toMatchObject({ userId: actor.userId, orgId: contoso, signIn: { confinedTo: contoso } });
    await expect(switchOrganisation(world.deps, vouched, { orgId: actor.orgId })).rejects.toMatchObject({
      details: { message: 'org.confined' },
    });
    await expect(
      acceptInvitation(world.deps, vouched, { memberId: bob, code: world.code }, caller),
    ).rejects.toMatchObject({
      details: { message: 'org.confinedAccount' },
    });
    expect((await outside(world.store).get(teamsUser, bobInTeams))?.value).toMatchObject({
      userId: actor.userId,
      joinedAt: null,
    });
  });
});

describe('a person from Teams without a password', () => {
  const fromTeams = async (world: RegistrationWorld) => {
    const person = await personOf(world.deps, bobInTeams);
    return settleAccount(world.deps, person, null);
  };

  it('sets a password by an invitation and keeps one account, also for later sign-ins from Teams', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    const silent = await fromTeams(world);
    await sendInvitation(world.deps, admin, asked);
    await world.beat();
    const code = world.codeIn('INVITE', 'bob@example.test');
    await register(world.deps, anInvited(bob, code, { email: 'bob@example.test' }), caller);
    const session = asSession(await login(world.deps, { email: 'bob@example.test', password: goodPassword }, caller));
    expect(session).toMatchObject({ memberId: bob, orgId: contoso });
    expect(await outside(world.store).get(profile, { userId: silent })).toBeUndefined();
    expect((await rowsOf(world.store.admin, 'Org', 'user|')).map((row) => row.rk)).toHaveLength(1);
    const again = await fromTeams(world);
    expect(again).not.toBe(silent);
    expect((await inOrg(world.store, contoso).get(orgMember, { memberId: bob }))?.value.userId).toBe(again);
  });

  it('joins with another account, which replaces the one without a password', async () => {
    const world = await withInvitation();
    const silent = await fromTeams(world);
    const actor = await otherActor(world);
    await acceptInvitation(world.deps, actor, { memberId: bob, code: world.code }, caller);
    expect((await member(world))?.userId).toBe(actor.userId);
    expect(await outside(world.store).get(profile, { userId: silent })).toBeUndefined();
    expect(await fromTeams(world)).toBe(actor.userId);
  });
});

describe('an invitation expires', () => {
  /** Returns the results of joining and of registering with the same code. */
  const endings = async (world: World) => {
    const actor = await otherActor(world, { email: 'x@home.test', organizationName: 'X' });
    const registration = anInvited(bob, world.code, { email: 'bob@example.test' });
    return countOutcomes(
      await Promise.allSettled([
        acceptInvitation(world.deps, actor, { memberId: bob, code: world.code }, caller),
        register(world.deps, registration, caller),
      ]),
    );
  };
  const over = { CODE_INVALID: 2 };

  it('an invitation expires with the deletion of the account that an earlier one created', async () => {
    const world = await withInvitation();
    await sendInvitation(world.deps, admin, asked);
    await world.beat();
    const second = world.codeIn('INVITE', 'bob@example.test');
    await sendInvitation(world.deps, admin, asked);
    await register(world.deps, anInvited(bob, second, { email: 'bob@example.test' }), caller);
    const { userId } = (await member(world)) ?? {};
    await deleteUser(world.deps, admin, { userId: userId ?? ('' as never) });
    expect(await endings(world)).toEqual(over);
    const before = world.mail.sent.length;
    await world.beat();
    expect(world.mail.sent.slice(before).filter((mail) => mail.email.kind === 'INVITE')).toEqual([]);
    // After the deletion, the member gets a new invitation, whose code is valid.
    world.clock.advance({ minutes: 15 });
    await sendInvitation(world.deps, admin, asked);
    await world.beat();
    await register(
      world.deps,
      // The deletion has made the address of the earlier registration free again.
      anInvited(bob, world.codeIn('INVITE', 'bob@example.test'), { email: 'bob@example.test' }),
      caller,
    );
  });

  it('an invitation expires after the member left the last team', async () => {
    const world = await withInvitation();
    const place = { orgId: contoso, tid: 'tenant-contoso', serviceUrl: '', teamId: aTeamId() };
    await leaveTeam(world.deps, place, [bob]);
    expect(await endings(world)).toEqual(over);
  });

  it('an invitation expires after the organisation was connected with another one, because the member moved', async () => {
    const world = await withInvitation();
    await seedTeam(world.store, { org: 'web', team: 'platform' });
    await outside(world.store).touch(memberOrg, { memberId: bob }, { orgId: anOrgId('web'), memberId: bob });
    expect(await endings(world)).toEqual(over);
  });
});
