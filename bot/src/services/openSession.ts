import type { Session } from '#contracts/account.ts';
import { refreshTokenOf, startFamily } from './families.ts';
import type { Family, FamilyDeps } from './families.ts';
import { warningsOf } from './homes.ts';
import type { Home, Profile, Way } from './homes.ts';
import type { PayingDeps } from './paying.ts';
import { signAccess } from './tokens.ts';
import type { TokenDeps } from './tokens.ts';

export type OpenDeps = FamilyDeps & TokenDeps & PayingDeps;

/** What a client gets of a session: an access token of this moment and the refresh token that is good now. */
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
    language: locale,
  };
};

/** Begins a session, whichever way the person proved who they are. Whether the organisation takes them in that way is asked before. */
export const openSession = async (deps: OpenDeps, profile: Profile, home: Home, way: Way): Promise<Session> => {
  const { method, hasSecondFactor, confinedTo } = way;
  const family = await startFamily(deps, {
    account: profile,
    orgId: home.organisation.orgId,
    method,
    hasSecondFactor,
    confinedTo,
  });
  return sessionOf(deps, family, profile, home);
};
