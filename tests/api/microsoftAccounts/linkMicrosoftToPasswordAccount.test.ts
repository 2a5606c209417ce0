import { session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { exchangeMicrosoftCode } from '../../../bot/src/services/microsoftAccounts/microsoftWebSignIn.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { startSignInApp } from '../../support/apps/signInApp.ts';
import type { SignInApp } from '../../support/apps/signInApp.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { ann, useMicrosoftSignIn } from '../../support/apps/microsoftSignInSteps.ts';

const { app, begin, exchange, signInAt } = useMicrosoftSignIn();

const profiles = async ({ store }: SignInApp): Promise<number> =>
  (await rowsOf(store.admin, 'Accounts', 'p')).filter((row) => row.rk === 'p').length;

describe('an account with a password', () => {
  const userId = aUserId('zoe');

  /** Creates Zoe's account, registered on the web, and her own organisation, of which she is admin. */
  const registered = async (instance = app()): Promise<string> => {
    const { orgId } = await seedOrg(instance.store, { org: 'zoes' });
    await createAccount(instance.deps, {
      ...{ email: 'ann@example.test', password: 'correct horse battery', firstName: 'Zoe', lastName: 'Q', userId },
      ...{ orgId, memberId: null, role: 'admin', isConfirmed: true },
    });
    return tokenFor(instance.deps, { userId, orgId });
  };
  const asZoe = (token: string) => ({ Authorization: `Bearer ${token}` });

  it('is never found by its address', async () => {
    await app().install(['ann']);
    await registered();
    const { code, cookie } = await signInAt(ann);
    const given = session.parse((await exchange(code, cookie)).data);
    expect(await authenticate(app().deps, given.token)).not.toMatchObject({ userId });
  });

  it('is linked during a sign-in to both', async () => {
    const { orgId } = await app().install(['ann', 'bob']);
    const token = await registered();
    const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token));
    const given = session.parse((await exchange(code, cookie, asZoe(token))).data);
    const { pointer, member } = await app().memberOf(ann);
    expect([pointer.userId, member?.userId]).toEqual([userId, userId]);
    expect(await authenticate(app().deps, given.token)).toMatchObject({ userId, orgId, memberId: pointer.memberId });
    // After the link, both ways to sign in must lead to the same account.
    const silent = session.parse((await app().signIn(await app().entra.token(ann))).data);
    expect(await authenticate(app().deps, silent.token)).toMatchObject({ userId });
  });

  it('replaces the account that Teams created and ends its sessions', async () => {
    await app().install(['ann', 'bob']);
    const before = session.parse((await app().signIn(await app().entra.token(ann))).data);
    const token = await registered();
    const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token));
    expect(await exchange(code, cookie, asZoe(token))).toMatchObject({ status: 200 });
    expect(await authenticate(app().deps, before.token)).toBeUndefined();
    expect(await profiles(app())).toBe(1);
  });

  it('keeps an admin role without a member once, and never gets it back later', async () => {
    const { orgId } = await app().install(['ann', 'bob']);
    await registered();
    const bob = anEntraPerson('bob');
    await outside(app().store).insert(membership, { userId, orgId, memberId: null }, { orgId, memberId: null });
    await inOrg(app().store, orgId).insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
    const token = await tokenFor(app().deps, { userId, orgId });
    const { code, cookie } = await signInAt(bob, '?purpose=JOIN', asZoe(token));
    const given = session.parse((await exchange(code, cookie, asZoe(token))).data);
    expect(await authenticate(app().deps, given.token)).toMatchObject({ role: 'admin', orgId });
    const { pointer } = await app().memberOf(bob);
    await inOrg(app().store, orgId).touch(orgMember, { memberId: pointer.memberId }, { role: 'user' });
    const again = session.parse((await app().signIn(await app().entra.token(bob))).data);
    expect(await authenticate(app().deps, again.token)).toMatchObject({ role: 'user' });
    expect(await outside(app().store).get(membership, { userId, orgId, memberId: null })).toBeUndefined();
  });

  it('is not linked without a session at the beginning', async () => {
    await app().install(['ann']);
    expect((await begin('?purpose=JOIN')).reply).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' });
    expect((await begin('?purpose=JOIN', asZoe('nonsense'))).reply).toMatchObject({ status: 401 });
  });

  it('is not linked without the same session at the end', async () => {
    await app().install(['ann', 'bob']);
    const token = await registered();
    const other = session.parse((await app().signIn(await app().entra.token(anEntraPerson('bob')))).data).token;
    for (const headers of [{}, asZoe(other), asZoe('nonsense')]) {
      const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token));
      expect(await exchange(code, cookie, headers)).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' });
    }
    const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token));
    await outside(app().store).touch(profile, { userId }, { sessionEpoch: 2 });
    expect(await exchange(code, cookie, asZoe(token))).toMatchObject({ status: 401 });
    expect((await app().memberOf(ann)).pointer.userId).toBeNull();
  });

  it('is not linked to a member who has another account with a password', async () => {
    const { orgId } = await app().install(['ann', 'bob']);
    const { pointer } = await app().memberOf(ann);
    await createAccount(app().deps, {
      ...{ email: 'other@example.test', password: 'correct horse battery', firstName: 'Ann', lastName: 'Lee' },
      ...{ orgId, memberId: pointer.memberId, role: 'user', isConfirmed: true, userId: aUserId('ann') },
    });
    const token = await registered();
    const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token));
    expect(await exchange(code, cookie, asZoe(token))).toMatchObject({
      status: 409,
      errorCode: 'USER_ALREADY_REGISTERED',
    });
    expect((await app().memberOf(ann)).pointer.userId).toBe(aUserId('ann'));
  });

  it('is linked by a second attempt after a fault at any operation', async () => {
    let operations = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await startSignInApp();
        await world.install(['ann']);
        await world.signIn(await world.entra.token(ann));
        const token = await registered(world);
        const actor = await authenticate(world.deps, token);
        const join = async (deps: typeof world.deps): Promise<void> => {
          const { code, cookie } = await signInAt(ann, '?purpose=JOIN', asZoe(token), world);
          const browser = cookie.split('=')[1];
          await exchangeMicrosoftCode(deps, { code }, { browser, actor: () => Promise.resolve(actor) });
        };
        const failing = failingStore(world.store, index, failure);
        await join({ ...world.deps, store: failing.store }).catch(() => undefined);
        isDone = failing.calls() < index;
        operations = Math.max(operations, failing.calls());
        // Between the failed attempt and the next one, the person opens the Teams tab.
        expect(await world.signIn(await world.entra.token(ann))).toMatchObject({ status: 200 });
        await join(world.deps);
        const { pointer, member } = await world.memberOf(ann);
        expect([pointer.userId, member?.userId]).toEqual([userId, userId]);
        expect(await profiles(world)).toBe(1);
        expect((await rowsOf(world.store.admin, 'Org', 'user|')).map((row) => row.values['userId'])).toEqual(
          (await rowsOf(world.store.admin, 'Org', 'user|')).map(() => userId),
        );
        await world.close();
      }
    expect(operations).toBeGreaterThan(15);
  });
});
