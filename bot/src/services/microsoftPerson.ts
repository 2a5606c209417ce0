import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import type { EntraPerson } from '../gateways/entra.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../store/kind.ts';
import { membership, password, profile as profileKind, teamsUser } from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import type { Deps } from './deps.ts';
import { accountLinked } from './accountLinked.ts';
import { endingOf, endingRefusal } from './ending.ts';
import { ensure, retryOnConflict } from './revise.ts';
import { clearPartition } from './rowWalk.ts';
import { livingOrg, placesOf } from './standing.ts';

// Somebody whom Microsoft vouches for, in our rows: known by tenant and object id alone, never by an address.

export type PersonDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Member = ValueOf<typeof orgMember>;

export interface Person {
  readonly tid: string;
  readonly oid: string;
  readonly records: Records<OrgId>;
  readonly memberId: MemberId;
}

const unknown = (): AppError => new AppError('NOT_IN_ROSTER');

/**
 * The member behind tid + oid. NOT_IN_ROSTER in an unknown tenant, in a deleted organisation, and for who is in no team (any
 * more); an admin needs no team.
 */
export const personOf = async (deps: Pick<Deps, 'store'>, { tid, oid }: EntraPerson): Promise<Person> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  if (pointer === undefined) throw unknown();
  const { orgId, memberId } = pointer.value;
  const records = inOrg(deps.store, orgId);
  const [organisation, member, places] = await Promise.all([
    livingOrg(records),
    records.get(orgMember, { memberId }),
    placesOf(records, memberId),
  ]);
  if (organisation === undefined) {
    const ending = await endingOf(deps, orgId);
    throw ending === undefined ? unknown() : endingRefusal('NOT_IN_ROSTER', ending);
  }
  if (member === undefined) throw unknown();
  if (places.length === 0 && member.value.role !== 'admin') throw unknown();
  return { tid, oid, records, memberId };
};

/** Whether this identity was joined to all of the account by its owner, signed in to both. */
export const isJoined = async (
  deps: Pick<Deps, 'store'>,
  { tid, oid }: EntraPerson,
  userId: UserId,
): Promise<boolean> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer?.value.userId === userId && pointer.value.joinedAt !== null;
};

/** Makes the pointer name this account, or, without one, the account it names, the member's, or a new one. */
const claim = (deps: PersonDeps, person: Person, wanted: UserId | null): Promise<UserId> => {
  const { tid, oid, records, memberId } = person;
  return retryOnConflict(async () => {
    const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
    if (pointer?.value.orgId !== records.scope) throw unknown();
    const known = pointer.value.userId ?? (await records.get(orgMember, { memberId }))?.value.userId ?? null;
    const userId = wanted ?? known ?? userIdSchema.parse(deps.newId());
    const isSame = pointer.value.userId === userId;
    const kept = isSame ? pointer.value.joinedAt : null;
    // Signed in to both: from here on this identity opens all of the account.
    const joinedAt = wanted === null ? kept : (kept ?? toInstant(deps.clock.now()));
    if (isSame && joinedAt === kept) return userId;
    await outside(deps.store).replace(teamsUser, { tid, oid }, { ...pointer.value, userId, joinedAt }, pointer.etag);
    return userId;
  });
};

export const hasPassword = async (deps: Pick<Deps, 'store'>, userId: UserId): Promise<boolean> =>
  (await outside(deps.store).get(password, { userId })) !== undefined;

/** An account without a password is nothing but this person's way in from Teams: another one takes its place. */
export const retire = async (deps: Pick<Deps, 'store'>, records: Records<OrgId>, userId: UserId): Promise<void> => {
  const place = await records.get(orgUser, { userId });
  if (place !== undefined) await records.delete(orgUser, { userId }, place.etag);
  await clearPartition(deps.store, 'Accounts', profileKind.at(null, { userId }).pk);
};

/** Of the name as a roster writes it. */
const nameParts = (name: string): { readonly firstName: string; readonly lastName: string } => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

/** The address is for people to read: nobody has confirmed it, so nothing is given for it. */
const ensureProfile = async (deps: PersonDeps, orgId: OrgId, member: Member, userId: UserId): Promise<void> => {
  await ensure(outside(deps.store), profileKind, { userId }, () => ({
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

export interface Seat {
  /** The account's place in the organisation, if it has one. */
  readonly place: Stored<ValueOf<typeof orgUser>> | undefined;
  readonly member: Stored<Member>;
}

export const seatOf = async (
  records: Records<OrgId>,
  memberId: MemberId,
  userId: UserId,
): Promise<Seat | undefined> => {
  const [place, member] = await Promise.all([records.get(orgUser, { userId }), records.get(orgMember, { memberId })]);
  return member === undefined ? undefined : { place, member };
};

/**
 * The steps that make the account the member's, in one transaction: an admin who was nobody's member until now stays one.
 * Only then: later the role is the member's, and what it was before must not come back.
 */
export const linkSteps = (
  deps: Pick<PersonDeps, 'clock' | 'newId'>,
  records: Records<OrgId>,
  { place, member }: Seat,
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

/** Takes the place an account had in the organisation while it was nobody's member. */
export const dropEmptyPlace = async (deps: Pick<Deps, 'store'>, orgId: OrgId, userId: UserId): Promise<void> => {
  const key = { userId, orgId, memberId: null };
  const empty = await outside(deps.store).get(membership, key);
  if (empty !== undefined) await outside(deps.store).delete(membership, key, empty.etag);
};

const otherAccount = (): AppError => new AppError('USER_ALREADY_REGISTERED', { message: 'microsoft.otherAccount' });

/**
 * The person's account. `wanted`: an account signed in at the same time, which becomes theirs. Otherwise the one they have; who
 * has none gets one without a password. USER_ALREADY_REGISTERED when the member has another account with a password.
 * A crash anywhere is made good by the next call.
 */
export const settleAccount = async (deps: PersonDeps, person: Person, wanted: UserId | null): Promise<UserId> => {
  const { records, memberId } = person;
  const orgId = records.scope;
  const before = (await records.get(orgMember, { memberId }))?.value;
  if (before === undefined) throw unknown();
  if (wanted !== null) {
    const pointer = await outside(deps.store).get(teamsUser, { tid: person.tid, oid: person.oid });
    for (const other of [before.userId, pointer?.value.userId ?? null])
      if (other !== null && other !== wanted && (await hasPassword(deps, other))) throw otherAccount();
  }
  const userId = await claim(deps, person, wanted);
  await ensureProfile(deps, orgId, before, userId);
  await ensure(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  if (before.userId !== null && before.userId !== userId) {
    if (await hasPassword(deps, before.userId)) throw otherAccount();
    await retire(deps, records, before.userId);
  }
  await retryOnConflict(async () => {
    const seat = await seatOf(records, memberId, userId);
    if (seat === undefined) throw unknown();
    await records.transact(linkSteps(deps, records, seat, userId));
  });
  await dropEmptyPlace(deps, orgId, userId);
  return userId;
};
