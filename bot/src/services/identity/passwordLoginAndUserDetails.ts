import type { Challenge, Session, UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import {
  emailGuard,
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { knownNetworks } from '../../store/kinds/identity/knownNetworks.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { chooseSignInOrganisation } from './signInOrganisationAndAdmission.ts';
import type { Profile } from './signInOrganisationAndAdmission.ts';
import { recordSignInAttempt, rememberNetwork } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import type { AttemptDeps } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import { openSession } from './openSession.ts';
import type { OpenDeps } from './openSession.ts';
import { isPassword } from './passwordHashing.ts';
import type { SessionDeps } from './authenticateRequestAndRequireProof.ts';
import { overdueInvoiceFor } from '../tenancy/overdueInvoice.ts';
import { billingStatus, orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { isDisabledInAllTeams, findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { signChallenge } from './accessAndChallengeTokens.ts';

export interface LoginDeps extends SessionDeps, OpenDeps, AttemptDeps {
  /** True if replies must not reveal which addresses have accounts (setting ACCOUNT_ENUMERATION_SAFE). */
  readonly hidesAccounts: boolean;
}

export interface Origin {
  /** IP address as the installation's own proxies report it, because a client can forge the header. */
  readonly address: string;
}

// An id that no account has. For an unknown email address, the account with this id is read, so that it costs as many
// reads as a known address.
const absentUserId = userIdSchema.parse('00000000000000000000000000');

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
  return accountOf(store, guard?.value.userId ?? absentUserId);
};

/** Called after the right password: opens a session, or returns the challenge for the second factor. */
const afterPassword = async (
  deps: LoginDeps,
  profile: Profile,
  hasSecondFactor: boolean,
): Promise<Session | Challenge> => {
  const claims = { sub: profile.userId, epoch: profile.sessionEpoch };
  if (hasSecondFactor) return { challenge: await signChallenge(deps, { ...claims, use: 'VERIFY' }), mustSetUp: false };
  const way = { method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
  const admission = await chooseSignInOrganisation(deps.store, profile, way);
  if (admission.decision === 'SECOND_FACTOR_MISSING')
    return { challenge: await signChallenge(deps, { ...claims, use: 'SET_UP' }), mustSetUp: true };
  return openSession(deps, profile, admission.membership, way);
};

const signInFailed = ({ hidesAccounts }: LoginDeps): AppError =>
  new AppError('INVALID_CREDENTIALS', hidesAccounts ? { message: 'http.signInFailed' } : {});

/**
 * Signs in with email and password. Throws INVALID_CREDENTIALS for an unknown address, a wrong password, and too many
 * failed tries. If `hidesAccounts` is true, also for an unconfirmed account: otherwise a stranger could register an
 * address and sign in to learn whether the address was free.
 */
export const login = async (
  deps: LoginDeps,
  { email, password }: { readonly email: string; readonly password: string },
  { address }: Origin,
): Promise<Session | Challenge> => {
  const taken = await deps.limiter.take('login', address);
  const { profile, hash, known, hasSecondFactor } = await accountAt(deps.store, email);
  const isConfirmed = profile?.isConfirmed === true;
  // For an unconfirmed account, tries are counted by its address instead of its id, so that registering the address
  // again does not reset the count.
  const account = isConfirmed ? profile.userId : email;
  const verifiedProfile = await recordSignInAttempt(deps, { account, address, known }, async (attempt) => {
    const isRight = await isPassword(hash, password);
    const isHidden = deps.hidesAccounts && !isConfirmed;
    if (!isRight || attempt === undefined || profile === undefined || isHidden) throw signInFailed(deps);
    // With a second factor the sign-in is not complete yet. The try stays counted, which also limits the guesses of
    // codes.
    if (!hasSecondFactor) await attempt.succeed();
    return profile;
  });
  await taken.giveBack();
  if (!verifiedProfile.isConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED');
  const answer = await afterPassword(deps, verifiedProfile, hasSecondFactor);
  if ('token' in answer) await rememberNetwork(deps, verifiedProfile.userId, address);
  return answer;
};

/**
 * True if this is the password of the account, whose owner is already signed in. A wrong password counts towards the
 * limit of failed sign-ins.
 */
export const provePassword = async (
  deps: AttemptDeps,
  userId: UserId,
  password: string,
  { address }: Origin,
): Promise<boolean> => {
  const { profile, hash, known } = await accountOf(deps.store, userId);
  if (profile === undefined) return false;
  return recordSignInAttempt(deps, { account: userId, address, known }, async (attempt) => {
    const isRight = (await isPassword(hash, password)) && attempt !== undefined;
    if (isRight) await attempt.succeed();
    return isRight;
  });
};

/**
 * Returns the zone that the caller's browser reported last; null if it has reported none. Undefined if the caller's
 * zone does not follow the browser, so the browser need not report it.
 */
const browserZoneOf = async (
  { store }: Pick<LoginDeps, 'store'>,
  { orgId, memberId, role, teamIds: [teamId] }: Actor,
): Promise<UserDetails['browserTimezone']> => {
  // A superadmin does not act as a member, so the server would refuse the zone that the browser reports.
  if (memberId === null || teamId === undefined || role === 'superadmin') return undefined;
  const row = (await inOrg(store, orgId).get(teamMember, { teamId, memberId }))?.value;
  return row === undefined || row.timezoneFrom === 'PERSON' ? undefined : (row.browserZone ?? null);
};

/**
 * Returns the caller's own account. Throws NOT_FOUND if the caller has no account or the organisation is not active.
 */
export const userDetails = async (deps: Pick<LoginDeps, 'store'> & PayingDeps, actor: Actor): Promise<UserDetails> => {
  // A person who uses only the chat has no account to return.
  if (actor.userId === null) throw new AppError('NOT_FOUND');
  const { userId } = actor;
  const [row, factor, kept, organisation] = await Promise.all([
    outside(deps.store).get(profileKind, { userId }),
    outside(deps.store).get(totp, { userId }),
    outside(deps.store).get(passwordKind, { userId }),
    findActiveOrganisation(inOrg(deps.store, actor.orgId)),
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
    billing: await billingStatus(deps, organisation),
    overdueInvoice: await overdueInvoiceFor(deps, actor),
    orgPause: await orgPauseOf(deps, inOrg(deps.store, actor.orgId)),
    isSwitchedOff: await isDisabledInAllTeams(inOrg(deps.store, actor.orgId), actor),
    hasSecondFactor: factor?.value.state === 'ON',
    hasPassword: kept !== undefined,
    linkPatterns: organisation.linkPatterns ?? [],
    browserTimezone: await browserZoneOf(deps, actor),
  };
};
