import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Entra } from '../../gateways/entraPort.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import type { LoginDeps, Origin } from './passwordLoginAndUserDetails.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import {
  changeTokenFamily,
  endTokenFamily,
  findActiveFamily,
  readRefreshToken,
  rotateRefreshToken,
} from './refreshTokens.ts';
import type { RefreshTokenDeps } from './refreshTokens.ts';
import {
  chooseSignInOrganisation,
  findMembership,
  sessionWarnings,
  decideAdmission,
} from './signInOrganisationAndAdmission.ts';
import type { Profile } from './signInOrganisationAndAdmission.ts';
import { sessionOf } from './openSession.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { signAccess } from './accessAndChallengeTokens.ts';

const profileOf = async ({ store }: Pick<Deps, 'store'>, userId: UserId): Promise<Profile | undefined> =>
  (await outside(store).get(profileKind, { userId }))?.value;

/**
 * Returns a new access token and the session's current refresh token. Throws UNAUTHENTICATED if this installation did
 * not make the token, its session has ended, or its organisation now requires a second factor that the session did not
 * prove; throws FORBIDDEN if no organisation admits the person.
 */
export const refreshSession = async (
  deps: LoginDeps,
  { refreshtoken }: { readonly refreshtoken: string },
  { address }: Origin,
): Promise<Session> => {
  const answer = readRefreshToken(deps.sessionKeys, refreshtoken);
  if (answer === undefined) {
    await deps.limiter.take('foreignRefresh', address);
    throw new AppError('UNAUTHENTICATED');
  }
  await deps.limiter.take('refresh', answer.familyId);
  const profile = await profileOf(deps, answer.userId);
  const family = profile === undefined ? undefined : await rotateRefreshToken(deps, answer, profile);
  if (profile === undefined || family === undefined) throw new AppError('UNAUTHENTICATED');
  const admission = await chooseSignInOrganisation(deps.store, profile, family, family.orgId);
  if (admission.decision === 'SECOND_FACTOR_MISSING') {
    await endTokenFamily(deps, family);
    throw new AppError('UNAUTHENTICATED');
  }
  const { orgId } = admission.membership.organisation;
  // The organisation of the session was deleted or no longer admits the session, so the session moves to an
  // organisation that admits it.
  if (orgId !== family.orgId) await changeTokenFamily(deps, family, { orgId });
  return sessionOf(deps, family, profile, admission.membership);
};

/**
 * Ends the session of this refresh token, even if a newer token has replaced it. The reply does not reveal whether
 * there was a session.
 */
export const endSession = async (
  deps: Pick<RefreshTokenDeps, 'store' | 'sessionKeys'>,
  { refreshToken }: { readonly refreshToken: string },
): Promise<true> => {
  const answer = readRefreshToken(deps.sessionKeys, refreshToken);
  if (answer !== undefined) await endTokenFamily(deps, answer);
  return true;
};

export interface LogoutUrlDeps extends Pick<Deps, 'publicUrl'> {
  /** Sign-in with Microsoft; null if it is not configured. */
  readonly entra: Entra | null;
}

/**
 * Returns the page to open after a sign-out: the product's sign-in page. If Microsoft sign-in is configured, the URL
 * first leads through Microsoft's sign-out.
 */
export const logoutUrl = async ({ entra, publicUrl }: LogoutUrlDeps): Promise<{ url: string }> => {
  const ours = `${publicUrl}/login`;
  return { url: entra?.web == null ? ours : await entra.web.logoutUrl(ours) };
};

/**
 * Moves the caller's session to another organisation of the caller. Throws NOT_FOUND if the caller is not in it, and
 * FORBIDDEN if it does not admit the session.
 */
export const switchOrganisation = async (
  deps: LoginDeps,
  actor: Actor,
  { orgId }: { readonly orgId: OrgId },
): Promise<Omit<Session, 'refreshToken'>> => {
  const { userId, signIn } = actor;
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  const profile = await profileOf(deps, userId);
  const [family, membership] =
    profile === undefined
      ? []
      : await Promise.all([
          findActiveFamily(deps, profile, signIn.familyId),
          findMembership(deps.store, profile, orgId),
        ]);
  if (family === undefined) throw new AppError('UNAUTHENTICATED');
  if (membership === undefined) throw new AppError('NOT_FOUND');
  switch (decideAdmission(membership, family)) {
    case 'MICROSOFT_ONLY':
      throw new AppError('FORBIDDEN', { message: 'account.microsoftOnly' });
    case 'CONFINED':
      throw new AppError('FORBIDDEN', { message: 'org.confined' });
    case 'SECOND_FACTOR_MISSING':
      throw new AppError('FORBIDDEN', { message: 'secondFactor.missing' });
    case 'ALLOWED':
  }
  await changeTokenFamily(deps, family, { orgId });
  // If only a tenant proved the person's identity, this session must not decide which organisation the person's other
  // sign-ins open first.
  if (family.confinedTo === null)
    await updateRow(outside(deps.store), profileKind, { userId }, (row) => mergeChanges(row, { lastOrgId: orgId }));
  return {
    token: await signAccess(deps, { sub: userId, org: orgId, epoch: family.epoch, fam: family.familyId }),
    warnings: await sessionWarnings(deps, membership),
    memberId: membership.place.memberId,
    orgId,
    language: profile?.locale ?? null,
  };
};
