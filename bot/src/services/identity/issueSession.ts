import type { Session } from '#contracts/identity/session.ts';
import { AppError } from '#contracts/core/errors.ts';
import { endFamily, refreshTokenOf, startFamily } from './refreshTokens.ts';
import type { Family, FamilyDeps } from './refreshTokens.ts';
import { warningsOf } from './signInOrganisation.ts';
import type { Home, Profile, Way } from './signInOrganisation.ts';
import { isStillOpening } from './identities.ts';
import type { PayingDeps } from '../tenancy/billingStatus.ts';
import { chosenLocale, placesOf } from '../tenancy/livingOrganisation.ts';
import { signAccess } from './signedTokens.ts';
import type { TokenDeps } from './signedTokens.ts';

export type OpenDeps = FamilyDeps & TokenDeps & PayingDeps;

const languageHere = async ({ confinedTo }: Family, { records, place: { memberId } }: Home): Promise<string | null> =>
  confinedTo === null || memberId === null ? null : chosenLocale(await placesOf(records, memberId));

/** The session data for a client: a new access token and the current refresh token. */
export const sessionOf = async (
  deps: OpenDeps,
  family: Family,
  { locale }: Pick<Profile, 'locale'>,
  home: Home,
): Promise<Session> => {
  const { userId, familyId, epoch } = family;
  const { orgId } = home.organisation;
  return {
    token: await signAccess(deps, { sub: userId, org: orgId, epoch, fam: familyId }),
    refreshToken: refreshTokenOf(deps.sessionKeys, family),
    warnings: await warningsOf(deps, home),
    memberId: home.place.memberId,
    orgId,
    language: (await languageHere(family, home)) ?? locale,
  };
};

/**
 * Opens a session after the person proved their identity in any way. The caller has checked that the organisation
 * admits this kind of session. UNAUTHENTICATED if the Microsoft account that opens it was removed in the meantime.
 */
export const openSession = async (deps: OpenDeps, profile: Profile, home: Home, way: Way): Promise<Session> => {
  const { method, hasSecondFactor, confinedTo, identity, signedInAt } = way;
  const family = await startFamily(deps, {
    account: profile,
    orgId: home.organisation.orgId,
    method,
    hasSecondFactor,
    confinedTo,
    identity: identity ?? null,
    signedInAt,
  });
  // A removal first changes the row that is read here, then ends the sessions that it finds. So either the removal or
  // this call notices the other one.
  const key = family.identity ?? null;
  if (key !== null && !(await isStillOpening(deps, key, family))) {
    await endFamily(deps, family);
    throw new AppError('UNAUTHENTICATED');
  }
  return sessionOf(deps, family, profile, home);
};
