import * as argon2 from '@node-rs/argon2';
import { userDetails } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { aMemberId, aPayment, aTeamId, aUserId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { credentials, login, password, setUpAccount } from '../../support/worlds/accountWithPassword.ts';

describe('login', () => {
  it('returns a token, the member and the organisation', async () => {
    const { deps } = await setUpAccount();
    const session = await login(deps, credentials);
    expect(session).toMatchObject({ warnings: [], memberId: aMemberId('ann'), orgId: anOrgId() });
    expect(await authenticate(deps, session.token)).toEqual({
      orgId: anOrgId(),
      userId: aUserId('ann'),
      memberId: aMemberId('ann'),
      name: 'Ann',
      role: 'admin',
      teamIds: [aTeamId()],
      locale: 'en',
      signIn: {
        familyId: expect.any(String) as string,
        method: 'PASSWORD',
        hasSecondFactor: false,
        epoch: 1,
        confinedTo: null,
        identity: null,
        at: deps.clock.now(),
      },
    });
  });

  it.each([
    ['an unknown address', { email: 'nobody@example.test', password }],
    ['a wrong password', { ...credentials, password: `${password}!` }],
    ['a password with the case changed', { ...credentials, password: password.toUpperCase() }],
  ])('gives the same reply for %s', async (_what, wrong) => {
    const { deps } = await setUpAccount();
    await expect(login(deps, wrong)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', details: {} });
  });

  it('costs the same reads for an unknown address as for a known one', async () => {
    const { deps, store } = await setUpAccount();
    const reads = async (email: string): Promise<number> => {
      const counted = failingStore(store, Number.MAX_SAFE_INTEGER, 'before');
      await login({ ...deps, store: counted.store }, { email, password: 'wrong' }).catch(() => undefined);
      return counted.calls();
    };
    expect(await reads('nobody@example.test')).toBe(await reads('ann@example.test'));
  });

  it('stores passwords as argon2id with the configured cost', async () => {
    // The setup of all tests (lowCostPasswordHashing.ts) lowers the cost of hashing, so this test restores the real function.
    const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
    const hash = jest.spyOn(argon2, 'hash').mockImplementation(real.hash);
    const { store } = await setUpAccount();
    hash.mockRestore();
    const [row] = await rowsOf(store.admin, 'Accounts', 'pw');
    expect(row?.values['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await real.verify(String(row?.values['hash']), password)).toBe(true);
  });

  it('reports an unconfirmed address only to a caller who knows the password', async () => {
    const { deps } = await setUpAccount({ isConfirmed: false });
    await expect(login(deps, credentials)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await expect(login(deps, { ...credentials, password: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('warns an admin after the trial until a payment method is stored', async () => {
    const { deps, store, clock } = await setUpAccount();
    await inOrg(store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { role: 'admin' });
    clock.set('2026-12-20T07:59:59Z');
    expect((await login(deps, credentials)).warnings).toEqual([]);
    clock.set('2026-12-20T08:00:00Z');
    expect((await login(deps, credentials)).warnings).toEqual(['ORG_TRIAL_ENDED']);
    expect((await login({ ...deps, isBillingEnabled: false }, credentials)).warnings).toEqual([]);
    await inOrg(store, anOrgId()).insert(payment, undefined, aPayment());
    expect((await login(deps, credentials)).warnings).toEqual([]);
  });

  it('does not warn a member, who cannot add a payment method', async () => {
    const { deps, store, clock } = await setUpAccount();
    await inOrg(store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { role: 'user' });
    clock.set('2026-12-20T08:00:00Z');
    expect((await login(deps, credentials)).warnings).toEqual([]);
  });

  it('opens the organisation used last, or an active one if that is gone', async () => {
    const { deps, store } = await setUpAccount();
    const { orgId: other } = await seedOrg(store, { org: 'fabrikam' });
    const userId = aUserId('ann');
    await outside(store).insert(membership, { userId, orgId: other, memberId: null }, { orgId: other, memberId: null });
    await inOrg(store, other).insert(orgUser, { userId }, { userId, memberId: null, role: 'user' });
    await outside(store).touch(profile, { userId }, { lastOrgId: other });
    expect(await login(deps, credentials)).toMatchObject({ orgId: other, memberId: null });
    await inOrg(store, other).touch(org, undefined, { state: 'DELETING' });
    expect(await login(deps, credentials)).toMatchObject({ orgId: anOrgId() });
    await inOrg(store, anOrgId()).touch(org, undefined, { state: 'DEACTIVATED' });
    expect(await login(deps, credentials)).toMatchObject({ orgId: anOrgId() });
    await inOrg(store, anOrgId()).touch(org, undefined, { state: 'DELETED' });
    await expect(login(deps, credentials)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { message: 'account.noOrganisation' },
    });
  });
});

describe('the account of the caller', () => {
  it('is returned with role and organisation', async () => {
    const { deps } = await setUpAccount();
    const actor = await authenticate(deps, (await login(deps, credentials)).token);
    if (actor === undefined) throw new Error('signed in');
    expect(await userDetails(deps, actor)).toEqual({
      id: aUserId('ann'),
      browserTimezone: null,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.test',
      role: 'admin',
      orgId: anOrgId(),
      memberId: aMemberId('ann'),
      orgName: 'Contoso',
      enableBilling: true,
      billing: { state: 'TRIAL', daysLeft: 30, trialEndsAt: '2026-12-20T08:00:00.000Z', readOnlyFrom: null },
      overdueInvoice: null,
      orgPause: null,
      isSwitchedOff: false,
      linkPatterns: [],
      hasSecondFactor: false,
      hasPassword: true,
    });
  });

  it('is missing for a person who is known only from the chat', async () => {
    const { deps } = await setUpAccount();
    await expect(userDetails(deps, anActor('bob'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
