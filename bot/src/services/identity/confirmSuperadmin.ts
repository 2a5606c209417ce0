import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, superadminProof } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { requireFullProof } from './authenticateRequestAndRequireProof.ts';
import { nameOf, profileOf } from './accountProfilesAndMembers.ts';
import type { Profile } from './accountProfilesAndMembers.ts';

export interface ConfirmDeps extends Pick<Deps, 'store' | 'clock' | 'newId'> {
  /**
   * The values of the setting SUPERADMINS: `tid:oid` pairs of Microsoft accounts, and email addresses; all in lower
   * case.
   */
  readonly superadmins: ReadonlySet<string>;
}

/**
 * Returns the account with this address. Undefined unless SUPERADMINS contains the address and the account has
 * confirmed it.
 */
const namedAccount = async (
  { store, superadmins }: Pick<ConfirmDeps, 'store' | 'superadmins'>,
  email: string,
): Promise<Profile | undefined> => {
  if (!superadmins.has(email)) return undefined;
  const guard = (await outside(store).get(emailGuard, { email }))?.value;
  const profile = guard?.state === 'CONFIRMED' ? await profileOf({ store }, guard.userId) : undefined;
  return profile?.isConfirmed === true && profile.email === email ? profile : undefined;
};

/**
 * Confirms that the account of an address in SUPERADMINS may act as superadmin, and returns it; undefined if there is
 * no such confirmed account. A confirmed address alone is not enough: a stranger could register another person's
 * address and trick that person into opening the link. `by`: name of the confirming superadmin, or the operator.
 */
export const confirmAddress = async (deps: ConfirmDeps, email: string, by: string): Promise<Profile | undefined> => {
  const profile = await namedAccount(deps, email);
  if (profile === undefined) return undefined;
  const { userId } = profile;
  const values = { name: nameOf(profile), by };
  await logAccountChange(deps, { userId, nameIn: () => by }, { message: 'activity.superadminConfirmed', values });
  await outside(deps.store).touch(
    superadminProof,
    { userId },
    { email, confirmedBy: by, confirmedAt: toInstant(deps.clock.now()) },
  );
  return profile;
};

/**
 * Lets a superadmin confirm another superadmin's address. Throws REAUTH without a recent sign-in that proved every
 * factor, and NOT_FOUND if the address has no such account.
 */
export const confirmSuperadmin = async (
  deps: ConfirmDeps,
  actor: Actor,
  { email }: { readonly email: string },
): Promise<{ email: string }> => {
  await requireFullProof(deps, actor);
  if ((await confirmAddress(deps, email, actor.name)) === undefined) throw new AppError('NOT_FOUND');
  return { email };
};
