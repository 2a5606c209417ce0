import { AppError } from '#contracts/core/errors.ts';
import { outside } from '../../store/records.ts';
import { membership } from '../../store/kinds/accounts.ts';
import { prefixRange } from '../../store/tableStore.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

// A session that a tenant vouches for opens only the tenant's own organisation. The account itself may belong to others as well.

/**
 * Returns true if the account is also in organisations that the session does not open: then the session must not
 * change the account.
 */
export const reachesOtherOrganisations = async (
  deps: Pick<Deps, 'store'>,
  { userId, signIn }: Pick<Actor, 'userId' | 'signIn'>,
): Promise<boolean> => {
  const confinedTo = signIn?.confinedTo ?? null;
  if (userId === null || confinedTo === null) return false;
  const places = await outside(deps.store).list(membership, { userId }, prefixRange('m|'));
  return places.some(({ value }) => value.orgId !== confinedTo);
};

/** FORBIDDEN for a change of the account by a session that opens only one of its organisations. */
export const requireOwnReach = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<void> => {
  if (await reachesOtherOrganisations(deps, actor)) throw new AppError('FORBIDDEN', { message: 'org.confinedAccount' });
};
