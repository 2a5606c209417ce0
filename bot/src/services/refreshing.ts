import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { OrgId, UserId } from '#contracts/ids.ts';
import type { Entra } from '../gateways/entra.ts';
import { outside } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import type { LoginDeps, Origin } from './accounts.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { changeFamily, endFamily, livingFamily, readRefreshToken, rotate } from './families.ts';
import type { FamilyDeps } from './families.ts';
import { destinationOf, homeIn, warningsOf, welcomeOf } from './homes.ts';
import type { Profile } from './homes.ts';
import { sessionOf } from './openSession.ts';
import { patched, revise } from './revise.ts';
import { signAccess } from './tokens.ts';

const profileOf = async ({ store }: Pick<Deps, 'store'>, userId: UserId): Promise<Profile | undefined> =>
  (await outside(store).get(profileKind, { userId }))?.value;

/**
 * A new access token and the refresh token that is good now. UNAUTHENTICATED for a token that is not ours or whose session has
 * ended, and for a session of a kind its organisation has ceased to accept; FORBIDDEN when no organisation is left.
 */
export const refresh = async (
  deps: LoginDeps,
  { refreshtoken }: { readonly refreshtoken: string },
  { address }: Origin,
): Promise<Session> => {
  const said = readRefreshToken(deps.sessionKeys, refreshtoken);
  if (said === undefined) {
    await deps.limiter.take('foreignRefresh', address);
    throw new AppError('UNAUTHENTICATED');
  }
  await deps.limiter.take('refresh', said.familyId);
  const profile = await profileOf(deps, said.userId);
  const family = profile === undefined ? undefined : await rotate(deps, said, profile);
  if (profile === undefined || family === undefined) throw new AppError('UNAUTHENTICATED');
  const destination = await destinationOf(deps.store, profile, family, family.orgId);
  if (destination.welcome === 'SECOND_FACTOR_MISSING') {
    await endFamily(deps, family);
    throw new AppError('UNAUTHENTICATED');
  }
  const { orgId } = destination.home.organisation;
  // The organisation the session was in is gone, or has ceased to take it in.
  if (orgId !== family.orgId) await changeFamily(deps, family, { orgId });
  return sessionOf(deps, family, profile, destination.home);
};

/** Ends the session of this refresh token, also of one that was replaced. Says nothing of whether there was one. */
export const logout = async (
  deps: Pick<FamilyDeps, 'store' | 'sessionKeys'>,
  { refreshToken }: { readonly refreshToken: string },
): Promise<true> => {
  const said = readRefreshToken(deps.sessionKeys, refreshToken);
  if (said !== undefined) await endFamily(deps, said);
  return true;
};

export interface LogoutUrlDeps extends Pick<Deps, 'publicUrl'> {
  /** Null = Microsoft sign-in is not set up. */
  readonly entra: Entra | null;
}

/** Where signing out leads: to our sign-in page, by way of Microsoft where people sign in with it. */
export const logoutUrl = async ({ entra, publicUrl }: LogoutUrlDeps): Promise<{ url: string }> => {
  const ours = `${publicUrl}/login`;
  return { url: entra?.web == null ? ours : await entra.web.logoutUrl(ours) };
};

/** Moves the caller's session to another of their organisations. NOT_FOUND for one they are not in. */
export const switchOrganisation = async (
  deps: LoginDeps,
  actor: Actor,
  { orgId }: { readonly orgId: OrgId },
): Promise<Omit<Session, 'refreshToken'>> => {
  const { userId, signIn } = actor;
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  const profile = await profileOf(deps, userId);
  const [family, home] =
    profile === undefined
      ? []
      : await Promise.all([livingFamily(deps, profile, signIn.familyId), homeIn(deps.store, profile, orgId)]);
  if (family === undefined) throw new AppError('UNAUTHENTICATED');
  if (home === undefined) throw new AppError('NOT_FOUND');
  switch (welcomeOf(home, family)) {
    case 'MICROSOFT_ONLY':
      throw new AppError('FORBIDDEN', { message: 'account.microsoftOnly' });
    case 'CONFINED':
      throw new AppError('FORBIDDEN', { message: 'org.confined' });
    case 'SECOND_FACTOR_MISSING':
      throw new AppError('FORBIDDEN', { message: 'secondFactor.missing' });
    case 'COME_IN':
  }
  await changeFamily(deps, family, { orgId });
  await revise(outside(deps.store), profileKind, { userId }, (row) => patched(row, { lastOrgId: orgId }));
  return {
    token: await signAccess(deps, { sub: userId, org: orgId, epoch: family.epoch, fam: family.familyId }),
    warnings: await warningsOf(deps, home),
    memberId: home.place.memberId,
    orgId,
    language: profile?.locale ?? null,
  };
};
