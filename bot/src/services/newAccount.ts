import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, Stored, ValueOf } from '../store/kind.ts';
import {
  emailGuard,
  membership,
  password as passwordKind,
  profile as profileKind,
  teamsUser,
} from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { isConflict } from '../store/port.ts';
import { accountLinked } from './accountLinked.ts';
import type { Deps } from './deps.ts';
import { hasPassword, retire } from './microsoftPerson.ts';
import { hashPassword } from './passwords.ts';
import { ensure, patched, revise } from './revise.ts';

type AccountDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

export interface NewAccount {
  /** Lower case. */
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly orgId: OrgId;
  /** The member of the organisation whom this account is; null = none yet. */
  readonly memberId: MemberId | null;
  /** Counts while there is no member: with one the role is the member's. */
  readonly role: 'user' | 'admin';
  /** True = the address needs no confirmation (demo data, an invitation sent to it). */
  readonly isConfirmed: boolean;
  /** Made by the server when left out. Given again after a crash, the same account is finished. */
  readonly userId?: UserId;
}

// An unconfirmed registration never blocks an address for longer.
const pendingMs = 24 * hourMs;

/** A registration writes its rows within seconds; an address without them is one that broke off. */
const brokenOffMs = minuteMs;

const canBeTaken = async (deps: AccountDeps, { value }: Stored<ValueOf<typeof emailGuard>>): Promise<boolean> => {
  const age = deps.clock.now() - msOf(value.since);
  if (value.state !== 'PENDING' || age < brokenOffMs) return false;
  if (age >= pendingMs) return true;
  return (await outside(deps.store).get(profileKind, { userId: value.userId })) === undefined;
};

/** Takes the address (lower case) for this user, or refuses with EMAIL_EXISTS. */
export const claimEmail = async (deps: AccountDeps, email: string, userId: UserId): Promise<void> => {
  const records = outside(deps.store);
  const claim = { userId, state: 'PENDING' as const, since: toInstant(deps.clock.now()) };
  const guard = await ensure(records, emailGuard, { email }, () => claim);
  if (guard.value.userId === userId) return;
  if (!(await canBeTaken(deps, guard))) throw new AppError('EMAIL_EXISTS');
  try {
    await records.replace(emailGuard, { email }, claim, guard.etag);
  } catch (error) {
    // Somebody else was faster with the same address.
    throw isConflict(error) ? new AppError('EMAIL_EXISTS', { cause: error }) : error;
  }
};

/** Gives an address back that was claimed for nothing. */
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

/** From here on nobody can take the address over. False: somebody has, so it is this user's no more. */
export const keepEmail = async (deps: Pick<Deps, 'store'>, email: string, userId: UserId): Promise<boolean> => {
  const records = outside(deps.store);
  await revise(records, emailGuard, { email }, (row) =>
    row.userId === userId ? patched(row, { state: 'CONFIRMED' }) : undefined,
  );
  return (await records.get(emailGuard, { email }))?.value.userId === userId;
};

export type Person = Pick<NewAccount, 'email' | 'firstName' | 'lastName' | 'isConfirmed' | 'orgId'>;

/** Profile and password of a user whose address is claimed. `hash` from `hashPassword`. */
export const writeProfile = async (
  deps: AccountDeps,
  { email, firstName, lastName, isConfirmed, orgId }: Person,
  { userId, hash }: { readonly userId: UserId; readonly hash: string },
): Promise<void> => {
  const createdOn = toInstant(deps.clock.now());
  const records = outside(deps.store);
  await ensure(records, profileKind, { userId }, () => ({
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
  await ensure(records, passwordKind, { userId }, () => ({ hash, changedAt: createdOn }));
};

/** One without a password is nothing but a way in from Teams, and ends for the one that can do more. */
export const giveWay = async (deps: Pick<Deps, 'store'>, records: Records<OrgId>, before: UserId): Promise<void> => {
  if (await hasPassword(deps, before)) throw new AppError('USER_ALREADY_REGISTERED');
  await retire(deps, records, before);
};

/** The member learns of the account, and so does the way in from Teams. One account a member. */
const linkMember = async (deps: AccountDeps, orgId: OrgId, memberId: MemberId, userId: UserId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const member = (await records.get(orgMember, { memberId }))?.value;
  if (member === undefined) throw new AppError('NOT_FOUND');
  const before = member.userId;
  if (before !== null && before !== userId) await giveWay(deps, records, before);
  await revise(
    records,
    orgMember,
    { memberId },
    (row) => {
      if (row.userId !== null && row.userId !== userId && row.userId !== before)
        throw new AppError('USER_ALREADY_REGISTERED');
      return patched(row, { userId });
    },
    ({ name }) => [accountLinked(deps, records, memberId, name)],
  );
  if (member.tid === null || member.oid === null) return;
  await revise(outside(deps.store), teamsUser, { tid: member.tid, oid: member.oid }, (row) =>
    row.orgId === orgId ? patched(row, { userId, ...(row.userId === userId ? {} : { joinedAt: null }) }) : undefined,
  );
};

export type Place = Pick<NewAccount, 'orgId' | 'memberId' | 'role'>;

/** The account's place in an organisation. USER_ALREADY_REGISTERED when the member has another account. */
export const joinOrganisation = async (
  deps: AccountDeps,
  userId: UserId,
  { orgId, memberId, role }: Place,
): Promise<void> => {
  await ensure(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  if (memberId !== null) await linkMember(deps, orgId, memberId, userId);
  await ensure(inOrg(deps.store, orgId), orgUser, { userId }, () => ({ userId, memberId, role }));
};

/**
 * Makes an account in an organisation: the address first, which guards against two accounts, then what belongs to it.
 * EMAIL_EXISTS when the address is taken. A crash leaves a pending address; the same `userId` finishes it.
 */
export const createAccount = async (deps: AccountDeps, account: NewAccount): Promise<UserId> => {
  const userId = account.userId ?? userIdSchema.parse(deps.newId());
  await claimEmail(deps, account.email, userId);
  await writeProfile(deps, account, { userId, hash: await hashPassword(account.password) });
  await joinOrganisation(deps, userId, account);
  if (account.isConfirmed) await keepEmail(deps, account.email, userId);
  return userId;
};
