import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Registration } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import { codeInvalid, findCode, claimCode, useCode } from '../identity/emailLinkCodes.ts';
import type { StoredCode } from '../identity/emailLinkCodes.ts';
import { claimEmail } from './claimEmailAndCreateAccount.ts';
import { checkPassword } from './passwordRules.ts';
import { hashPassword } from '../identity/passwordHashing.ts';
import { registerPending, writeUnconfirmedAccount } from './pendingRegistration.ts';
import type { Draft, PendingDeps, RegistrationPlans } from './pendingRegistration.ts';
import { finishRegistration } from './finishOrEndRegistration.ts';
import { findRegistrationCode, requireRegistrant } from './registrationProof.ts';
import type { RegistrationCode } from './registrationProof.ts';

export type RegistrationDeps = PendingDeps;

/** Network address, language and browser of the caller, who need not be signed in. */
export interface Caller {
  readonly address: string;
  /** Language of the caller as a BCP 47 tag. */
  readonly locale: string;
  /**
   * Secret that the browser keeps from the registration until the confirmation; undefined if the caller is no browser.
   */
  readonly browser?: string | undefined;
}

/**
 * Returns the organisation of the new account: the organisation of the invited member or, without an invitation, a new
 * one.
 */
const plansOf = (deps: RegistrationDeps, code: RegistrationCode | null, input: Registration): RegistrationPlans => {
  if (code?.invitation == null) {
    const orgId = orgIdSchema.parse(deps.newId());
    return { orgId, organizationName: input.organizationName ?? '', memberId: null, invitation: null };
  }
  const { orgId, memberId } = code.invitation;
  return { orgId, organizationName: null, memberId, invitation: digestOf(input.code ?? '') };
};

/**
 * Registers the owner of a proven address and confirms the registration at once, even if another person has registered
 * the address without confirming it. The code is marked as used first, so that only one of several simultaneous calls
 * claims the address.
 */
const registerProven = async (deps: RegistrationDeps, draft: Draft, code: RegistrationCode): Promise<void> => {
  const { input, userId } = draft;
  const { email } = input;
  const guard = await outside(deps.store).get(emailGuard, { email });
  if (guard?.value.state === 'CONFIRMED') throw new AppError('EMAIL_EXISTS');
  await claimCode(deps, code.row, digestOf(input.code ?? ''), userId);
  await claimEmail(deps, email, userId, true);
  await writeUnconfirmedAccount(deps, draft, plansOf(deps, code, input), null);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined || !(await finishRegistration(deps, profile.value))) throw new AppError('EMAIL_EXISTS');
};

/**
 * Registers a person and returns the id of the account. A used address throws EMAIL_EXISTS; if `hidesAccounts` is true
 * and no code proves the address, it returns the id of an account without the address. A registration with a valid code
 * does not count against the rate limit of the caller's network.
 */
export const register = async (deps: RegistrationDeps, input: Registration, caller: Caller): Promise<UserId> => {
  const { email, organizationName = '', memberId, code: typed = '' } = input;
  const { address, locale, browser } = caller;
  // The password is checked before the rate limit, so that a visitor who has to try several passwords does not use up
  // the tries of the network.
  checkPassword(input.password, { ...input, orgNames: [organizationName] });
  const code = await findRegistrationCode(deps, { email, memberId, code: input.code, address });
  if (code === null) await deps.limiter.take('register', address);
  else await deps.limiter.take('invited', digestOf(typed));
  const userId = userIdSchema.parse(deps.newId());
  // The password is hashed before the address is looked up, so that a known address takes as long as an unknown
  // address.
  const draft = { input, userId, hash: await hashPassword(input.password), locale, browser };
  if (code?.provesAddress === true) await registerProven(deps, draft, code);
  else await registerPending(deps, draft, plansOf(deps, code, input));
  return userId;
};

/** Milliseconds after the first click in which a second click gets the same reply. Later clicks get CODE_USED. */
const repeatableMs = 15 * minuteMs;

const isRepeat = (deps: RegistrationDeps, { value }: StoredCode): boolean => {
  if (value.used === null) return false;
  if (deps.clock.now() - msOf(value.used) > repeatableMs) throw new AppError('CODE_USED');
  return true;
};

/** Returns the row of the code. An unknown code counts against the caller's network and throws CODE_INVALID. */
const confirmCode = async (deps: RegistrationDeps, code: string, { address }: Caller): Promise<StoredCode> => {
  const row = await findCode(deps, 'CONFIRM', code);
  if (row !== undefined) return row;
  await deps.limiter.take('code', address);
  throw codeInvalid();
};

const registrantOf = async (deps: RegistrationDeps, { value }: StoredCode) => {
  const userId = userIdSchema.parse(value.subject);
  const profile = (await outside(deps.store).get(profileKind, { userId }))?.value;
  if (profile === undefined) throw codeInvalid();
  return profile;
};

/**
 * Confirms the address, so that its owner may sign in. The code proves the mailbox; the browser or the password proves
 * who registered. Throws PASSWORD_NEEDED if no password is given and the browser is not the one that registered.
 */
export const confirmRegisterEmail = async (
  deps: RegistrationDeps,
  { code, password }: { readonly code: string; readonly password?: string | undefined },
  caller: Caller,
): Promise<true> => {
  const row = await confirmCode(deps, code, caller);
  if (isRepeat(deps, row)) return true;
  const profile = await registrantOf(deps, row);
  if (!profile.isConfirmed) await requireRegistrant(deps, profile.userId, password, caller);
  if (!(await finishRegistration(deps, profile))) throw codeInvalid();
  await useCode(deps, row, code);
  return true;
};

/**
 * Runs the steps of a confirmation again, so that none is missing; completed steps change nothing. Throws CODE_INVALID
 * if the code was not used yet, and CODE_USED if the code was used more than 15 minutes ago.
 */
export const postRegistration = async (
  deps: RegistrationDeps,
  { code }: { readonly code: string },
  caller: Caller,
): Promise<true> => {
  const row = await confirmCode(deps, code, caller);
  if (!isRepeat(deps, row)) throw codeInvalid();
  if (!(await finishRegistration(deps, await registrantOf(deps, row)))) throw codeInvalid();
  return true;
};

/** Returns whether an account, confirmed or not, has the address. If `hidesAccounts` is true, always returns false. */
export const validateEmail = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address }: Caller,
): Promise<{ isExists: boolean }> => {
  await deps.limiter.take('validate', address);
  const guard = await outside(deps.store).get(emailGuard, { email });
  return { isExists: guard !== undefined && !deps.hidesAccounts };
};

/**
 * Sends the confirmation email again if the address has an unconfirmed registration. The reply is the same in any case,
 * so that it reveals nothing.
 */
export const resendConfirm = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address, locale }: Caller,
): Promise<true> => {
  await deps.limiter.take('resend', address);
  await deps.limiter.take('mail', email);
  await queueEmail(deps, { kind: 'CONFIRM', address: email, locale });
  return true;
};
