import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import type { Registration } from '#contracts/registration.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import { emailGuard, profile as profileKind } from '../store/kinds/accounts.ts';
import { registration as registrationKind } from '../store/kinds/codes.ts';
import { queueLetter, queuePurge } from './accountMail.ts';
import { codeInvalid, codeLifetimes, findCode, useCode } from './codes.ts';
import type { CodeDeps, StoredCode } from './codes.ts';
import type { Deps } from './deps.ts';
import { findInvitation, isProvenBy } from './invitations.ts';
import type { Limiter } from './limiter.ts';
import { claimEmail, joinOrganisation, keepEmail, releaseEmail, writeProfile } from './newAccount.ts';
import { checkPassword } from './passwordRules.ts';
import { hashPassword } from './passwords.ts';
import { finishRegistration } from './registrationEnd.ts';
import { ensure } from './revise.ts';

export interface RegistrationDeps extends CodeDeps, Pick<Deps, 'store' | 'clock' | 'newId' | 'trialDays'> {
  readonly limiter: Limiter;
  /** ACCOUNT_ENUMERATION_SAFE: every door answers alike, and the truth is in the mail. */
  readonly hidesAccounts: boolean;
}

/** Who asks, signed in or not. */
export interface Caller {
  readonly address: string;
  /** BCP 47. */
  readonly locale: string;
}

interface Draft {
  readonly input: Registration;
  readonly userId: UserId;
  /** Of the password. */
  readonly hash: string;
  readonly locale: string;
}

/** Takes the address and the right to write to it; never one without the other. */
const claimWithMail = async (deps: RegistrationDeps, email: string, userId: UserId): Promise<void> => {
  // Counted first while nobody may learn whether the address is taken: the limit would tell.
  if (deps.hidesAccounts) await deps.limiter.take('mail', email);
  await claimEmail(deps, email, userId);
  if (deps.hidesAccounts) return;
  try {
    await deps.limiter.take('mail', email);
  } catch (error) {
    await releaseEmail(deps, email, userId);
    throw error;
  }
};

interface Future {
  readonly orgId: OrgId;
  readonly organizationName: string | null;
  readonly memberId: MemberId | null;
}

/** An account that has to be confirmed. What removes it and what confirms it come before it. */
const writePending = async (deps: RegistrationDeps, draft: Draft, future: Future): Promise<void> => {
  const { input, userId, hash, locale } = draft;
  const until = toInstant(deps.clock.now() + codeLifetimes.CONFIRM);
  await queuePurge(deps.store, { at: until, removes: 'REGISTRATION', subject: userId });
  await queueLetter(deps, { letter: 'CONFIRM', address: input.email, locale, subject: userId });
  await ensure(outside(deps.store), registrationKind, { userId }, () => ({ userId, ...future, until }));
  await writeProfile(deps, { ...input, isConfirmed: false, orgId: future.orgId }, { userId, hash });
};

const registerOrganisation = async (deps: RegistrationDeps, draft: Draft, organizationName: string): Promise<void> => {
  await claimWithMail(deps, draft.input.email, draft.userId);
  // Made when the address is confirmed: until then it is a name and nothing more.
  const orgId = orgIdSchema.parse(deps.newId());
  await writePending(deps, draft, { orgId, organizationName, memberId: null });
};

interface Invited {
  readonly memberId: MemberId;
  readonly code: string;
  readonly address: string;
}

const registerInvited = async (deps: RegistrationDeps, draft: Draft, invited: Invited): Promise<void> => {
  const { input, userId, hash } = draft;
  const { email } = input;
  const { row, orgId, memberId } = await findInvitation(deps, invited);
  const isProven = isProvenBy(row, email);
  await (isProven ? claimEmail : claimWithMail)(deps, email, userId);
  if (!(await useCode(deps, row, invited.code))) {
    await releaseEmail(deps, email, userId);
    throw new AppError('CODE_USED');
  }
  if (!isProven) {
    await writePending(deps, draft, { orgId, organizationName: null, memberId });
    return;
  }
  await writeProfile(deps, { ...input, isConfirmed: true, orgId }, { userId, hash });
  await joinOrganisation(deps, userId, { orgId, memberId, role: 'user' });
  await keepEmail(deps, email, userId);
};

/**
 * Registers somebody new. EMAIL_EXISTS when the address has an account; while accounts are hidden the answer is an id all
 * the same and the letter says so.
 */
export const register = async (deps: RegistrationDeps, input: Registration, caller: Caller): Promise<UserId> => {
  const { email, organizationName = '', memberId, code = '' } = input;
  // Costs nothing and tells nothing, so who looks for a good password is not held up.
  checkPassword(input.password, { ...input, orgNames: [organizationName] });
  await deps.limiter.take('register', caller.address);
  const userId = userIdSchema.parse(deps.newId());
  // Before anything is looked up, so that a known address takes as long as an unknown one.
  const draft = { input, userId, hash: await hashPassword(input.password), locale: caller.locale };
  try {
    if (memberId === undefined) await registerOrganisation(deps, draft, organizationName);
    else await registerInvited(deps, draft, { memberId, code, address: caller.address });
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'EMAIL_EXISTS';
    if (!isTaken || !deps.hidesAccounts) throw error;
    await queueLetter(deps, { letter: 'IN_USE', address: email, locale: caller.locale });
  }
  return userId;
};

/** After that a used code opens nothing; until then mail scanners and second clicks are answered as the first was. */
const repeatableMs = 15 * minuteMs;

const isRepeat = (deps: RegistrationDeps, { value }: StoredCode): boolean => {
  if (value.used === null) return false;
  if (deps.clock.now() - msOf(value.used) > repeatableMs) throw new AppError('CODE_USED');
  return true;
};

/** The code's row; a code that is none counts against the caller's address. */
const confirmCode = async (deps: RegistrationDeps, code: string, { address }: Caller): Promise<StoredCode> => {
  await deps.limiter.check('code', address);
  const row = await findCode(deps, 'CONFIRM', code);
  if (row !== undefined) return row;
  await deps.limiter.take('code', address);
  throw codeInvalid();
};

const finish = async (deps: RegistrationDeps, { value }: StoredCode): Promise<void> => {
  const userId = userIdSchema.parse(value.subject);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined || !(await finishRegistration(deps, profile.value))) throw codeInvalid();
};

/** The address is confirmed; from here on its owner may sign in. */
export const confirmRegisterEmail = async (
  deps: RegistrationDeps,
  { code }: { readonly code: string },
  caller: Caller,
): Promise<true> => {
  const row = await confirmCode(deps, code, caller);
  if (isRepeat(deps, row)) return true;
  await finish(deps, row);
  await useCode(deps, row, code);
  return true;
};

/** What follows a confirmation: sees that all of it was done. Idempotent. */
export const postRegistration = async (
  deps: RegistrationDeps,
  { code }: { readonly code: string },
  caller: Caller,
): Promise<true> => {
  const row = await confirmCode(deps, code, caller);
  if (!isRepeat(deps, row)) throw codeInvalid();
  await finish(deps, row);
  return true;
};

/** Whether an account has the address; while accounts are hidden, always no. */
export const validateEmail = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address }: Caller,
): Promise<{ isExists: boolean }> => {
  await deps.limiter.take('validate', address);
  const guard = await outside(deps.store).get(emailGuard, { email });
  return { isExists: guard !== undefined && !deps.hidesAccounts };
};

/** Sends the confirmation again if there is one to send; the answer is the same in any case. */
export const resendConfirm = async (
  deps: RegistrationDeps,
  { email }: { readonly email: string },
  { address, locale }: Caller,
): Promise<true> => {
  await deps.limiter.take('resend', address);
  await deps.limiter.take('mail', email);
  await queueLetter(deps, { letter: 'CONFIRM', address: email, locale });
  return true;
};
