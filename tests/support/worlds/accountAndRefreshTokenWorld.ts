import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { refreshTokenOf, startTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import type { NewRefreshTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import { signAccess } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { tokenFamily } from '../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anInstant, anOrgId, aUserId } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { anActor, seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Writes Ann's account as rows, so that session tests do not spend time on hashing a password.

const stores: SqliteStore[] = [];
export const closeAccountWorlds = async (): Promise<void> => {
  for (const store of stores.splice(0)) await store.close();
};

export const createAccountWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T08:00:00Z');
  const deps = testDeps(store, clock);
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'] });
  const userId = aUserId('ann');
  const memberId = aMemberId('ann');
  const records = inOrg(store, orgId);
  const account: ValueOf<typeof profile> = {
    ...{ userId, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: null, photoUrl: null },
    ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: orgId, locale: null },
    createdOn: anInstant('2026-11-01T08:00:00Z'),
  };
  await outside(store).insert(profile, { userId }, account);
  await records.insert(orgUser, { userId }, { userId, memberId, role: 'user' });
  await records.touch(orgMember, { memberId }, { userId });
  await outside(store).insert(membership, { userId, orgId, memberId }, { orgId, memberId });
  const way: Omit<NewRefreshTokenFamily, 'account'> = {
    ...{ orgId, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null, identity: null },
  };
  const signIn = (change: Partial<NewRefreshTokenFamily> = {}) =>
    startTokenFamily(deps, { account, ...way, ...change });
  return {
    ...{ store, clock, deps, orgId, teamId, userId, memberId, records, account, signIn },
    change: (fields: Partial<ValueOf<typeof profile>>) => outside(store).touch(profile, { userId }, fields),
    tokenOf: (fam: string, org: OrgId = orgId, epoch = 1) => signAccess(deps, { sub: userId, org, epoch, fam }),
    /** Adds the person to a second organisation, in which the person is not a member of a team. */
    joinFabrikam: async () => {
      const fabrikam = anOrgId('fabrikam');
      await seedTeam(store, { org: 'fabrikam', team: 'mars', people: ['zoe'] });
      await inOrg(store, fabrikam).insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
      await outside(store).insert(
        membership,
        { userId, orgId: fabrikam, memberId: null },
        { orgId: fabrikam, memberId: null },
      );
      return fabrikam;
    },
  };
};

/** Signs Ann in by a refresh-token family, and reads what the session and the account become. */
export const createSignedInWorld = async (change: Partial<NewRefreshTokenFamily> = {}) => {
  const world = await createAccountWorld();
  const family = await world.signIn(change);
  const refreshtoken = refreshTokenOf(world.deps.sessionKeys, family);
  const { userId, store } = world;
  const { familyId } = family;
  return {
    ...{ ...world, family, refreshtoken },
    actor: {
      ...anActor('ann'),
      userId,
      signIn: { ...family, identity: family.identity ?? null, at: world.clock.now() },
    },
    row: async () => (await outside(store).get(tokenFamily, { userId, familyId }))?.value,
    lastOrg: async () => (await outside(store).get(profile, { userId }))?.value.lastOrgId,
    refuse: async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (refused: unknown) => refused as AppError,
      );
      return [error?.code, error?.details.message];
    },
  };
};
