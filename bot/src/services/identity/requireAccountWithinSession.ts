import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

// If only a Microsoft tenant proved the person's identity, the session opens only that tenant's organisation, although
// the account may belong to other organisations as well.

/** True if the account also belongs to organisations that the session does not open. */
export const reachesOtherOrganisations = async (
  deps: Pick<Deps, 'store'>,
  { userId, signIn }: Pick<Actor, 'userId' | 'signIn'>,
): Promise<boolean> => {
  const confinedTo = signIn?.confinedTo ?? null;
  if (userId === null || confinedTo === null) return false;
  const places = await outside(deps.store).list(membership, { userId }, prefixRange('m|'));
  return places.some(({ value }) => value.orgId !== confinedTo);
};

/**
 * Throws FORBIDDEN if the account also belongs to organisations that the session does not open, because such a session
 * must not change the account.
 */
export const requireOwnReach = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<void> => {
  if (await reachesOtherOrganisations(deps, actor)) throw new AppError('FORBIDDEN', { message: 'org.confinedAccount' });
};
