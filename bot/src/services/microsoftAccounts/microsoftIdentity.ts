import { AppError } from '#contracts/core/errors.ts';
import { userId as userIdSchema } from '#contracts/core/ids.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/ids.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import type { EntraPerson } from '../../gateways/entraPort.ts';
import { inOrg, outside } from '../../store/records.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/records.ts';
import { membership, password, profile as profileKind, teamsUser } from '../../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../../store/kinds/org.ts';
import type { Deps } from '../core/deps.ts';
import { accountLinked } from '../identity/linkAccountToMember.ts';
import { findPendingDeletion, pendingDeletionError } from '../tenancy/pendingDeletion.ts';
import { isJoinedIdentity } from '../identity/microsoftIdentities.ts';
import { detachIdentity } from './detachIdentity.ts';
import { getOrInsert, retryOnConflict } from '../core/optimisticUpdate.ts';
import { clearPartition } from '../core/partitionCopy.ts';
import { findActiveOrganisation, findTeamMemberships } from '../tenancy/activeOrganisation.ts';

// Finds and links the account of a person whom Microsoft signed in: identified by tenant and object id only, never by
// an address.

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
 * The member behind tid + oid. NOT_IN_ROSTER for an unknown tenant, a deleted organisation, and a member who is in no
 * team; an admin needs no team.
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

/** A signed-in account that is to be joined to the Microsoft account of the same sign-in. */
export interface Joiner {
  readonly userId: UserId;
  /** Session epoch of the account when that session began. */
  readonly epoch: number;
}

/** The state before the join, stored so that the join can be removed. */
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
 * Makes the pointer name the wanted account; without one, the account it already names, the member's account, or a
 * new one.
 */
const claim = (deps: PersonDeps, person: Person, wanted: Joiner | null): Promise<UserId> => {
  const { tid, oid, records, memberId } = person;
  return retryOnConflict(async () => {
    const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
    if (pointer?.value.orgId !== records.scope) throw unknown();
    const cached = pointer.value.userId ?? (await records.get(orgMember, { memberId }))?.value.userId ?? null;
    const userId = wanted?.userId ?? cached ?? userIdSchema.parse(deps.newId());
    const isSame = pointer.value.userId === userId;
    const isNewJoin = wanted !== null && !(isSame && pointer.value.joinedAt !== null);
    if (isSame && !isNewJoin) return userId;
    // The person is signed in to both: from here on this identity opens the whole account.
    const next = isNewJoin
      ? { userId, joinedAt: toInstant(deps.clock.now()), join: await joinOf(person, wanted, cached === userId) }
      : { userId, joinedAt: null, join: null };
    await outside(deps.store).replace(teamsUser, { tid, oid }, { ...pointer.value, ...next }, pointer.etag);
    return userId;
  });
};

/** Finishes the removal of a joined Microsoft account that was interrupted, or whose join a password reset ended. */
const finishRemoval = async (deps: PersonDeps, { tid, oid, records, memberId }: Person): Promise<void> => {
  const pointer = (await outside(deps.store).get(teamsUser, { tid, oid }))?.value;
  if (pointer === undefined || (pointer.join == null && pointer.joinedAt === null)) return;
  const userId = pointer.userId ?? (await records.get(orgMember, { memberId }))?.value.userId ?? null;
  if (userId === null || (await isJoinedIdentity(deps, { tid, oid }, userId))) return;
  await detachIdentity(deps, userId, { tid, oid, memberId, orgId: records.scope });
};

export const hasPassword = async (deps: Pick<Deps, 'store'>, userId: UserId): Promise<boolean> =>
  (await outside(deps.store).get(password, { userId })) !== undefined;

/** An account without a password is only this person's sign-in from Teams, so another account replaces it. */
export const retireAccount = async (
  deps: Pick<Deps, 'store'>,
  records: Records<OrgId>,
  userId: UserId,
): Promise<void> => {
  const place = await records.get(orgUser, { userId });
  if (place !== undefined) await records.delete(orgUser, { userId }, place.etag);
  await clearPartition(deps.store, 'Accounts', profileKind.at(null, { userId }).pk);
};

/** First and last name from the roster's name. */
const nameParts = (name: string): { readonly firstName: string; readonly lastName: string } => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

/** The address is only for display: it was never confirmed, so it grants nothing. */
const ensureProfile = async (deps: PersonDeps, orgId: OrgId, member: Member, userId: UserId): Promise<void> => {
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
  /** The account's membership in the organisation, if it has one. */
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
 * The steps that link account and member in one transaction. An admin account without a member makes its member an
 * admin. Only then: later the role is the member's, and an earlier role must not return.
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
  if (member.value.userId !== userId) steps.push(accountLinked(deps, records, memberId, member.value.name));
  return steps;
};

/** Removes the membership that an account had before it was linked to a member. */
export const removeEmptyMembership = async (deps: Pick<Deps, 'store'>, orgId: OrgId, userId: UserId): Promise<void> => {
  const key = { userId, orgId, memberId: null };
  const empty = await outside(deps.store).get(membership, key);
  if (empty !== undefined) await outside(deps.store).delete(membership, key, empty.etag);
};

const otherAccount = (): AppError => new AppError('USER_ALREADY_REGISTERED', { message: 'microsoft.otherAccount' });

/**
 * Returns the person's account. `wanted`: an account signed in at the same time, which becomes the person's.
 * Otherwise the existing account, or a new one without a password. USER_ALREADY_REGISTERED if the member has another
 * account with a password. The next call repairs any crash.
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
  await ensureProfile(deps, orgId, before, userId);
  await getOrInsert(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  if (before.userId !== null && before.userId !== userId) {
    if (await hasPassword(deps, before.userId)) throw otherAccount();
    await retireAccount(deps, records, before.userId);
  }
  await retryOnConflict(async () => {
    const seat = await findAccountSeat(records, memberId, userId);
    if (seat === undefined) throw unknown();
    // Read after the seat: a removal changes the pointer first and the seat second, so it cannot happen unnoticed
    // between the two reads.
    const pointer = await outside(deps.store).get(teamsUser, { tid: person.tid, oid: person.oid });
    if (pointer?.value.userId !== userId) throw new AppError('UNAUTHENTICATED');
    await records.transact(linkSteps(deps, records, seat, userId));
  });
  await removeEmptyMembership(deps, orgId, userId);
  return userId;
};
