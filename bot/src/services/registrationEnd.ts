import { AppError } from '#contracts/errors.ts';
import type { UserId } from '#contracts/ids.ts';
import { msOf } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Kind, ValueOf } from '../store/kind.ts';
import { emailGuard, password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { registration as registrationKind } from '../store/kinds/codes.ts';
import { isConflict } from '../store/port.ts';
import type { z } from 'zod';
import { createOrg } from './directory.ts';
import type { DirectoryDeps } from './directory.ts';
import { joinOrganisation, keepEmail, releaseEmail } from './newAccount.ts';
import { patched, revise } from './revise.ts';
import { livingOrg } from './standing.ts';

// How a registration ends: it becomes an account of an organisation, or it is forgotten.

type Profile = ValueOf<typeof profileKind>;

const nameOf = ({ firstName, lastName }: Profile): string => `${firstName} ${lastName}`;

/** The organisation of who registered one, with its first admin; or the invited member's account. */
const takePlace = async (deps: DirectoryDeps, profile: Profile): Promise<void> => {
  const { userId } = profile;
  const row = await outside(deps.store).get(registrationKind, { userId });
  if (row === undefined) return;
  const { orgId, organizationName, memberId } = row.value;
  if (organizationName !== null) {
    await createOrg(deps, { orgId, name: organizationName, tid: null, actor: nameOf(profile) });
    await joinOrganisation(deps, userId, { orgId, memberId: null, role: 'admin' });
    return;
  }
  if ((await livingOrg(inOrg(deps.store, orgId))) === undefined) throw new AppError('NOT_FOUND');
  await joinOrganisation(deps, userId, { orgId, memberId, role: 'user' });
};

const forget = async <K, S extends z.ZodObject>(
  deps: Pick<DirectoryDeps, 'store'>,
  of: Kind<null, K, S>,
  key: K,
): Promise<void> => {
  const records = outside(deps.store);
  const row = await records.get(of, key);
  if (row === undefined) return;
  try {
    await records.delete(of, key, row.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/**
 * The address is proven: from here on the account may sign in. The address first, which decides; a crash anywhere is
 * finished by the next call. False when somebody else has taken the address over.
 */
export const finishRegistration = async (deps: DirectoryDeps, profile: Profile): Promise<boolean> => {
  const { userId, email } = profile;
  if (!(await keepEmail(deps, email, userId))) return false;
  await takePlace(deps, profile);
  await revise(outside(deps.store), profileKind, { userId }, (row) => patched(row, { isConfirmed: true }));
  await forget(deps, registrationKind, { userId });
  return true;
};

/** Removes an account that was not confirmed in time; one whose confirmation broke off is finished instead. */
export const endRegistration = async (deps: DirectoryDeps, userId: UserId): Promise<void> => {
  const records = outside(deps.store);
  const [profile, pending] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(registrationKind, { userId }),
  ]);
  if (pending !== undefined && msOf(pending.value.until) > deps.clock.now()) return;
  if (profile !== undefined) {
    const { email, isConfirmed } = profile.value;
    const guard = await records.get(emailGuard, { email });
    const isKept = guard?.value.userId === userId && guard.value.state === 'CONFIRMED';
    if (isConfirmed || (isKept && (await finishRegistration(deps, profile.value)))) return;
    await releaseEmail(deps, email, userId);
  }
  await forget(deps, passwordKind, { userId });
  await forget(deps, profileKind, { userId });
  await forget(deps, registrationKind, { userId });
};
