import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import {
  emailGuard,
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { accountLinkedLogStep } from '../identity/accountLinkedLogStep.ts';
import type { Deps } from '../core/deps.ts';
import { hasPassword, retireAccount } from '../microsoftAccounts/findLinkOrCreateAccount.ts';
import { hashPassword } from '../identity/passwordHashing.ts';
import { forgetRegistration } from './removeRegistration.ts';
import { getOrInsert, mergeChanges, retryOnConflict, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';

type AccountDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

export interface NewAccount {
  /** Email address in lower case. */
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly orgId: OrgId;
  /** The member of the organisation that gets this account; null if the account has no member yet. */
  readonly memberId: MemberId | null;
  /** Role of an account without a member. An account with a member has the member's role. */
  readonly role: 'user' | 'admin';
  /** True if the address needs no confirmation, because it is demo data or the invitation was emailed to it. */
  readonly isConfirmed: boolean;
  /**
   * Id of the account; undefined = a new id. A repeated call with the same id finishes an account whose creation was
   * interrupted.
   */
  readonly userId?: UserId;
}

// Longest time in milliseconds for which an unconfirmed registration reserves its address.
const pendingMs = 24 * hourMs;

/**
 * A registration writes its rows within seconds. If an address still has no profile after this time in milliseconds,
 * its registration was interrupted.
 */
const brokenOffMs = minuteMs;

// An id that no account has. For a free address, the account with this id is read, so that it costs as many reads as a
// used one.
const absentUserId = userIdSchema.parse('00000000000000000000000000');

type Guard = ValueOf<typeof emailGuard>;

interface Claim {
  readonly email: string;
  readonly userId: UserId;
  /** True if a code that was emailed to the address proved it. A proven claim replaces any unconfirmed registration. */
  readonly isProven: boolean;
}

const canBeTaken = (
  deps: AccountDeps,
  { state, since }: Guard,
  holder: ValueOf<typeof profileKind> | undefined,
  isProven: boolean,
): boolean => {
  // If the guard is PENDING but the profile is confirmed, the last write of the account was interrupted: the address is
  // in use.
  if (state !== 'PENDING' || holder?.isConfirmed === true) return false;
  if (isProven) return true;
  const age = deps.clock.now() - msOf(since);
  if (age < brokenOffMs) return false;
  return age >= pendingMs || holder === undefined;
};

/**
 * Claims the address (lower case) for this user; returns false if it is in use. Both cases cost two reads and one
 * write: the guard (the row that reserves an address) of a used address is written again unchanged, so that the work
 * does not reveal which addresses have accounts.
 */
export const tryClaimEmail = async (deps: AccountDeps, { email, userId, isProven }: Claim): Promise<boolean> => {
  const records = outside(deps.store);
  const guard = await records.get(emailGuard, { email });
  const holder = (await records.get(profileKind, { userId: guard?.value.userId ?? absentUserId }))?.value;
  if (guard?.value.userId === userId) return true;
  const claim: Guard = { userId, state: 'PENDING', since: toInstant(deps.clock.now()) };
  const isFree = guard === undefined || canBeTaken(deps, guard.value, holder, isProven);
  try {
    if (guard === undefined) await records.insert(emailGuard, { email }, claim);
    else await records.replace(emailGuard, { email }, isFree ? claim : guard.value, guard.etag);
  } catch (error) {
    // Another registration claimed the same address first. For a proven claim, the caller retries, because a proven
    // claim replaces an unconfirmed registration.
    if (isConflict(error) && !isProven) return false;
    throw error;
  }
  if (isFree && guard !== undefined) await forgetRegistration(deps, guard.value.userId);
  return isFree;
};

// Number of attempts. An attempt fails only if another registration claims the address at the same moment; a rate limit
// keeps registrations rare.
const provenTries = 60;

/**
 * Claims the address (lower case) for this user. Throws EMAIL_EXISTS if it is in use. A proven claim replaces an
 * unconfirmed registration, even one that is being written at the same moment.
 */
export const claimEmail = async (deps: AccountDeps, email: string, userId: UserId, isProven = false): Promise<void> => {
  const isClaimed = await retryOnConflict(() => tryClaimEmail(deps, { email, userId, isProven }), provenTries);
  if (!isClaimed) throw new AppError('EMAIL_EXISTS');
};

export const releaseEmail = async (deps: Pick<Deps, 'store'>, email: string, userId: UserId): Promise<void> => {
  const records = outside(deps.store);
  const guard = await records.get(emailGuard, { email });
  if (guard?.value.userId !== userId || guard.value.state !== 'PENDING') return;
  try {
    await records.delete(emailGuard, { email }, guard.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/**
 * Makes the claim permanent, so that no other registration can take the address. Returns false if another user already
 * has the address.
 */
export const keepEmail = async (deps: Pick<Deps, 'store'>, email: string, userId: UserId): Promise<boolean> => {
  const records = outside(deps.store);
  await updateRow(records, emailGuard, { email }, (row) =>
    row.userId === userId ? mergeChanges(row, { state: 'CONFIRMED' }) : undefined,
  );
  return (await records.get(emailGuard, { email }))?.value.userId === userId;
};

export type Person = Pick<NewAccount, 'email' | 'firstName' | 'lastName' | 'isConfirmed' | 'orgId'>;

/** Writes the profile and the password of a user whose address is claimed. `hash` is a result of `hashPassword`. */
export const writeProfile = async (
  deps: AccountDeps,
  { email, firstName, lastName, isConfirmed, orgId }: Person,
  { userId, hash }: { readonly userId: UserId; readonly hash: string },
): Promise<void> => {
  const createdOn = toInstant(deps.clock.now());
  const records = outside(deps.store);
  await getOrInsert(records, profileKind, { userId }, () => ({
    userId,
    email,
    firstName,
    lastName,
    phone: null,
    photoUrl: null,
    sessionEpoch: 1,
    isConfirmed,
    lastOrgId: orgId,
    locale: null,
    createdOn,
  }));
  await getOrInsert(records, passwordKind, { userId }, () => ({ hash, changedAt: createdOn }));
};

/**
 * Deletes the member's old account, because the new account replaces it. An account without a password was used only to
 * sign in from Teams. Throws USER_ALREADY_REGISTERED if the old account has a password.
 */
export const yieldRegistration = async (
  deps: Pick<Deps, 'store'>,
  records: Records<OrgId>,
  before: UserId,
): Promise<void> => {
  if (await hasPassword(deps, before)) throw new AppError('USER_ALREADY_REGISTERED');
  await retireAccount(deps, records, before);
};

/**
 * Links the account to the member and to the directory row of the member's Microsoft account. A member has at most one
 * account.
 */
const linkMember = async (deps: AccountDeps, orgId: OrgId, memberId: MemberId, userId: UserId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const member = (await records.get(orgMember, { memberId }))?.value;
  if (member === undefined) throw new AppError('NOT_FOUND');
  const before = member.userId;
  if (before !== null && before !== userId) await yieldRegistration(deps, records, before);
  await updateWithLog(
    records,
    orgMember,
    { memberId },
    {
      change: (row) => {
        if (row.userId !== null && row.userId !== userId && row.userId !== before)
          throw new AppError('USER_ALREADY_REGISTERED');
        return mergeChanges(row, { userId });
      },
      log: ({ name }) => [accountLinkedLogStep(deps, records, memberId, name)],
    },
  );
  if (member.tid === null || member.oid === null) return;
  await updateRow(outside(deps.store), teamsUser, { tid: member.tid, oid: member.oid }, (row) =>
    row.orgId === orgId
      ? mergeChanges(row, { userId, ...(row.userId === userId ? {} : { joinedAt: null, join: null }) })
      : undefined,
  );
};

export type OrgPlace = Pick<NewAccount, 'orgId' | 'memberId' | 'role'>;

/** Adds the account to an organisation. Throws USER_ALREADY_REGISTERED if the member has another account. */
export const joinOrganisation = async (
  deps: AccountDeps,
  userId: UserId,
  { orgId, memberId, role }: OrgPlace,
): Promise<void> => {
  await getOrInsert(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  if (memberId !== null) await linkMember(deps, orgId, memberId, userId);
  await getOrInsert(inOrg(deps.store, orgId), orgUser, { userId }, () => ({ userId, memberId, role }));
};

/**
 * Creates an account in an organisation. The address is claimed first, so that no two accounts have one address; throws
 * EMAIL_EXISTS if it is in use. After a crash, a call with the same `userId` finishes the account.
 */
export const createAccount = async (deps: AccountDeps, account: NewAccount): Promise<UserId> => {
  const userId = account.userId ?? userIdSchema.parse(deps.newId());
  await claimEmail(deps, account.email, userId);
  await writeProfile(deps, account, { userId, hash: await hashPassword(account.password) });
  await joinOrganisation(deps, userId, account);
  if (account.isConfirmed) await keepEmail(deps, account.email, userId);
  return userId;
};
