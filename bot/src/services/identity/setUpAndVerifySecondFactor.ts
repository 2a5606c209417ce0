import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import {
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { totp as totpKind } from '../../store/kinds/identity/secondFactor.ts';
import { provePassword } from './passwordLoginAndUserDetails.ts';
import type { LoginDeps, Origin } from './passwordLoginAndUserDetails.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import { notifyAccountOwner } from './notifyAccountOwner.ts';
import type { AccessChange } from './notifyAccountOwner.ts';
import type { Actor } from '../core/actor.ts';
import { checkSecondFactorCode } from './checkSecondFactorCode.ts';
import type { SecondFactor } from './checkSecondFactorCode.ts';
import { changeTokenFamily } from './refreshTokens.ts';
import { chooseSignInOrganisation } from './signInOrganisationAndAdmission.ts';
import type { Profile } from './signInOrganisationAndAdmission.ts';
import { rememberNetwork } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import { identityKey, isJoinedIdentity } from './microsoftIdentities.ts';
import { openSession } from './openSession.ts';
import { encryptSecret } from './secretEncryption.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { newRecoveryCodes, recoveryHash } from './recoveryCodes.ts';
import { newTotpSecret, displayedSecret } from './totpCodes.ts';
import { verifyChallenge } from './accessAndChallengeTokens.ts';
import { nameOf } from './accountProfilesAndMembers.ts';
import { requireOwnReach } from './requireAccountWithinSession.ts';
import type { ChallengeClaims } from './accessAndChallengeTokens.ts';

/**
 * The caller of a second-factor call: a signed-in person, or a person with a challenge token from the first step of the
 * sign-in.
 */
export interface FactorAsker extends Origin {
  readonly actor: () => Promise<Actor | undefined>;
}

const profileOf = async ({ store }: Pick<LoginDeps, 'store'>, userId: UserId): Promise<Profile> => {
  const row = await outside(store).get(profileKind, { userId });
  if (row === undefined) throw new AppError('UNAUTHENTICATED');
  return row.value;
};

/**
 * Returns the owner of a challenge token. Throws UNAUTHENTICATED if the token is invalid, or if all sessions of the
 * account were ended after it was issued.
 */
const challenged = async (
  deps: LoginDeps,
  token: string,
  use: ChallengeClaims['use'],
): Promise<{ readonly profile: Profile; readonly identity: ChallengeClaims['identity'] }> => {
  const content = await verifyChallenge(deps, token);
  if (content?.use !== use) throw new AppError('UNAUTHENTICATED');
  const profile = await profileOf(deps, content.sub);
  if (profile.sessionEpoch !== content.epoch) throw new AppError('UNAUTHENTICATED');
  const { identity } = content;
  // The owner may have removed the Microsoft account after the challenge was issued, so it is checked again whether it
  // is still joined.
  if (identity !== undefined && !(await isJoinedIdentity(deps, identity, content.sub)))
    throw new AppError('UNAUTHENTICATED');
  return { profile, identity };
};

const signedIn = async (asker: FactorAsker): Promise<Actor & { readonly userId: UserId }> => {
  const actor = await asker.actor();
  if (actor?.userId == null) throw new AppError('UNAUTHENTICATED');
  return { ...actor, userId: actor.userId };
};

const requirePassword = async (
  deps: LoginDeps,
  userId: UserId,
  password: string | undefined,
  origin: Origin,
): Promise<void> => {
  if ((await outside(deps.store).get(passwordKind, { userId })) === undefined)
    throw new AppError('FORBIDDEN', { message: 'secondFactor.noPassword' });
  if (password === undefined) throw new AppError('INVALID_INPUT', { message: 'account.passwordMissing' });
  if (!(await provePassword(deps, userId, password, origin)))
    throw new AppError('INVALID_INPUT', { message: 'secondFactor.passwordWrong' });
};

/**
 * Returns a new secret for an authenticator app. Sign-ins need no code until the person has confirmed the secret with a
 * first code.
 */
export const beginSecondFactor = async (
  deps: LoginDeps,
  { password, challenge }: { readonly password?: string | undefined; readonly challenge?: string | undefined },
  asker: FactorAsker,
): Promise<{ secret: string; uri: string }> => {
  let profile: Profile;
  if (challenge === undefined) {
    const actor = await signedIn(asker);
    await requireOwnReach(deps, actor);
    const { userId } = actor;
    await requirePassword(deps, userId, password, asker);
    profile = await profileOf(deps, userId);
  } else ({ profile } = await challenged(deps, challenge, 'SET_UP'));
  const { userId, email } = profile;
  const records = outside(deps.store);
  const existing = await records.get(totpKind, { userId });
  if (existing?.value.state === 'ON') throw new AppError('CONFLICT', { message: 'secondFactor.already' });
  const secret = newTotpSecret();
  const row: SecondFactor = {
    state: 'PENDING',
    sealed: encryptSecret(deps.sessionKeys.seal, secret, userId),
    lastStep: 0,
    recovery: [],
    changedAt: toInstant(deps.clock.now()),
  };
  if (existing === undefined) await records.insert(totpKind, { userId }, row);
  else await records.replace(totpKind, { userId }, row, existing.etag);
  return displayedSecret(secret, email);
};

const enter = async (
  deps: LoginDeps,
  profile: Profile,
  { address }: Origin,
  identity?: ChallengeClaims['identity'],
): Promise<Session> => {
  const method = identity === undefined ? 'PASSWORD' : 'MICROSOFT';
  const key = identity === undefined ? null : identityKey(identity);
  const way = { method, hasSecondFactor: true, confinedTo: null, identity: key } as const;
  const admission = await chooseSignInOrganisation(deps.store, profile, way);
  if (admission.decision !== 'ALLOWED') throw new AppError('UNAUTHENTICATED');
  await rememberNetwork(deps, profile.userId, address);
  return openSession(deps, profile, admission.membership, way);
};

/** Informs the owner of the change by email, and logs it in all organisations of the owner. */
const noteChange = async (
  deps: LoginDeps,
  profile: Profile,
  change: Extract<AccessChange, 'FACTOR_ON' | 'FACTOR_OFF'>,
): Promise<void> => {
  await notifyAccountOwner(deps, profile, change);
  const name = nameOf(profile);
  const message = change === 'FACTOR_ON' ? 'activity.factorOn' : 'activity.factorOff';
  await logAccountChange(deps, { userId: profile.userId, nameIn: () => name }, { message, values: { name } });
};

/**
 * Turns the second factor on after a right code. Returns the recovery codes. No later call can return them, because the
 * store contains only their hashes.
 */
export const confirmSecondFactor = async (
  deps: LoginDeps,
  { code, challenge }: { readonly code: string; readonly challenge?: string | undefined },
  asker: FactorAsker,
): Promise<{ recoveryCodes: string[]; session: Session | null }> => {
  const actor = challenge === undefined ? await signedIn(asker) : undefined;
  if (actor !== undefined) await requireOwnReach(deps, actor);
  const profile = await (challenge === undefined
    ? signedIn(asker).then(({ userId }) => profileOf(deps, userId))
    : challenged(deps, challenge, 'SET_UP').then((match) => match.profile));
  const pending = await outside(deps.store).get(totpKind, { userId: profile.userId });
  if (pending?.value.state !== 'PENDING') throw new AppError('CONFLICT', { message: 'secondFactor.notBegun' });
  const recoveryCodes = newRecoveryCodes();
  const turnedOn = {
    state: 'ON',
    recovery: recoveryCodes.map(recoveryHash),
    changedAt: toInstant(deps.clock.now()),
  } as const;
  // The error for a wrong code does not mention recovery codes, because the person has none yet.
  const guess = { code, state: 'PENDING', change: turnedOn, wrong: 'secondFactor.firstCodeWrong' } as const;
  await checkSecondFactorCode(deps, { userId: profile.userId, address: asker.address }, guess);
  await noteChange(deps, profile, 'FACTOR_ON');
  if (actor === undefined) return { recoveryCodes, session: await enter(deps, profile, asker) };
  if (actor.signIn !== undefined) {
    const { familyId } = actor.signIn;
    await changeTokenFamily(deps, { userId: actor.userId, familyId }, { hasSecondFactor: true });
  }
  return { recoveryCodes, session: null };
};

/**
 * Exchanges a challenge token and a code (of the app, or a recovery code) for a session. Throws UNAUTHENTICATED if the
 * token is no longer valid, FORBIDDEN if no organisation admits the person, and the errors of `checkSecondFactorCode`.
 */
export const verifySecondFactor = async (
  deps: LoginDeps,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  origin: Origin,
): Promise<Session> => {
  const { profile, identity } = await challenged(deps, challenge, 'VERIFY');
  await checkSecondFactorCode(deps, { userId: profile.userId, ...origin }, { code, state: 'ON' });
  return enter(deps, profile, origin, identity);
};

/**
 * Turns the second factor off. The caller must prove the password and a code. Throws FORBIDDEN if the organisation
 * requires a second factor.
 */
export const disableSecondFactor = async (
  deps: LoginDeps,
  actor: Actor,
  { password, code }: { readonly password: string; readonly code: string },
  origin: Origin,
): Promise<true> => {
  const { userId, orgId } = actor;
  if (userId === null) throw new AppError('NOT_FOUND');
  await requireOwnReach(deps, actor);
  const organisation = await findActiveOrganisation(inOrg(deps.store, orgId));
  if (organisation?.requireSecondFactor !== false)
    throw new AppError('FORBIDDEN', { message: 'secondFactor.required' });
  await requirePassword(deps, userId, password, origin);
  await checkSecondFactorCode(deps, { userId, ...origin }, { code, state: 'ON' });
  await noteChange(deps, await profileOf(deps, userId), 'FACTOR_OFF');
  const row = await outside(deps.store).get(totpKind, { userId });
  if (row !== undefined) await outside(deps.store).delete(totpKind, { userId }, row.etag);
  return true;
};
