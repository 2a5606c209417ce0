import type { Challenge, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { EntraPerson } from '../../gateways/entraPort.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import { chooseSignInOrganisation, findMembership } from '../identity/signInOrganisationAndAdmission.ts';
import type { Profile } from '../identity/signInOrganisationAndAdmission.ts';
import { identityKey } from '../identity/microsoftIdentities.ts';
import { openSession } from '../identity/openSession.ts';
import type { OpenDeps } from '../identity/openSession.ts';
import { signChallenge } from '../identity/accessAndChallengeTokens.ts';

const profileOf = async ({ store }: Pick<OpenDeps, 'store'>, userId: UserId): Promise<Profile> => {
  const row = await outside(store).get(profileKind, { userId });
  // The account was deleted since the sign-in found it, so the person is treated as unknown.
  if (row === undefined) throw new AppError('NOT_IN_ROSTER');
  return row.value;
};

/**
 * Opens a session in the tenant's organisation. The last used organisation is ignored, because it may belong to another
 * tenant.
 */
export const signInFromTeams = async (
  deps: OpenDeps,
  userId: UserId,
  orgId: OrgId,
  identity: EntraPerson,
): Promise<Session> => {
  const profile = await profileOf(deps, userId);
  const membership = await findMembership(deps.store, profile, orgId);
  if (membership === undefined) throw new AppError('NOT_IN_ROSTER');
  const way = { method: 'TEAMS', hasSecondFactor: false, confinedTo: orgId, identity: identityKey(identity) } as const;
  return openSession(deps, profile, membership, way);
};

interface FromWeb {
  /** The organisation to open first; null = the organisation that the account used last. */
  readonly preferred: OrgId | null;
  /**
   * The organisation of the tenant that proved the person's identity; the session opens only this organisation. Null =
   * the Microsoft account is joined to the account, so the session opens the whole account.
   */
  readonly confinedTo: OrgId | null;
  readonly identity: EntraPerson;
  readonly hasSecondFactor: boolean;
}

const hasFactor = async ({ store }: Pick<OpenDeps, 'store'>, userId: UserId): Promise<boolean> =>
  (await outside(store).get(totp, { userId }))?.value.state === 'ON';

/**
 * Opens a session in the preferred or the last used organisation. If it would open a whole account that has a second
 * factor, returns a challenge instead, because the sign-in rules of a tenant cover only that tenant. A session for the
 * tenant's organisation alone needs no challenge.
 */
export const signInFromWeb = async (
  deps: OpenDeps,
  userId: UserId,
  { preferred, confinedTo, identity, hasSecondFactor }: FromWeb,
): Promise<Session | Challenge> => {
  const profile = await profileOf(deps, userId);
  if (confinedTo === null && !hasSecondFactor && (await hasFactor(deps, userId))) {
    const { tid, oid } = identity;
    const claims = { sub: userId, epoch: profile.sessionEpoch, use: 'VERIFY', identity: { tid, oid } } as const;
    return { challenge: await signChallenge(deps, claims), mustSetUp: false };
  }
  const way = { method: 'MICROSOFT', hasSecondFactor, confinedTo, identity: identityKey(identity) } as const;
  const admission = await chooseSignInOrganisation(deps.store, profile, way, preferred ?? profile.lastOrgId);
  // The rule of an organisation that requires a second factor applies only to passwords, so a sign-in with Microsoft
  // gets no other decision.
  if (admission.decision !== 'ALLOWED') throw new AppError('FORBIDDEN');
  return openSession(deps, profile, admission.membership, way);
};
