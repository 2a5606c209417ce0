import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Registration } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { registration as registrationKind } from '../../store/kinds/registration/registration.ts';
import { queueEmail, queuePurge } from '../core/queueEmailsAndPurges.ts';
import { codeLifetimes } from '../identity/emailLinkCodes.ts';
import type { CodeDeps } from '../identity/emailLinkCodes.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { releaseEmail, tryClaimEmail, writeProfile } from './claimEmailAndCreateAccount.ts';
import { getOrInsert } from '../core/optimisticUpdate.ts';

// Writes the rows of registrations that are not confirmed yet.

export interface PendingDeps extends CodeDeps, Pick<Deps, 'store' | 'clock' | 'newId' | 'trialDays'> {
  readonly limiter: Limiter;
  /**
   * True if replies and work must be the same for a free and a used address, so that only the email shows the
   * difference (setting ACCOUNT_ENUMERATION_SAFE).
   */
  readonly hidesAccounts: boolean;
}

export interface Draft {
  readonly input: Registration;
  readonly userId: UserId;
  readonly hash: string;
  readonly locale: string;
  /** Secret of the browser that registers (`browserSecret`); undefined if the caller is no browser. */
  readonly browser: string | undefined;
}

/** The organisation and the member that the account gets once its address is proven. */
export interface RegistrationPlans {
  readonly orgId: OrgId;
  /** Name of the organisation to create; null if the account joins an existing organisation. */
  readonly organizationName: string | null;
  readonly memberId: MemberId | null;
  /** SHA-256 of the invitation's code; null without an invitation. */
  readonly invitation: string | null;
}

/**
 * Claims the address, and counts one email against the address's rate limit. If `hidesAccounts` is true, returns false
 * for a used address, and the email counts in any case. Otherwise a used address throws EMAIL_EXISTS, and the email
 * counts only for a claimed address.
 */
const claimWithMail = async (deps: PendingDeps, { input: { email }, userId }: Draft): Promise<boolean> => {
  // The email is counted before the claim. Otherwise only a free address would reach the limit, and the error would
  // reveal that it is free.
  if (deps.hidesAccounts) await deps.limiter.take('mail', email);
  const isClaimed = await tryClaimEmail(deps, { email, userId, isProven: false });
  if (deps.hidesAccounts) return isClaimed;
  if (!isClaimed) throw new AppError('EMAIL_EXISTS');
  try {
    await deps.limiter.take('mail', email);
    return true;
  } catch (error) {
    await releaseEmail(deps, email, userId);
    throw error;
  }
};

/**
 * Writes an unconfirmed account, and the plans for its organisation. Its purge and its email are queued first, so that
 * a crash cannot leave rows that are never removed. `email` is null if the caller confirms the account at once.
 */
export const writeUnconfirmedAccount = async (
  deps: PendingDeps,
  draft: Draft,
  plans: RegistrationPlans,
  email: 'CONFIRM' | 'IN_USE' | null,
): Promise<void> => {
  const { input, userId, hash, locale, browser } = draft;
  const until = toInstant(deps.clock.now() + codeLifetimes.CONFIRM);
  await queuePurge(deps.store, { at: until, removes: 'REGISTRATION', subject: userId });
  if (email !== null) await queueEmail(deps, { kind: email, address: input.email, locale, subject: userId });
  const row = { userId, ...plans, browser: browser === undefined ? null : digestOf(browser), until };
  await getOrInsert(outside(deps.store), registrationKind, { userId }, () => row);
  await writeProfile(deps, { ...input, isConfirmed: false, orgId: plans.orgId }, { userId, hash });
};

/**
 * Registers an account that must be confirmed. If the address is in use and `hidesAccounts` is true, the same rows are
 * written for an account without the address, so that the response time reveals nothing. The email then explains that
 * the address is in use, and the account expires without ever being confirmed.
 */
export const registerPending = async (deps: PendingDeps, draft: Draft, plans: RegistrationPlans): Promise<void> => {
  const isClaimed = await claimWithMail(deps, draft);
  await writeUnconfirmedAccount(deps, draft, plans, isClaimed ? 'CONFIRM' : 'IN_USE');
};
