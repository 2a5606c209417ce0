import { saveSettings } from '../../../bot/src/services/organisations/listAndChangeOrganisations.ts';
import { setRole } from '../../../bot/src/services/people/setRole.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { hasMicrosoftAdmin } from '../../../bot/src/services/tenancy/lastAdminGuardAndRoles.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { goodPassword } from '../../support/worlds/registrationWorldAndFakeMail.ts';

/** Creates an organisation with two admins: Bob signs in with Microsoft, Gus only with a password. */
const setUp = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const deps = { ...testDeps(store), entra: {} };
  const { orgId } = await seedTeam(store, { people: ['bob', 'eve'], admins: ['bob'] });
  const person = { email: 'gus@example.test', password: goodPassword, firstName: 'Gus', lastName: 'Lee' };
  const place = { orgId, memberId: null, role: 'admin' as const, isConfirmed: true };
  const userId = await createAccount(deps, { ...person, ...place });
  return { store, deps, orgId, gus: { ...anActor('gus', { role: 'admin', teams: [] }), userId, memberId: null } };
};

it('an organisation that accepts only Microsoft sign-in keeps an admin who can sign in, whatever two admins do at once', async () => {
  const locked: number[] = [];
  const done = { removals: 0, switches: 0 };
  for (let call = 1, isDone = false; !isDone; call += 1) {
    const { store, deps, orgId, gus } = await setUp();
    const hooked = createHookedStore(store);
    hooked.before(call, async () => {
      await setRole(deps, gus, { memberId: aMemberId('bob'), role: 'user' }).then(
        () => (done.removals += 1),
        () => undefined,
      );
    });
    await saveSettings({ ...deps, store: hooked }, gus, { microsoftOnly: true }).then(
      () => (done.switches += 1),
      () => undefined,
    );
    isDone = hooked.calls() < call;
    const records = inOrg(store, orgId);
    const isMicrosoftOnly = (await records.get(org, undefined))?.value.microsoftOnly;
    if (isMicrosoftOnly === true && !(await hasMicrosoftAdmin(deps, records))) locked.push(call);
    await store.close();
  }
  // Both changes succeed in some orders; each of them prevents the other.
  expect(done.removals).toBeGreaterThan(2);
  expect(done.switches).toBeGreaterThan(0);
  expect(locked).toEqual([]);
});
