import { AppError } from '#contracts/core/errors.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/ids.ts';
import type { Registration } from '#contracts/identity/registration.ts';
import { digestOf } from '../../domain/core/keyHashing.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import { outside } from '../../store/records.ts';
import { registration as registrationKind } from '../../store/kinds/linkCodes.ts';
import { queueEmail, queuePurge } from '../core/accountOutbox.ts';
import { codeLifetimes } from '../identity/linkCodes.ts';
import type { CodeDeps } from '../identity/linkCodes.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter } from '../rateLimits/rateLimiter.ts';
import { releaseEmail, tryClaimEmail, writeProfile } from './createAccount.ts';
import { getOrInsert } from '../core/optimisticUpdate.ts';

// A registration whose address is not proven yet.

export interface PendingDeps extends CodeDeps, Pick<Deps, 'store' | 'clock' | 'newId' | 'trialDays'> {
  readonly limiter: Limiter;
  /**
   * ACCOUNT_ENUMERATION_SAFE: replies and work are the same for a free and a used address; only the email shows the
   * difference.
   */
  readonly hidesAccounts: boolean;
}

export interface Draft {
  readonly input: Registration;
  readonly userId: UserId;
  /** Hash of the password. */
  readonly hash: string;
  readonly locale: string;
  /** Secret of the registering browser; undefined if the caller stores none. */
  readonly browser: string | undefined;
}

/** The organisation and member of the account once its address is proven. */
export interface RegistrationPlans {
  readonly orgId: OrgId;
  /** Null = the account joins an existing organisation. */
  readonly organizationName: string | null;
  readonly memberId: MemberId | null;
  /** SHA-256 of the invitation's code; null without an invitation. */
  readonly invitation: string | null;
}

/**
 * Claims the address and a slot of the email limit, both or neither. While accounts are hidden, returns false if the
 * address is in use.
 */
const claimWithMail = async (deps: PendingDeps, { input: { email }, userId }: Draft): Promise<boolean> => {
  // If the limit were counted after the claim, only a free address would reach it, and the error would reveal that.
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
 * Writes an unconfirmed account and the plans for it. The rows that remove and confirm it are written first, so that
 * a crash leaves nothing behind permanently. `letter`: null = the caller confirms it at once.
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
  if (email !== null) await queueEmail(deps, { letter: email, address: input.email, locale, subject: userId });
  const row = { userId, ...plans, browser: browser === undefined ? null : digestOf(browser), until };
  await getOrInsert(outside(deps.store), registrationKind, { userId }, () => row);
  await writeProfile(deps, { ...input, isConfirmed: false, orgId: plans.orgId }, { userId, hash });
};

/**
 * Registers an account that waits for its confirmation. If the address is in use and accounts are hidden, the same
 * rows are written for an account that owns no address, and the email explains it: the work is the same, and the
 * account cannot be confirmed and is removed like any unconfirmed one.
 */
export const registerPending = async (deps: PendingDeps, draft: Draft, plans: RegistrationPlans): Promise<void> => {
  const isClaimed = await claimWithMail(deps, draft);
  await writeUnconfirmedAccount(deps, draft, plans, isClaimed ? 'CONFIRM' : 'IN_USE');
};
