import type { Challenge, Session, UserDetails } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { UserId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import { emailGuard, password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { knownNetworks, totp } from '../store/kinds/sessions.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { destinationOf } from './homes.ts';
import type { Profile } from './homes.ts';
import { attemptAt, rememberNetwork } from './loginLimits.ts';
import type { AttemptDeps } from './loginLimits.ts';
import { openSession } from './openSession.ts';
import type { OpenDeps } from './openSession.ts';
import { isPassword } from './passwords.ts';
import type { SessionDeps } from './sessions.ts';
import { billingStanding } from './paying.ts';
import type { PayingDeps } from './paying.ts';
import { livingOrg } from './standing.ts';
import { signChallenge } from './tokens.ts';

export interface LoginDeps extends SessionDeps, OpenDeps, AttemptDeps {}

/** Where a call comes from. */
export interface Origin {
  /** Of the caller, as far as our own proxies vouch for it. */
  readonly address: string;
}

// Read when the address is unknown, so that an unknown one costs the same reads as a known one.
const nobody = userIdSchema.parse('00000000000000000000000000');

const accountOf = async (store: Deps['store'], userId: UserId) => {
  const records = outside(store);
  const [profile, password, networks, factor] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(passwordKind, { userId }),
    records.get(knownNetworks, { userId }),
    records.get(totp, { userId }),
  ]);
  return {
    profile: profile?.value,
    hash: password?.value.hash,
    known: networks?.value,
    hasSecondFactor: factor?.value.state === 'ON',
  };
};

const accountAt = async (store: Deps['store'], email: string) => {
  const guard = await outside(store).get(emailGuard, { email });
  return accountOf(store, guard?.value.userId ?? nobody);
};

/** Where the right password leads: in, or to the second factor. */
const afterPassword = async (
  deps: LoginDeps,
  profile: Profile,
  hasSecondFactor: boolean,
): Promise<Session | Challenge> => {
  const claims = { sub: profile.userId, epoch: profile.sessionEpoch };
  if (hasSecondFactor) return { challenge: await signChallenge(deps, { ...claims, use: 'VERIFY' }), mustSetUp: false };
  const way = { method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
  const destination = await destinationOf(deps.store, profile, way);
  if (destination.welcome === 'SECOND_FACTOR_MISSING')
    return { challenge: await signChallenge(deps, { ...claims, use: 'SET_UP' }), mustSetUp: true };
  return openSession(deps, profile, destination.home, way);
};

/**
 * Signs in with e-mail and password. INVALID_CREDENTIALS says the same of an unknown address, of a wrong password and of an account
 * that is limited; EMAIL_NOT_CONFIRMED and whatever else is wrong is said only to who knows the password.
 */
export const login = async (
  deps: LoginDeps,
  { email, password }: { readonly email: string; readonly password: string },
  { address }: Origin,
): Promise<Session | Challenge> => {
  const taken = await deps.limiter.take('login', address);
  const { profile, hash, known, hasSecondFactor } = await accountAt(deps.store, email);
  const proven = await attemptAt(deps, { account: profile?.userId ?? email, address, known }, async (attempt) => {
    const isRight = await isPassword(hash, password);
    if (!isRight || attempt === undefined || profile === undefined) throw new AppError('INVALID_CREDENTIALS');
    // With a second factor the sign-in is not over: until then the try stays counted, so that codes cannot be tried for ever.
    if (!hasSecondFactor) await attempt.succeed();
    return profile;
  });
  await taken.giveBack();
  if (!proven.isConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED');
  const answer = await afterPassword(deps, proven, hasSecondFactor);
  if ('token' in answer) await rememberNetwork(deps, proven.userId, address);
  return answer;
};

/** Whether this is the password of a person who is signed in: tries count as those of signing in do. */
export const provePassword = async (
  deps: AttemptDeps,
  userId: UserId,
  password: string,
  { address }: Origin,
): Promise<boolean> => {
  const { profile, hash, known } = await accountOf(deps.store, userId);
  if (profile === undefined) return false;
  return attemptAt(deps, { account: userId, address, known }, async (attempt) => {
    const isRight = (await isPassword(hash, password)) && attempt !== undefined;
    if (isRight) await attempt.succeed();
    return isRight;
  });
};

/** The caller's own account. */
export const userDetails = async (deps: Pick<LoginDeps, 'store'> & PayingDeps, actor: Actor): Promise<UserDetails> => {
  // Somebody known from the chat alone has no account to show.
  if (actor.userId === null) throw new AppError('NOT_FOUND');
  const { userId } = actor;
  const [row, factor, kept, organisation] = await Promise.all([
    outside(deps.store).get(profileKind, { userId }),
    outside(deps.store).get(totp, { userId }),
    outside(deps.store).get(passwordKind, { userId }),
    livingOrg(inOrg(deps.store, actor.orgId)),
  ]);
  const account = row?.value;
  if (account === undefined || organisation === undefined) throw new AppError('NOT_FOUND');
  return {
    id: account.userId,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    role: actor.role,
    orgId: actor.orgId,
    memberId: actor.memberId,
    orgName: organisation.name,
    enableBilling: deps.isBillingEnabled,
    billing: await billingStanding(deps, organisation),
    hasSecondFactor: factor?.value.state === 'ON',
    hasPassword: kept !== undefined,
  };
};
