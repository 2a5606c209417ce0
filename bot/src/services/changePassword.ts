import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
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

/** New password and end of all sessions in one transaction. CONFLICT when they were ended since the old password was proved. */
const replacePassword = async (
  { store, clock }: Pick<LoginDeps, 'store' | 'clock'>,
  { userId, sessionEpoch }: Profile,
  hash: string,
): Promise<Profile> => {
  const records = outside(store);
  const [profile, kept] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(passwordKind, { userId }),
  ]);
  if (profile === undefined || kept === undefined) throw new AppError('UNAUTHENTICATED');
  if (profile.value.sessionEpoch !== sessionEpoch) throw new AppError('CONFLICT');
  const next = { ...profile.value, sessionEpoch: sessionEpoch + 1 };
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
  // Read before the proof: a change that was made meanwhile makes it worthless.
  const profile = (await outside(deps.store).get(profileKind, { userId }))?.value;
  if (!(await provePassword(deps, userId, oldPassword, origin)))
    throw new AppError('INVALID_INPUT', { message: 'password.oldWrong' });
  if (profile === undefined) throw new AppError('UNAUTHENTICATED');
  checkPassword(newPassword, { ...profile, orgNames: await organisationNames(deps, userId) });
  const hash = await hashPassword(newPassword);
  await queuePasswordChanged(deps, profile, profile.sessionEpoch + 1);
  const next = await replacePassword(deps, profile, hash);
  const home = await homeIn(deps.store, next, orgId);
  if (home === undefined) throw new AppError('UNAUTHENTICATED');
  return openSession(deps, next, home, signIn);
};
