import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import type { LoginDeps } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId, anOrgId, aUserId } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { asSession } from './signInSessionAndToken.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Creates Ann, an admin, and Bob in one organisation, both with passwords. A test can create several instances that
// share a store and a clock.

export const passwordOf = (name: string): string => `${name} likes quartz and kettles`;
export const emailOf = (name: string): string => `${name}@example.test`;
export const home = { address: '192.0.2.1' };
/** Returns a different network address for each index, as the computers of a botnet have. */
export const elsewhere = (at: number) => ({ address: `198.51.${Math.floor(at / 250)}.${at % 250}` });

const anInstance = (store: TableStore, clock: FakeClock) => ({
  ...testDeps(store, clock),
  // Each process has a rate limiter of its own, so each instance has one too.
  limiter: createLimiter({ store, clock, addressLimiter: null }),
});

export const sessionWorld = async (people: readonly string[] = ['ann', 'bob']) => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const deps = anInstance(store, clock);
  await seedTeam(store, { people });
  for (const name of people)
    await createAccount(deps, {
      email: emailOf(name),
      password: passwordOf(name),
      firstName: name,
      lastName: 'Lee',
      orgId: anOrgId(),
      memberId: aMemberId(name),
      role: 'user',
      isConfirmed: true,
      userId: aUserId(name),
    });
  return {
    store,
    clock,
    deps,
    /** Creates the dependencies of another server process on the same store. */
    other: (on: TableStore = store) => ({ ...anInstance(on, clock), newId: deps.newId }),
    signIn: async (name: string, origin = home, on: LoginDeps = deps): Promise<Session> =>
      asSession(await login(on, { email: emailOf(name), password: passwordOf(name) }, origin)),
    isIn: async (token: string): Promise<boolean> => (await authenticate(deps, token)) !== undefined,
  };
};
