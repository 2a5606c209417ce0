import type { z } from 'zod';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Kind, ValueOf } from '../../store/recordKindsAndAccess.ts';
import {
  emailGuard,
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { registration as registrationKind } from '../../store/kinds/registration/registration.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';

type StoreDeps = Pick<Deps, 'store'>;
type Profile = ValueOf<typeof profileKind>;

const forget = async <K, S extends z.ZodObject>({ store }: StoreDeps, of: Kind<null, K, S>, key: K): Promise<void> => {
  const records = outside(store);
  const row = await records.get(of, key);
  if (row === undefined) return;
  try {
    await records.delete(of, key, row.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

export const forgetRegistrationPlans = (deps: StoreDeps, userId: UserId): Promise<void> =>
  forget(deps, registrationKind, { userId });

/**
 * Removes an unconfirmed registration with its password and profile. The caller must have released the address, or
 * given it to another account.
 */
export const forgetRegistration = async (deps: StoreDeps, userId: UserId): Promise<void> => {
  await forget(deps, passwordKind, { userId });
  await forget(deps, profileKind, { userId });
  await forgetRegistrationPlans(deps, userId);
};

/**
 * True if the account's address is not proven yet. If a confirmation was interrupted after it had set the guard of the
 * address to CONFIRMED, the address counts as proven.
 */
export const isUnconfirmed = async (
  { store }: StoreDeps,
  { userId, email, isConfirmed }: Profile,
): Promise<boolean> => {
  if (isConfirmed) return false;
  const guard = await outside(store).get(emailGuard, { email });
  return guard?.value.userId !== userId || guard.value.state !== 'CONFIRMED';
};
