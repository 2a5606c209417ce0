import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { EntraPerson } from '../../gateways/entraPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { password, profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { Deps } from '../core/deps.ts';
import { accountLinkedLogStep } from '../identity/accountLinkedLogStep.ts';
import { findPendingDeletion, pendingDeletionError } from '../tenancy/findPendingDeletionAndError.ts';
import { isJoinedIdentity } from '../identity/microsoftIdentities.ts';
import { detachIdentity } from './detachIdentity.ts';
import { getOrInsert, retryOnConflict } from '../core/optimisticUpdate.ts';
import { clearPartition } from '../core/copyAndClearPartition.ts';
import { findActiveOrganisation, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

// Finds and links the account of a person whom Microsoft signed in. The person is identified only by tenant and object
// id, never by an email address.

export type PersonDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Member = ValueOf<typeof orgMember>;
type Pointer = ValueOf<typeof teamsUser>;

export interface Person {
  readonly tid: string;
  readonly oid: string;
  readonly records: Records<OrgId>;
  readonly memberId: MemberId;
}

const unknown = (): AppError => new AppError('NOT_IN_ROSTER');

/**
 * Returns the member with this tenant and object id. Throws NOT_IN_ROSTER for an unknown person, an organisation that
 * is not active, and a member who is in no team and is no admin.
 */
export const personOf = async (deps: Pick<Deps, 'store'>, { tid, oid }: EntraPerson): Promise<Person> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  if (pointer === undefined) throw unknown();
  const { orgId, memberId } = pointer.value;
  const records = inOrg(deps.store, orgId);
  const [organisation, member, places] = await Promise.all([
    findActiveOrganisation(records),
    records.get(orgMember, { memberId }),
    findTeamMemberships(records, memberId),
  ]);
  if (organisation === undefined) {
    const pendingDeletion = await findPendingDeletion(deps, orgId);
    throw pendingDeletion === undefined ? unknown() : pendingDeletionError('NOT_IN_ROSTER', pendingDeletion);
  }
  if (member === undefined) throw unknown();
  if (places.length === 0 && member.value.role !== 'admin') throw unknown();
  return { tid, oid, records, memberId };
};

export interface Joiner {
  readonly userId: UserId;
  /**
   * Session epoch of the account when the session that joins began. It is stored with the join, because a password
   * reset makes the joins of earlier epochs invalid.
   */
  readonly epoch: number;
}

/**
 * Returns what a later removal of the Microsoft account needs: the session epoch, the roles before the join, and
 * `hadAccount` (true if the Microsoft account already signed in to this account).
 */
const joinOf = async (
  { records, memberId }: Person,
  { userId, epoch }: Joiner,
  hadAccount: boolean,
): Promise<NonNullable<Pointer['join']>> => {
  const seat = await findAccountSeat(records, memberId, userId);
  const place = seat?.place?.value;
  const memberRole = seat?.member.value.role ?? 'user';
  return { epoch, hadAccount, placeRole: place?.memberId === null ? place.role : null, memberRole };
};

/**
 * Writes an account into the pointer (`teamsUser` row) of the Microsoft account, and returns it: the wanted account,
 * otherwise the account in the pointer, otherwise the member's account, otherwise a new one.
 */
const claim = (deps: PersonDeps, person: Person, wanted: Joiner | null): Promise<UserId> => {
  const { tid, oid, records, memberId } = person;
  return retryOnConflict(async () => {
    const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
    if (pointer?.value.orgId !== records.scope) throw unknown();
    const storedUserId = pointer.value.userId ?? (await records.get(orgMember, { memberId }))?.value.userId ?? null;
    const userId = wanted?.userId ?? storedUserId ?? userIdSchema.parse(deps.newId());
    const isSame = pointer.value.userId === userId;
    const isNewJoin = wanted !== null && !(isSame && pointer.value.joinedAt !== null);
    if (isSame && !isNewJoin) return userId;
    // A join: the person has signed in to both the account and the Microsoft account, which proves that both are
    // theirs. From now on, a sign-in with this Microsoft account opens every organisation of the account.
    const next = isNewJoin
      ? { userId, joinedAt: toInstant(deps.clock.now()), join: await joinOf(person, wanted, storedUserId === userId) }
      : { userId, joinedAt: null, join: null };
    await outside(deps.store).replace(teamsUser, { tid, oid }, { ...pointer.value, ...next }, pointer.etag);
    return userId;
  });
};

/**
 * Finishes an interrupted removal of a joined Microsoft account. Also removes one whose join is no longer valid, for
 * example after a password reset.
 */
const finishRemoval = async (deps: PersonDeps, { tid, oid, records, memberId }: Person): Promise<void> => {
  const pointer = (await outside(deps.store).get(teamsUser, { tid, oid }))?.value;
  if (pointer === undefined || (pointer.join == null && pointer.joinedAt === null)) return;
  const userId = pointer.userId ?? (await records.get(orgMember, { memberId }))?.value.userId ?? null;
  if (userId === null || (await isJoinedIdentity(deps, { tid, oid }, userId))) return;
  await detachIdentity(deps, userId, { tid, oid, memberId, orgId: records.scope });
};

export const hasPassword = async (deps: Pick<Deps, 'store'>, userId: UserId): Promise<boolean> =>
  (await outside(deps.store).get(password, { userId })) !== undefined;

/**
 * Deletes an account that another account replaces. Precondition: the caller has checked that it has no password, so
 * that it was used only to sign in with Microsoft.
 */
export const retireAccount = async (
  deps: Pick<Deps, 'store'>,
  records: Records<OrgId>,
  userId: UserId,
): Promise<void> => {
  const place = await records.get(orgUser, { userId });
  if (place !== undefined) await records.delete(orgUser, { userId }, place.etag);
  await clearPartition(deps.store, 'Accounts', profileKind.at(null, { userId }).pk);
};

const nameParts = (name: string): { readonly firstName: string; readonly lastName: string } => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

/**
 * Creates the profile of an account if it is missing. The email address comes from the roster and was never confirmed,
 * so it is only displayed and grants nothing.
 */
const createMissingProfile = async (deps: PersonDeps, orgId: OrgId, member: Member, userId: UserId): Promise<void> => {
  await getOrInsert(outside(deps.store), profileKind, { userId }, () => ({
    userId,
    ...nameParts(member.name),
    email: member.email,
    phone: null,
    photoUrl: null,
    sessionEpoch: 1,
    isConfirmed: false,
    lastOrgId: orgId,
    locale: null,
    createdOn: toInstant(deps.clock.now()),
  }));
};

export interface AccountSeat {
  /** The account's membership in the organisation; undefined if it has none. */
  readonly place: Stored<ValueOf<typeof orgUser>> | undefined;
  readonly member: Stored<Member>;
}

export const findAccountSeat = async (
  records: Records<OrgId>,
  memberId: MemberId,
  userId: UserId,
): Promise<AccountSeat | undefined> => {
  const [place, member] = await Promise.all([records.get(orgUser, { userId }), records.get(orgMember, { memberId })]);
  return member === undefined ? undefined : { place, member };
};

/**
 * Returns the steps that link account and member in one transaction. If the account was an admin without a member, its
 * member becomes an admin. Otherwise the member keeps its role, so that linking does not bring back a role that the
 * account had earlier.
 */
export const linkSteps = (
  deps: Pick<PersonDeps, 'clock' | 'newId'>,
  records: Records<OrgId>,
  { place, member }: AccountSeat,
  userId: UserId,
): RecordStep[] => {
  const { memberId } = member.value;
  const isNewHere = place?.value.memberId === null;
  const role = isNewHere && place.value.role === 'admin' ? 'admin' : member.value.role;
  const seat = { userId, memberId, role };
  const steps: RecordStep[] = [];
  if (place === undefined) steps.push(records.insertStep(orgUser, { userId }, seat));
  else if (place.value.memberId !== memberId) steps.push(records.replaceStep(orgUser, { userId }, seat, place.etag));
  if (member.value.userId !== userId || member.value.role !== role)
    steps.push(records.replaceStep(orgMember, { memberId }, { ...member.value, userId, role }, member.etag));
  if (member.value.userId !== userId) steps.push(accountLinkedLogStep(deps, records, memberId, member.value.name));
  return steps;
};

/** Removes the membership without a member that an account had before it was linked to a member. */
export const removeEmptyMembership = async (deps: Pick<Deps, 'store'>, orgId: OrgId, userId: UserId): Promise<void> => {
  const key = { userId, orgId, memberId: null };
  const empty = await outside(deps.store).get(membership, key);
  if (empty !== undefined) await outside(deps.store).delete(membership, key, empty.etag);
};

const otherAccount = (): AppError => new AppError('USER_ALREADY_REGISTERED', { message: 'microsoft.otherAccount' });

/**
 * Returns the person's account: the signed-in account `wanted`, otherwise the existing account, otherwise a new account
 * without a password. Throws USER_ALREADY_REGISTERED if the person has another account with a password. A repeated call
 * finishes an interrupted one.
 */
export const settleAccount = async (deps: PersonDeps, person: Person, wanted: Joiner | null): Promise<UserId> => {
  const { records, memberId } = person;
  const orgId = records.scope;
  await finishRemoval(deps, person);
  const before = (await records.get(orgMember, { memberId }))?.value;
  if (before === undefined) throw unknown();
  if (wanted !== null) {
    const pointer = await outside(deps.store).get(teamsUser, { tid: person.tid, oid: person.oid });
    for (const other of [before.userId, pointer?.value.userId ?? null])
      if (other !== null && other !== wanted.userId && (await hasPassword(deps, other))) throw otherAccount();
  }
  const userId = await claim(deps, person, wanted);
  await createMissingProfile(deps, orgId, before, userId);
  await getOrInsert(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  if (before.userId !== null && before.userId !== userId) {
    if (await hasPassword(deps, before.userId)) throw otherAccount();
    await retireAccount(deps, records, before.userId);
  }
  await retryOnConflict(async () => {
    const seat = await findAccountSeat(records, memberId, userId);
    if (seat === undefined) throw unknown();
    // The pointer is read after the membership and the member: a removal changes the pointer first, so this read
    // detects a removal that began meanwhile.
    const pointer = await outside(deps.store).get(teamsUser, { tid: person.tid, oid: person.oid });
    if (pointer?.value.userId !== userId) throw new AppError('UNAUTHENTICATED');
    await records.transact(linkSteps(deps, records, seat, userId));
  });
  await removeEmptyMembership(deps, orgId, userId);
  return userId;
};
