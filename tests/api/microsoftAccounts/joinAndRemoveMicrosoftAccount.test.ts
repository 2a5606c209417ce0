import { digestOf } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { changePassword } from '../../../bot/src/services/registration/changePassword.ts';
import { issueCode } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { exportAccount } from '../../../bot/src/services/dataLifecycle/exportAccount.ts';
import { resetPassword } from '../../../bot/src/services/registration/passwordReset.ts';
import { verifySecondFactor } from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import {
  removeSignInMethod,
  signInMethods,
} from '../../../bot/src/services/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { settleAccount, personOf } from '../../../bot/src/services/microsoftAccounts/findLinkOrCreateAccount.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../../bot/src/store/kinds/daysOff/calendarFeed.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { password, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { aMemberId, anInstant, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { ann, bob, joinWorld, zoe, zoesEmail, zoesPassword } from '../../support/apps/microsoftJoinWorld.ts';
import type { JoinWorld } from '../../support/apps/microsoftJoinWorld.ts';
import { oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

let world: JoinWorld;
beforeEach(async () => {
  world = await joinWorld();
});
afterEach(() => world.app.close());

const reauth = { status: 403, errorCode: 'REAUTH' };
const origin = { address: '192.0.2.1', locale: 'en' };

const profileOf = async () => (await outside(world.store).get(profile, { userId: zoe }))?.value;

const resetCode = async (id = 'reset'): Promise<string> => {
  const payload = { epoch: String((await profileOf())?.sessionEpoch) };
  return (await issueCode(world.deps, { kind: 'RESET', id, subject: zoe, payload })) ?? '';
};
const reset = async (): Promise<void> => {
  await resetPassword(world.deps, { code: await resetCode(), newPassword: 'four words that fit' }, origin);
};

const messagesIn = async (orgId = world.zoesOrg): Promise<unknown[]> =>
  (await rowsOf(world.store.admin, 'Org'))
    .filter(({ pk }) => pk.includes(orgId))
    .flatMap(({ values: { message } }) => (message === undefined ? [] : [message]));

/**
 * Links Ann's Microsoft account with Zoe's account. Returns a session of the Microsoft account and a token of the
 * password sign-in.
 */
const joined = async () => {
  const byPassword = await world.tokenOf();
  const session = world.sessionIn(await world.join(ann, byPassword));
  const { pointer } = await world.app.memberOf(ann);
  return { byPassword, session, memberId: pointer.memberId, annsOrg: pointer.orgId };
};

describe('joining a Microsoft account', () => {
  it('needs a sign-in younger than five minutes', async () => {
    const token = await world.tokenOf();
    world.clock.advance({ minutes: 5 });
    expect(await world.join(ann, token)).toMatchObject(reauth);
    expect((await world.app.memberOf(ann)).pointer.userId).toBeNull();
    expect(await world.join(ann, await world.tokenOf())).toMatchObject({ status: 200 });
  });

  it('requires the second factor of the account', async () => {
    await world.withFactor();
    expect(await world.join(ann, await world.tokenOf())).toMatchObject(reauth);
    expect(await world.join(ann, await world.tokenOf({ hasSecondFactor: true }))).toMatchObject({ status: 200 });
  });

  it('is completed only by the session that started it', async () => {
    const token = await world.tokenOf();
    world.app.entra.signsIn(ann);
    const begun = await world.begin('JOIN', token);
    expect(await world.finish(begun, await world.tokenOf())).toMatchObject({ status: 401 });
    expect((await world.app.memberOf(ann)).pointer.userId).toBeNull();
  });

  it('may be completed after the five minutes, because the time at Microsoft does not count', async () => {
    const token = await world.tokenOf();
    world.app.entra.signsIn(ann);
    const begun = await world.begin('JOIN', token);
    world.clock.advance({ minutes: 9 });
    expect(await world.finish(begun, token)).toMatchObject({ status: 200 });
  });

  it('sends one email to the owner and adds an entry to the log of each organisation', async () => {
    const { byPassword } = await joined();
    const lines = [`ACCESS_CHANGED ${zoesEmail} {"change":"JOINED","organization":"tenant-contoso"}`];
    expect(
      (await world.letters()).map((email) =>
        email.replace(/"organization":"[^"]*"/, '"organization":"tenant-contoso"'),
      ),
    ).toEqual(lines);
    expect(await messagesIn()).toContain('activity.identityJoined');
    await world.join(ann, byPassword);
    expect(await world.letters()).toHaveLength(1);
  });
});

describe('a Microsoft account that SUPERADMINS names', () => {
  it('makes the account superadmin to which its owner linked it', async () => {
    const naming = { ...world.app.deps, superadmins: new Set([`${ann.tid}:${ann.oid}`]) };
    const { byPassword, annsOrg } = await joined();
    const roleHere = async (orgId: typeof annsOrg) =>
      (await authenticate(naming, await world.tokenOf({ orgId })))?.role;
    expect([await roleHere(annsOrg), await roleHere(world.zoesOrg)]).toEqual(['superadmin', 'admin']);
    expect((await authenticate(naming, byPassword))?.role).toBe('admin');
  });

  it('becomes superadmin by the sign-in of its own tenant', async () => {
    const naming = { ...world.app.deps, superadmins: new Set([`${bob.tid}:${bob.oid}`]) };
    const session = world.sessionIn(await world.signInAs(bob));
    expect((await authenticate(naming, session.token))?.role).toBe('superadmin');
  });
});

describe('an account with a second factor', () => {
  it('asks for a code when a joined Microsoft account opens it', async () => {
    await joined();
    await world.withFactor();
    const reply = await world.signInAs(ann);
    expect(reply).toMatchObject({ status: 200, data: { mustSetUp: false } });
    expect(reply.data).not.toHaveProperty('token');
  });

  it('asks for no code where the tenant opens only its own organisation', async () => {
    await world.withFactor();
    expect((await world.signInAs(bob)).data).toHaveProperty('token');
  });
});

describe('a password reset', () => {
  it('removes joined Microsoft accounts, ends their sessions and reports it in the email', async () => {
    const { session } = await joined();
    await reset();
    expect(await authenticate(world.app.deps, session.token)).toBeUndefined();
    const after = await world.signInAs(ann);
    expect(await world.userIn(after)).not.toBe(zoe);
    expect(await world.letters()).toContainEqual(expect.stringMatching(/^PASSWORD_CHANGED .*"removed":"1"/));
    expect(await messagesIn()).toContain('activity.identityRemoved');
  });

  it('cancels a pending join', async () => {
    const token = await world.tokenOf();
    const actor = await world.actorOf(token);
    const person = await personOf(world.deps, ann);
    await reset();
    // Simulates a link whose session check ran before the reset and whose write runs after it.
    await settleAccount(world.deps, person, { userId: zoe, epoch: actor.signIn?.epoch ?? 0 });
    expect(await world.userIn(await world.signInAs(ann))).not.toBe(zoe);
  });

  it('keeps a membership as user if the removed Microsoft account was the only access', async () => {
    const { annsOrg } = await joined();
    const own = { userId: zoe, orgId: world.zoesOrg, memberId: null };
    const [place, seat] = await Promise.all([
      outside(world.store).get(membership, own),
      inOrg(world.store, world.zoesOrg).get(orgUser, { userId: zoe }),
    ]);
    if (place === undefined || seat === undefined) throw new Error('Zoe has a place of her own.');
    await outside(world.store).delete(membership, own, place.etag);
    await inOrg(world.store, world.zoesOrg).delete(orgUser, { userId: zoe }, seat.etag);
    await reset();
    const session = await login(world.deps, { email: zoesEmail, password: 'four words that fit' }, origin);
    expect(session).toMatchObject({ orgId: annsOrg, memberId: null });
    expect((await inOrg(world.store, annsOrg).get(orgUser, { userId: zoe }))?.value.role).toBe('user');
  });

  it('lets the owner join a Microsoft account again afterwards', async () => {
    await joined();
    await reset();
    await world.join(ann, await world.tokenOf({ sessionEpoch: 2 }));
    const again = world.sessionIn(await world.signInAs(ann));
    expect(await authenticate(world.app.deps, again.token)).toMatchObject({
      userId: zoe,
      signIn: { confinedTo: null },
    });
  });

  it('leaves no identity that opens the account after a fault at any operation', async () => {
    let index = 1;
    for (let isDone = false; !isDone; index += callsBetweenFaults) {
      await world.app.close();
      world = await joinWorld();
      await joined();
      const input = { code: await resetCode(), newPassword: 'four words that fit' };
      const failing = failingStore(world.store, index, 'before');
      await resetPassword({ ...world.deps, store: failing.store }, input, origin).catch(() => undefined);
      isDone = failing.calls() < index;
      await resetPassword(world.deps, input, origin).catch(() => undefined);
      expect(await world.userIn(await world.signInAs(ann))).not.toBe(zoe);
      const actor = await world.actorOf(await world.tokenOf({ sessionEpoch: 2 }));
      expect((await signInMethods(world.deps, actor)).microsoft).toEqual([]);
    }
    expect(index).toBeGreaterThan(15);
  });
});

describe('a password change', () => {
  const change = async (token: string, removeIdentities: boolean) => {
    const passwords = { oldPassword: zoesPassword, newPassword: 'four words that fit' };
    return changePassword(world.deps, await world.actorOf(token), { ...passwords, removeIdentities }, origin);
  };

  it('keeps joined Microsoft accounts unless the owner reports otherwise', async () => {
    const { byPassword } = await joined();
    await change(byPassword, false);
    expect(await world.userIn(await world.signInAs(ann))).toBe(zoe);
  });

  it('removes them on request, and continues as a session of the password', async () => {
    const { session } = await joined();
    const next = await change(session.token, true);
    expect(await world.userIn(await world.signInAs(ann))).not.toBe(zoe);
    const actor = await world.actorOf(next.token);
    expect(actor).toMatchObject({ userId: zoe, orgId: world.zoesOrg, signIn: { method: 'PASSWORD', identity: null } });
    expect(await world.letters()).toContainEqual(expect.stringMatching(/^PASSWORD_CHANGED .*"removed":"1"/));
  });

  it('a password change that removes the linked accounts cancels a pending join', async () => {
    const token = await world.tokenOf();
    const epoch = (await world.actorOf(token)).signIn?.epoch ?? 0;
    const person = await personOf(world.deps, ann);
    await change(token, true);
    await settleAccount(world.deps, person, { userId: zoe, epoch });
    expect(await world.userIn(await world.signInAs(ann))).not.toBe(zoe);
  });
});

describe('the session that a password change opens', () => {
  const join = async (hasSecondFactor: boolean) => {
    const token = await world.tokenOf({ hasSecondFactor });
    world.clock.advance({ minutes: 6 });
    const passwords = { oldPassword: zoesPassword, newPassword: 'four words that fit' };
    const session = await changePassword(world.deps, await world.actorOf(token), passwords, origin);
    return world.join(ann, session.token);
  };

  it('is as old as its second factor, because the change did not ask for one', async () => {
    await world.withFactor();
    expect(await join(true)).toMatchObject(reauth);
  });

  it('is new if the password is the only factor of the account', async () => {
    expect(await join(false)).toMatchObject({ status: 200 });
  });
});

describe('the list of sign-in methods', () => {
  it('names the password and the Microsoft accounts, with what each opens', async () => {
    const { byPassword, memberId } = await joined();
    expect(await signInMethods(world.deps, await world.actorOf(byPassword))).toEqual({
      passwordSince: expect.any(String) as string,
      microsoft: [
        { memberId, name: 'Ann', organisation: expect.any(String) as string, joinedAt: expect.any(String) as string },
      ],
    });
  });

  it('shows a session that a tenant vouches for only the entries of that organisation', async () => {
    await joined();
    const confined = await world.actorOf(await world.tokenOf({ confinedTo: world.zoesOrg, method: 'TEAMS' }));
    expect((await signInMethods(world.deps, confined)).microsoft).toEqual([]);
    const facts = async (confinedTo: typeof world.zoesOrg | null): Promise<string> => {
      const account = await profileOf();
      if (account === undefined) throw new Error('no account');
      const parts: string[] = [];
      for await (const part of exportAccount(world.deps, account, confinedTo)) parts.push(part);
      return parts.join('');
    };
    expect(await facts(null)).toContain(ann.oid);
    expect(await facts(world.zoesOrg)).not.toContain(ann.oid);
  });
});

describe('removing a Microsoft account', () => {
  const remove = async (token: string, memberId: Awaited<ReturnType<typeof joined>>['memberId']) =>
    removeSignInMethod(world.deps, await world.actorOf(token), { memberId });

  it('ends only its sessions, notifies the owner, and separates the two', async () => {
    const { byPassword, session, memberId, annsOrg } = await joined();
    const feed = { orgId: annsOrg, hash: digestOf('secret'), createdAt: anInstant('2026-11-01T00:00:00Z'), epoch: 1 };
    await outside(world.store).touch(calendarFeed, { userId: zoe, orgId: annsOrg }, feed);
    expect(await remove(byPassword, memberId)).toEqual({ memberId, isSignedOut: false });
    expect(await outside(world.store).get(calendarFeed, { userId: zoe, orgId: annsOrg })).toBeUndefined();
    expect(await authenticate(world.app.deps, session.token)).toBeUndefined();
    expect(await authenticate(world.app.deps, byPassword)).toMatchObject({ userId: zoe });
    expect(await world.letters()).toContainEqual(expect.stringMatching(/^ACCESS_CHANGED .*REMOVED/));
    expect(await messagesIn()).toContain('activity.identityRemoved');
    const after = await world.signInAs(ann);
    expect(await world.userIn(after)).not.toBe(zoe);
    expect(world.sessionIn(after)).toMatchObject({ orgId: annsOrg, memberId });
    expect(await outside(world.store).get(membership, { userId: zoe, orgId: annsOrg, memberId })).toBeUndefined();
    expect(await inOrg(world.store, annsOrg).get(orgUser, { userId: zoe })).toBeUndefined();
  });

  it('ends the pending sign-in that waits for a code', async () => {
    const { memberId } = await joined();
    await world.withFactor();
    const { challenge } = (await world.signInAs(ann)).data as { challenge: string };
    const guess = () => verifySecondFactor(world.deps, { challenge, code: '000000' }, origin);
    await expect(guess()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await remove(await world.tokenOf({ hasSecondFactor: true }), memberId);
    await expect(guess()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('reports that it ended the caller’s own session', async () => {
    const { session, memberId } = await joined();
    expect(await remove(session.token, memberId)).toEqual({ memberId, isSignedOut: true });
    expect(await authenticate(world.app.deps, session.token)).toBeUndefined();
  });

  it('requires a sign-in younger than five minutes with every factor, and a session of the whole account', async () => {
    const { byPassword, memberId } = await joined();
    await world.withFactor();
    await expect(remove(byPassword, memberId)).rejects.toMatchObject({ code: 'REAUTH' });
    const proved = await world.tokenOf({ hasSecondFactor: true });
    world.clock.advance({ minutes: 5 });
    await expect(remove(proved, memberId)).rejects.toMatchObject({ code: 'REAUTH' });
    const confined = await world.tokenOf({ confinedTo: world.zoesOrg, hasSecondFactor: true });
    await expect(remove(confined, memberId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is rejected for an account that is not linked', async () => {
    const { byPassword, memberId } = await joined();
    const { pointer } = await world.app.memberOf(bob);
    await expect(remove(byPassword, pointer.memberId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await remove(byPassword, memberId);
    await expect(remove(byPassword, memberId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is rejected for an account that opens only its own tenant’s organisation', async () => {
    const { pointer } = await world.app.memberOf(ann);
    const { orgId, memberId } = pointer;
    await outside(world.store).touch(teamsUser, ann, { userId: zoe });
    await inOrg(world.store, orgId).touch(orgMember, { memberId }, { userId: zoe });
    await outside(world.store).insert(membership, { userId: zoe, orgId, memberId }, { orgId, memberId });
    const token = await world.tokenOf();
    expect((await signInMethods(world.deps, await world.actorOf(token))).microsoft).toMatchObject([{ memberId }]);
    await expect(remove(token, memberId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is rejected for the last sign-in method', async () => {
    const { byPassword, memberId } = await joined();
    const last = { code: 'CONFLICT', details: { message: 'org.lastSignIn' } };
    await inOrg(world.store, world.zoesOrg).touch(orgKind, undefined, { microsoftOnly: true });
    await expect(remove(byPassword, memberId)).rejects.toMatchObject(last);
    await inOrg(world.store, world.zoesOrg).touch(orgKind, undefined, { microsoftOnly: false });
    const kept = await outside(world.store).get(password, { userId: zoe });
    if (kept !== undefined) await outside(world.store).delete(password, { userId: zoe }, kept.etag);
    await expect(remove(byPassword, memberId)).rejects.toMatchObject(last);
    // A Microsoft account that is not linked opens only its own organisation.
    const zoes = await seedTeam(world.store, { org: 'zoes', people: ['zed'] });
    const zed = { orgId: zoes.orgId, memberId: aMemberId('zed') };
    await outside(world.store).touch(teamsUser, { tid: zoes.tid, oid: oidOf('zed') }, { userId: zoe, joinedAt: null });
    await outside(world.store).insert(membership, { userId: zoe, ...zed }, zed);
    expect((await signInMethods(world.deps, await world.actorOf(byPassword))).microsoft).toHaveLength(2);
    await expect(remove(byPassword, memberId)).rejects.toMatchObject(last);
  });

  it('returns the account’s own place and earlier role to it, and not to the Microsoft account', async () => {
    const { annsOrg } = await world.app.memberOf(bob).then(({ pointer }) => ({ annsOrg: pointer.orgId }));
    await outside(world.store).insert(
      membership,
      { userId: zoe, orgId: annsOrg, memberId: null },
      { orgId: annsOrg, memberId: null },
    );
    await inOrg(world.store, annsOrg).insert(orgUser, { userId: zoe }, { userId: zoe, memberId: null, role: 'admin' });
    const token = await world.tokenOf();
    await world.join(bob, token);
    const { pointer, member } = await world.app.memberOf(bob);
    expect(member?.role).toBe('admin');
    await remove(token, pointer.memberId);
    expect((await world.app.memberOf(bob)).member).toMatchObject({ role: 'user', userId: null });
    expect((await inOrg(world.store, annsOrg).get(orgUser, { userId: zoe }))?.value).toEqual({
      ...{ userId: zoe, memberId: null, role: 'admin' },
    });
  });

  it('leaves an earlier Microsoft account the access that its own tenant vouches for', async () => {
    const { pointer } = await world.app.memberOf(ann);
    await outside(world.store).touch(teamsUser, ann, { userId: zoe });
    await inOrg(world.store, pointer.orgId).touch(orgMember, { memberId: pointer.memberId }, { userId: zoe });
    const { byPassword, memberId, annsOrg } = await joined();
    await remove(byPassword, memberId);
    const actor = await authenticate(world.app.deps, world.sessionIn(await world.signInAs(ann)).token);
    expect(actor).toMatchObject({ userId: zoe, orgId: annsOrg, signIn: { confinedTo: annsOrg } });
  });

  it('is completed by the next sign-in after an interruption', async () => {
    const { byPassword, memberId } = await joined();
    const actor = await world.actorOf(byPassword);
    for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
      const failing = failingStore(world.store, index, 'before');
      await removeSignInMethod({ ...world.deps, store: failing.store }, actor, { memberId }).catch(() => undefined);
      isDone = failing.calls() < index;
    }
    expect(await world.userIn(await world.signInAs(ann))).not.toBe(zoe);
  });
});

it('deletes an earlier link when the Microsoft account gets another account', async () => {
  const { byPassword, memberId, annsOrg } = await joined();
  await removeSignInMethod(world.deps, await world.actorOf(byPassword), { memberId });
  expect((await outside(world.store).get(teamsUser, ann))?.value).toMatchObject({
    userId: null,
    joinedAt: null,
    join: null,
  });
  const other = aUserId('other');
  const person = { email: 'other@example.test', password: zoesPassword, firstName: 'Ann', lastName: 'Lee' };
  // Creates the state after an unlinking that stopped before it deleted the link.
  await outside(world.store).touch(teamsUser, ann, {
    join: { epoch: 1, hadAccount: false, placeRole: null, memberRole: 'user' },
  });
  await createAccount(world.app.deps, {
    ...{ ...person, userId: other, orgId: annsOrg, memberId, role: 'user', isConfirmed: true },
  });
  const actor = await authenticate(world.app.deps, world.sessionIn(await world.signInAs(ann)).token);
  expect(actor).toMatchObject({ userId: other, orgId: annsOrg, memberId });
});
