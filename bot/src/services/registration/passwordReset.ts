import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import {
  emailGuard,
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import { listIdentities } from '../identity/microsoftIdentities.ts';
import { removeJoinedIdentities } from '../microsoftAccounts/removeJoinedIdentities.ts';
import { codeInvalid, findCode, useCode } from '../identity/emailLinkCodes.ts';
import type { StoredCode } from '../identity/emailLinkCodes.ts';
import type { Deps } from '../core/deps.ts';
import { checkPassword } from './passwordRules.ts';
import { hashPassword } from '../identity/passwordHashing.ts';
import type { Caller, RegistrationDeps } from './registerAndConfirmEmail.ts';
import { finishRegistration } from './finishOrEndRegistration.ts';
import { isUnconfirmed } from './removeRegistration.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { rememberNetwork } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import { organisationNamesOfPerson } from '../tenancy/organisationNamesOfPerson.ts';

type Profile = ValueOf<typeof profileKind>;

const hasAccount = async (deps: Pick<Deps, 'store'>, email: string): Promise<boolean> => {
  const records = outside(deps.store);
  const guard = await records.get(emailGuard, { email });
  if (guard === undefined) return false;
  return (await records.get(profileKind, { userId: guard.value.userId })) !== undefined;
};

/**
 * Emails a link to set a new password. Throws USER_NOT_FOUND for an address without an account. If `hidesAccounts` is
 * true, reply and work are the same for every address: the account is searched only when the email is sent.
 */
export const forgotPassword = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address, locale }: Caller,
): Promise<true> => {
  await deps.limiter.take('forgot', address);
  if (!deps.hidesAccounts && !(await hasAccount(deps, email))) throw new AppError('USER_NOT_FOUND');
  await deps.limiter.take('mail', email);
  await queueEmail(deps, { kind: 'RESET', address: email, locale });
  return true;
};

interface Reset {
  readonly row: StoredCode;
  readonly profile: Stored<Profile>;
}

/**
 * Returns the row of a reset code and the account that the code belongs to. The code is valid only in the session epoch
 * in which it was made, so ending all sessions also ends the code.
 */
const findReset = async (deps: RegistrationDeps, code: string, { address }: Caller): Promise<Reset> => {
  const row = await findCode(deps, 'RESET', code);
  if (row === undefined) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  if (row.value.used !== null) throw new AppError('CODE_USED');
  const userId = userIdSchema.parse(row.value.subject);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined || String(profile.value.sessionEpoch) !== row.value.payload['epoch']) throw codeInvalid();
  // A stranger may have registered the address without proving it. The reset must not bring the owner of the address
  // into the stranger's organisation.
  if (await isUnconfirmed(deps, profile.value)) throw codeInvalid();
  return { row, profile };
};

export const confirmResetPasswordEmail = async (
  deps: RegistrationDeps,
  { code }: { readonly code: string },
  caller: Caller,
): Promise<true> => {
  await findReset(deps, code, caller);
  return true;
};

interface PasswordChange {
  /** The instant that the password row gets as `changedAt`. */
  readonly changedAt: Instant;
  /** Number of joined Microsoft accounts that the change removes. */
  readonly removedIdentities: number;
}

/**
 * Queues an email about the new password, so that the owner notices a change by another person. It is queued before the
 * change. When it is sent, it is skipped if the password row does not contain its instant, because that attempt did not
 * succeed.
 */
export const queuePasswordChanged = (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  profile: Pick<Profile, 'userId' | 'email' | 'locale' | 'sessionEpoch'>,
  { changedAt, removedIdentities }: PasswordChange,
): Promise<void> => {
  const epoch = String(profile.sessionEpoch + 1);
  return queueEmail(deps, {
    kind: 'PASSWORD_CHANGED',
    address: profile.email,
    locale: profile.locale,
    subject: profile.userId,
    values: { epoch, changedAt, removed: String(removedIdentities) },
    // The id is the same in each attempt, so that a change of the password causes only one email.
    id: `${profile.userId}-${epoch}`,
    at: changedAt,
  });
};

/**
 * Writes the new password and ends all sessions in one transaction. It requires the session epoch of the code, so only
 * one of several simultaneous calls succeeds.
 */
const writePassword = async (
  deps: RegistrationDeps,
  { row, profile: { value } }: Reset,
  next: ValueOf<typeof passwordKind>,
): Promise<void> => {
  const records = outside(deps.store);
  const key = { userId: value.userId };
  await retryOnConflict(async () => {
    const [profile, kept] = await Promise.all([records.get(profileKind, key), records.get(passwordKind, key)]);
    if (profile === undefined || String(profile.value.sessionEpoch) !== row.value.payload['epoch'])
      throw new AppError('CODE_USED');
    await records.transact([
      records.replaceStep(
        profileKind,
        key,
        // The same write makes the joins of all Microsoft accounts invalid, including one in progress.
        { ...profile.value, sessionEpoch: profile.value.sessionEpoch + 1, joinsFrom: profile.value.sessionEpoch + 1 },
        profile.etag,
      ),
      kept === undefined
        ? records.insertStep(passwordKind, key, next)
        : records.replaceStep(passwordKind, key, next, kept.etag),
    ]);
  });
};

/** Sets the new password, ends all sessions of the person and marks the code as used. */
export const resetPassword = async (
  deps: RegistrationDeps,
  { code, newPassword }: { readonly code: string; readonly newPassword: string },
  caller: Caller,
): Promise<true> => {
  const reset = await findReset(deps, code, caller);
  const { value: profile } = reset.profile;
  checkPassword(newPassword, { ...profile, orgNames: await organisationNamesOfPerson(deps, profile.userId) });
  const hash = await hashPassword(newPassword);
  // If the address was proven but its confirmation was interrupted, the confirmation is finished before the reset.
  if (!profile.isConfirmed && !(await finishRegistration(deps, profile))) throw codeInvalid();
  const joined = (await listIdentities(deps, profile.userId)).filter(({ joinedAt }) => joinedAt !== null);
  const changedAt = toInstant(deps.clock.now());
  await queuePasswordChanged(deps, profile, { changedAt, removedIdentities: joined.length });
  await writePassword(deps, reset, { hash, changedAt });
  // A person who resets the password may have lost control of the account, so every joined Microsoft account is
  // removed.
  await removeJoinedIdentities(deps, profile);
  await useCode(deps, reset.row, code);
  // The network is stored as known, so that the owner can sign in from it even while a stranger elsewhere tries
  // passwords.
  await rememberNetwork(deps, profile.userId, caller.address);
  return true;
};
