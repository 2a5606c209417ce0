import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { endTokenFamily, refreshTokenOf, startTokenFamily } from './refreshTokens.ts';
import type { RefreshTokenFamily, RefreshTokenDeps } from './refreshTokens.ts';
import { sessionWarnings } from './signInOrganisationAndAdmission.ts';
import type { Membership, Profile, SignInContext } from './signInOrganisationAndAdmission.ts';
import { isStillOpening } from './microsoftIdentities.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { chosenTeamLocale, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import { signAccess } from './accessAndChallengeTokens.ts';
import type { TokenDeps } from './accessAndChallengeTokens.ts';

export type OpenDeps = RefreshTokenDeps & TokenDeps & PayingDeps;

const languageHere = async (
  { confinedTo }: RefreshTokenFamily,
  { records, place: { memberId } }: Membership,
): Promise<string | null> =>
  confinedTo === null || memberId === null ? null : chosenTeamLocale(await findTeamMemberships(records, memberId));

/**
 * Returns the session for the client: a new access token, the current refresh token and what the client needs at its
 * start.
 */
export const sessionOf = async (
  deps: OpenDeps,
  family: RefreshTokenFamily,
  { locale }: Pick<Profile, 'locale'>,
  membership: Membership,
): Promise<Session> => {
  const { userId, familyId, epoch } = family;
  const { orgId } = membership.organisation;
  return {
    token: await signAccess(deps, { sub: userId, org: orgId, epoch, fam: familyId }),
    refreshToken: refreshTokenOf(deps.sessionKeys, family),
    warnings: await sessionWarnings(deps, membership),
    memberId: membership.place.memberId,
    orgId,
    language: (await languageHere(family, membership)) ?? locale,
  };
};

/**
 * Opens a session for a person who has proved their identity. The caller has already checked that the organisation
 * admits this kind of session. Throws UNAUTHENTICATED if the Microsoft account that opens the session was removed in
 * the meantime.
 */
export const openSession = async (
  deps: OpenDeps,
  profile: Profile,
  membership: Membership,
  signIn: SignInContext,
): Promise<Session> => {
  const { method, hasSecondFactor, confinedTo, identity, signedInAt } = signIn;
  const family = await startTokenFamily(deps, {
    account: profile,
    orgId: membership.organisation.orgId,
    method,
    hasSecondFactor,
    confinedTo,
    identity: identity ?? null,
    signedInAt,
  });
  // A removal of the Microsoft account first changes the row that `isStillOpening` reads, then ends all sessions that
  // it finds. So either the removal ends this new session, or this check sees the removal.
  const key = family.identity ?? null;
  if (key !== null && !(await isStillOpening(deps, key, family))) {
    await endTokenFamily(deps, family);
    throw new AppError('UNAUTHENTICATED');
  }
  return sessionOf(deps, family, profile, membership);
};
