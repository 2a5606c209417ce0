import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, aUserId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { anAccount, credentials, login, setUpAccount } from '../../support/worlds/accountWithPassword.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

describe('a new account', () => {
  it('is created once per address, also by 20 parallel calls', async () => {
    const { deps, store } = await setUpAccount();
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        createAccount(deps, anAccount({ email: 'cy@example.test', memberId: null, userId: aUserId(`cy ${index}`) })),
      ),
    );
    expect(countOutcomes(created)).toEqual({ done: 1, EMAIL_EXISTS: 19 });
    expect((await rowsOf(store.admin, 'Accounts', 'pw')).length).toBe(2);
  });

  it('replaces a registration that stayed unconfirmed for 24 hours, and none earlier', async () => {
    const { deps, clock } = await setUpAccount({ isConfirmed: false });
    const next = anAccount({ memberId: null, userId: aUserId('next') });
    clock.advance({ minutes: 24 * 60, ms: -1 });
    await expect(createAccount(deps, next)).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    clock.advance({ ms: 1 });
    expect(await createAccount(deps, next)).toBe(aUserId('next'));
  });

  it('a new account never replaces a confirmed account', async () => {
    const { deps, clock } = await setUpAccount();
    clock.advance({ minutes: 48 * 60 });
    await expect(createAccount(deps, anAccount({ userId: aUserId('next') }))).rejects.toMatchObject({
      code: 'EMAIL_EXISTS',
    });
  });

  it('is linked to its member and to the sign-in from Teams; a member has only one account', async () => {
    const { deps, store, tid } = await setUpAccount();
    expect((await inOrg(store, anOrgId()).get(orgMember, { memberId: aMemberId('ann') }))?.value.userId).toBe(
      aUserId('ann'),
    );
    expect((await outside(store).get(teamsUser, { tid, oid: oidOf('ann') }))?.value.userId).toBe(aUserId('ann'));
    const second = anAccount({ email: 'ann2@example.test', userId: aUserId('ann2') });
    await expect(createAccount(deps, second)).rejects.toMatchObject({ code: 'USER_ALREADY_REGISTERED' });
  });

  it('finds members of its own organisation only', async () => {
    const { deps, store } = await setUpAccount();
    await seedTeam(store, { org: 'fabrikam', team: 'other', people: ['zoe'] });
    const foreign = anAccount({ email: 'z@example.test', userId: aUserId('z'), memberId: aMemberId('zoe') });
    await expect(createAccount(deps, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is completed by a repeated call after a fault at any operation, and a third call changes nothing', async () => {
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const store = openSqliteStore({ file: ':memory:' });
        await seedTeam(store);
        const deps = testDeps(store);
        const failing = failingStore(store, index, failure);
        await createAccount({ ...deps, store: failing.store }, anAccount()).catch(() => undefined);
        isDone = failing.calls() < index;
        await createAccount(deps, anAccount());
        expect(await login(deps, credentials)).toMatchObject({ memberId: aMemberId('ann') });
        expect((await outside(store).get(emailGuard, { email: credentials.email }))?.value.state).toBe('CONFIRMED');
        const before = await everything(store.admin);
        await createAccount(deps, anAccount());
        expect(await everything(store.admin)).toEqual(before);
        await store.close();
      }
  });
});
