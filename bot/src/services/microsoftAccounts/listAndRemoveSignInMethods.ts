import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  removeSignInMethod as removeSignInMethodCall,
  signInMethods as signInMethodsCall,
} from '#contracts/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import {
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { updateRow } from '../core/optimisticUpdate.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import { notifyAccountOwner } from '../identity/notifyAccountOwner.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { hasOtherPasswordMembership } from '../identity/signInOrganisationAndAdmission.ts';
import { listIdentities, identityKey } from '../identity/microsoftIdentities.ts';
import type { Identity } from '../identity/microsoftIdentities.ts';
import { requireFullProof, requireWholeAccount } from '../identity/authenticateRequestAndRequireProof.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { nameOf, profileOf } from '../identity/accountProfilesAndMembers.ts';
import { detachIdentity } from './detachIdentity.ts';

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

/** True if the owner can still sign in to the account without the removed Microsoft account. */
const opensWithout = async (deps: MethodDeps, userId: UserId, others: readonly Identity[], removed: Identity) => {
  if (others.length > 0) return true;
  if ((await passwordOf(deps, userId)) === undefined) return false;
  return hasOtherPasswordMembership(deps.store, userId, removed.orgId);
};

/**
 * Milliseconds for which a removal counts that did not end, for example because its process was killed. Until then,
 * only the same Microsoft account can be removed if it is one of the last two ways to sign in.
 */
const removalMs = 24 * hourMs;

/**
 * Records in the profile that the Microsoft account is being removed, and returns it. Simultaneous requests replace the
 * same row, so each of them sees which accounts the earlier ones remove.
 */
const beginRemoval = async (deps: MethodDeps, userId: UserId, memberId: MemberId): Promise<Identity> => {
  let begun: Identity | undefined;
  await updateRow(outside(deps.store), profileKind, { userId }, async (row) => {
    const joined = (await listIdentities(deps, userId)).filter(({ joinedAt }) => joinedAt !== null);
    begun = joined.find((known) => known.memberId === memberId);
    if (begun?.joinedAt == null) throw new AppError('NOT_FOUND');
    const now = deps.clock.now();
    const removalOf = (identity: Identity) =>
      row.removals?.find(
        (removal) =>
          removal.memberId === identity.memberId &&
          removal.joinedAt === identity.joinedAt &&
          now - msOf(removal.at) < removalMs,
      );
    const others = joined.filter((identity) => identity !== begun);
    const remaining = others.filter((identity) => removalOf(identity) === undefined);
    if (!(await opensWithout(deps, userId, remaining, begun)))
      throw new AppError('CONFLICT', { message: 'org.lastSignIn' });
    const removals = others.map(removalOf).filter((removal) => removal !== undefined);
    return { ...row, removals: [...removals, { memberId, joinedAt: begun.joinedAt, at: toInstant(now) }] };
  });
  if (begun === undefined) throw new AppError('NOT_FOUND');
  return begun;
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
  const identity = await beginRemoval(deps, userId, memberId);
  const { organisation } = await shown(deps, identity);
  await notifyAccountOwner(deps, profile, 'REMOVED', organisation);
  const name = nameOf(profile);
  const nameIn = (orgId: Actor['orgId']): string => (orgId === actor.orgId ? actor.name : name);
  await logAccountChange(deps, { userId, nameIn }, { message: 'activity.identityRemoved', values: { name } });
  await detachIdentity(deps, userId, identity);
  return { memberId, isSignedOut: actor.signIn?.identity === identityKey(identity) };
};
