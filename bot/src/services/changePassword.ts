import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { UserId } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import { password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { provePassword } from './accounts.ts';
import type { LoginDeps, Origin } from './accounts.ts';
import type { Actor } from './actor.ts';
import { homeIn } from './homes.ts';
import type { Profile } from './homes.ts';
import { openSession } from './openSession.ts';
import { organisationNames } from './organisationNames.ts';
import { checkPassword } from './passwordRules.ts';
import { queuePasswordChanged } from './passwordReset.ts';
import { hashPassword } from './passwords.ts';

/** New password and end of all sessions in one transaction. CONFLICT when the account was changed meanwhile. */
const replacePassword = async (
  { store, clock }: Pick<LoginDeps, 'store' | 'clock'>,
  userId: UserId,
  hash: string,
): Promise<Profile> => {
  const records = outside(store);
  const [profile, kept] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(passwordKind, { userId }),
  ]);
  if (profile === undefined || kept === undefined) throw new AppError('UNAUTHENTICATED');
  const next = { ...profile.value, sessionEpoch: profile.value.sessionEpoch + 1 };
  await records.transact([
    records.replaceStep(profileKind, { userId }, next, profile.etag),
    records.replaceStep(passwordKind, { userId }, { hash, changedAt: toInstant(clock.now()) }, kept.etag),
  ]);
  return next;
};

interface Change {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** Changes the caller's password and ends all their sessions; the answer is a new one, for where they are now. */
export const changePassword = async (
  deps: LoginDeps,
  actor: Actor,
  { oldPassword, newPassword }: Change,
  origin: Origin,
): Promise<Session> => {
  const { userId, signIn, orgId } = actor;
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  if (!(await provePassword(deps, userId, oldPassword, origin)))
    throw new AppError('INVALID_INPUT', { message: 'password.oldWrong' });
  const profile = (await outside(deps.store).get(profileKind, { userId }))?.value;
  if (profile === undefined) throw new AppError('UNAUTHENTICATED');
  checkPassword(newPassword, { ...profile, orgNames: await organisationNames(deps, userId) });
  const hash = await hashPassword(newPassword);
  await queuePasswordChanged(deps, profile, profile.sessionEpoch + 1);
  const next = await replacePassword(deps, userId, hash);
  const home = await homeIn(deps.store, next, orgId);
  if (home === undefined) throw new AppError('UNAUTHENTICATED');
  return openSession(deps, next, home, signIn);
};
