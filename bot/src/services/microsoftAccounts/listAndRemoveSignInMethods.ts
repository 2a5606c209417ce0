import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  removeSignInMethod as removeSignInMethodCall,
  signInMethods as signInMethodsCall,
} from '#contracts/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { password as passwordKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import { notifyAccountOwner } from '../identity/notifyAccountOwner.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { hasOtherPasswordMembership } from '../identity/signInOrganisationAndAdmission.ts';
import { listIdentities, identityKey } from '../identity/microsoftIdentities.ts';
import type { Identity } from '../identity/microsoftIdentities.ts';
import { detachIdentity } from './detachIdentity.ts';
import { requireFullProof, requireWholeAccount } from '../identity/authenticateRequestAndRequireProof.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { nameOf, profileOf } from '../identity/accountProfilesAndMembers.ts';

type MethodDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Method = OutputOf<typeof signInMethodsCall>['microsoft'][number];

const passwordOf = async ({ store }: Pick<Deps, 'store'>, userId: UserId) =>
  (await outside(store).get(passwordKind, { userId }))?.value;

const shown = async (deps: MethodDeps, identity: Identity): Promise<Method> => ({
  memberId: identity.memberId,
  name: identity.name,
  organisation: (await findActiveOrganisation(inOrg(deps.store, identity.orgId)))?.name ?? '–',
  joinedAt: identity.joinedAt,
});

/**
 * Returns the sign-in methods of the caller's account. If only a tenant proved the caller's identity, only the
 * Microsoft accounts in that tenant's organisation are listed.
 */
export const signInMethods = async (
  deps: MethodDeps,
  { userId, signIn }: Actor,
): Promise<OutputOf<typeof signInMethodsCall>> => {
  if (userId === null) throw new AppError('NOT_FOUND');
  const confinedTo = signIn?.confinedTo ?? null;
  const [password, identities] = await Promise.all([passwordOf(deps, userId), listIdentities(deps, userId)]);
  const visible = identities.filter(({ orgId }) => confinedTo === null || orgId === confinedTo);
  return {
    passwordSince: password?.changedAt ?? null,
    microsoft: await Promise.all(visible.map((identity) => shown(deps, identity))),
  };
};

/** True if the owner can still sign in to the account without this Microsoft account. */
const opensWithout = async (deps: MethodDeps, userId: UserId, identities: readonly Identity[], removed: Identity) => {
  if (identities.some((other) => other !== removed && other.joinedAt !== null)) return true;
  if ((await passwordOf(deps, userId)) === undefined) return false;
  return hasOtherPasswordMembership(deps.store, userId, removed.orgId);
};

/**
 * Removes a joined Microsoft account from the caller's account, and ends the sessions that it opened. Throws NOT_FOUND
 * if it is not joined, REAUTH without a recent sign-in that proved every factor, and CONFLICT if the caller could no
 * longer sign in.
 */
export const removeSignInMethod = async (
  deps: MethodDeps,
  actor: Actor,
  { memberId }: ParsedOf<typeof removeSignInMethodCall>,
): Promise<OutputOf<typeof removeSignInMethodCall>> => {
  requireWholeAccount(actor);
  const { userId } = actor;
  const profile = userId === null ? undefined : await profileOf(deps, userId);
  if (userId === null || profile === undefined) throw new AppError('NOT_FOUND');
  await requireFullProof(deps, actor);
  const all = await listIdentities(deps, userId);
  const identity = all.find((known) => known.memberId === memberId && known.joinedAt !== null);
  if (identity === undefined) throw new AppError('NOT_FOUND');
  if (!(await opensWithout(deps, userId, all, identity))) throw new AppError('CONFLICT', { message: 'org.lastSignIn' });
  const { organisation } = await shown(deps, identity);
  await notifyAccountOwner(deps, profile, 'REMOVED', organisation);
  const name = nameOf(profile);
  const nameIn = (orgId: Actor['orgId']): string => (orgId === actor.orgId ? actor.name : name);
  await logAccountChange(deps, { userId, nameIn }, { message: 'activity.identityRemoved', values: { name } });
  await detachIdentity(deps, userId, identity);
  return { memberId, isSignedOut: actor.signIn?.identity === identityKey(identity) };
};
