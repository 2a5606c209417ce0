import { login as signIn } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import type { LoginDeps } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import type { NewAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, aUserId, anOrgId } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { asSession } from './signInSessionAndToken.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Creates Ann's account, which has a password, and signs her in.

export const password = 'correct horse battery';
export const credentials = { email: 'ann@example.test', password };

export const anAccount = (change: Partial<NewAccount> = {}): NewAccount => ({
  ...credentials,
  firstName: 'Ann',
  lastName: 'Lee',
  orgId: anOrgId(),
  memberId: aMemberId('ann'),
  role: 'user',
  isConfirmed: true,
  userId: aUserId('ann'),
  ...change,
});

export const setUpAccount = async (change: Partial<NewAccount> = {}) => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const deps = testDeps(store, clock);
  const seeded = await seedTeam(store);
  await createAccount(deps, anAccount(change));
  return { store, clock, deps, ...seeded };
};

export const login = async (deps: LoginDeps, sent: { email: string; password: string }) =>
  asSession(await signIn(deps, sent, { address: '192.0.2.1' }));
