import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { emailGuard, password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { queueLetter } from './accountMail.ts';
import { codeInvalid, findCode, useCode } from './codes.ts';
import type { StoredCode } from './codes.ts';
import type { Deps } from './deps.ts';
import { checkPassword } from './passwordRules.ts';
import { hashPassword } from './passwords.ts';
import type { Caller, RegistrationDeps } from './registration.ts';
import { finishRegistration } from './registrationEnd.ts';
import { retryOnConflict } from './revise.ts';
import { rememberNetwork } from './loginLimits.ts';
import { organisationNames } from './organisationNames.ts';

type Profile = ValueOf<typeof profileKind>;

const hasAccount = async (deps: Pick<Deps, 'store'>, email: string): Promise<boolean> => {
  const records = outside(deps.store);
  const guard = await records.get(emailGuard, { email });
  if (guard === undefined) return false;
  return (await records.get(profileKind, { userId: guard.value.userId })) !== undefined;
};

/**
 * Mails a link to set a new password. USER_NOT_FOUND for an address without an account; while accounts are hidden the
 * answer and the work are the same for any address, and only the sending of the mail finds out whose it is.
 */
export const forgotPassword = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address, locale }: Caller,
): Promise<true> => {
  await deps.limiter.take('forgot', address);
  if (!deps.hidesAccounts && !(await hasAccount(deps, email))) throw new AppError('USER_NOT_FOUND');
  await deps.limiter.take('mail', email);
  await queueLetter(deps, { letter: 'RESET', address: email, locale });
  return true;
};

interface Reset {
  readonly row: StoredCode;
  readonly profile: Stored<Profile>;
}

/** A code is good for the account as it was when it was made: any end of all sessions since then ended it too. */
const findReset = async (deps: RegistrationDeps, code: string, { address }: Caller): Promise<Reset> => {
  await deps.limiter.check('code', address);
  const row = await findCode(deps, 'RESET', code);
  if (row === undefined) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  if (row.value.used !== null) throw new AppError('CODE_USED');
  const userId = userIdSchema.parse(row.value.subject);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined || String(profile.value.sessionEpoch) !== row.value.payload['epoch']) throw codeInvalid();
  return { row, profile };
};

/** Only says whether the link is good; it stays so. */
export const confirmResetPasswordEmail = async (
  deps: RegistrationDeps,
  { code }: { readonly code: string },
  caller: Caller,
): Promise<true> => {
  await findReset(deps, code, caller);
  return true;
};

/** Tells the owner that the password is new, in case it was not them. Queued before the change, which is verified when it is sent. */
export const queuePasswordChanged = (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  profile: Pick<Profile, 'userId' | 'email' | 'locale'>,
  newEpoch: number,
): Promise<void> =>
  queueLetter(deps, {
    letter: 'PASSWORD_CHANGED',
    address: profile.email,
    locale: profile.locale,
    subject: profile.userId,
    values: { epoch: String(newEpoch) },
    // One notice for one change, whoever repeats it.
    id: `${profile.userId}-${newEpoch}`,
  });

/** New password and end of all sessions in one transaction, decided by the account's epoch: of many at once one wins. */
const writePassword = async (
  deps: RegistrationDeps,
  { row, profile: { value } }: Reset,
  hash: string,
): Promise<void> => {
  const records = outside(deps.store);
  const key = { userId: value.userId };
  await retryOnConflict(async () => {
    const [profile, kept] = await Promise.all([records.get(profileKind, key), records.get(passwordKind, key)]);
    if (profile === undefined || String(profile.value.sessionEpoch) !== row.value.payload['epoch'])
      throw new AppError('CODE_USED');
    const next = { hash, changedAt: toInstant(deps.clock.now()) };
    await records.transact([
      records.replaceStep(
        profileKind,
        key,
        { ...profile.value, sessionEpoch: profile.value.sessionEpoch + 1 },
        profile.etag,
      ),
      kept === undefined
        ? records.insertStep(passwordKind, key, next)
        : records.replaceStep(passwordKind, key, next, kept.etag),
    ]);
  });
};

/** Sets the new password and signs the person out everywhere. Uses the code up. */
export const resetPassword = async (
  deps: RegistrationDeps,
  { code, newPassword }: { readonly code: string; readonly newPassword: string },
  caller: Caller,
): Promise<true> => {
  const reset = await findReset(deps, code, caller);
  const { value: profile } = reset.profile;
  checkPassword(newPassword, { ...profile, orgNames: await organisationNames(deps, profile.userId) });
  const hash = await hashPassword(newPassword);
  // The letter proved the address, which is all a confirmation asks.
  if (!profile.isConfirmed && !(await finishRegistration(deps, profile))) throw codeInvalid();
  await queuePasswordChanged(deps, profile, profile.sessionEpoch + 1);
  await writePassword(deps, reset, hash);
  await useCode(deps, reset.row, code);
  // Whoever else is guessing at the account meanwhile, the owner gets in from here.
  await rememberNetwork(deps, profile.userId, caller.address);
  return true;
};
