import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import { may } from '#contracts/permissions.ts';
import type {
  deleteUser as deleteUserCall,
  listUsers as listUsersCall,
  saveUser as saveUserCall,
  User,
} from '#contracts/user.ts';
import { inOrg, outside, readAs, scanRows } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { membership, profile as profileKind, teamsUser } from '../store/kinds/accounts.ts';
import { registration } from '../store/kinds/codes.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { prefixRange } from '../store/port.ts';
import { deedSteps } from './activity.ts';
import { endFeed } from './calendarFeed.ts';
import { endAccount } from './cascadePeople.ts';
import type { CascadeDeps } from './cascadeRows.ts';
import type { ActivityFact } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { concernedOrg } from './orgsConcerned.ts';
import { allOrgs, pageOf } from './orgsIndex.ts';
import { patched, revise } from './revise.ts';
import { changeGuarded, roleOf } from './rolesGuard.ts';
import type { GuardDeps, Holder } from './rolesGuard.ts';
import { accountName, holderOfUser, nameOf, profileOf, userOf } from './usersRows.ts';

type UserDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Named = { readonly orgId: OrgId; readonly name: string };

const pageSize = 100;

/** The places of accounts in an organisation, from this one on. */
const placesFrom = async function* (
  { store }: Pick<Deps, 'store'>,
  orgId: OrgId,
  from: UserId | undefined,
): AsyncGenerator<ValueOf<typeof orgUser>> {
  const { to } = prefixRange('user|');
  const range = { from: `user|${from ?? ''}`, to };
  const { pk } = orgUser.at(orgId, { userId: '' as UserId });
  for await (const row of scanRows(store, orgUser.table, pk, range)) yield readAs(orgUser, row).value;
};

interface Cursor {
  readonly orgId: OrgId | undefined;
  readonly userId: UserId | undefined;
}

/** Where a page begins: `organisation|account`. */
const readCursor = (cursor: string | undefined): Cursor => {
  if (cursor === undefined) return { orgId: undefined, userId: undefined };
  const [first, second] = cursor.split('|');
  const [org, user] = [orgIdSchema.safeParse(first), userIdSchema.safeParse(second)];
  if (!org.success || !user.success) throw new AppError('INVALID_INPUT', { values: { field: 'cursor' } });
  return { orgId: org.data, userId: user.data };
};

const isThere = ({ state }: { readonly state: string }): boolean => state === 'ACTIVE' || state === 'DEACTIVATED';

const usersOf = async function* (
  deps: Pick<Deps, 'store'>,
  orgs: AsyncIterable<Named>,
  from: Cursor,
): AsyncGenerator<User> {
  for await (const org of orgs)
    for await (const place of placesFrom(deps, org.orgId, org.orgId === from.orgId ? from.userId : undefined)) {
      const user = await userOf(deps, org, place);
      if (user !== undefined) yield user;
    }
};

const everyOrg = async function* (deps: Pick<Deps, 'store'>, from: OrgId | undefined): AsyncGenerator<Named> {
  for await (const org of allOrgs(deps, from)) if (isThere(org)) yield org;
};

// An async generator of what is known already.
// eslint-disable-next-line @typescript-eslint/require-await -- the reader takes any number of organisations
const only = async function* (org: Named): AsyncGenerator<Named> {
  yield org;
};

/** Accounts of the caller's organisation; of a superadmin all there are, or those of the one named. */
export const listUsers = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { cursor, orgId }: ParsedOf<typeof listUsersCall>,
): Promise<OutputOf<typeof listUsersCall>> => {
  const from = readCursor(cursor);
  const isEverywhere = may('all.list', { role: actor.role, belongsToTeam: false, isOwner: false });
  const orgs =
    isEverywhere && orgId === undefined
      ? everyOrg(deps, from.orgId)
      : only((await concernedOrg(deps, actor, orgId)).organisation);
  const page = await pageOf(usersOf(deps, orgs, from), pageSize, (one) => `${one.orgId}|${one.id}`);
  return { items: [...page.items], next: page.next };
};

/** Oneself, or somebody of the organisation by whom may read all; anybody else is not there. */
export const getUser = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { userId }: { readonly userId: UserId },
): Promise<User> => {
  const standing = { role: actor.role, belongsToTeam: false, isOwner: actor.userId === userId };
  if (!may('user.read', standing)) throw new AppError('NOT_FOUND');
  const { records, organisation } = await concernedOrg(deps, actor, undefined);
  const { user } = await holderOfUser(records, userId);
  const found = user === undefined ? undefined : await userOf(deps, organisation, user.value);
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
};

export const logOf = (deps: UserDeps, actor: Actor, fact: ActivityFact) =>
  deedSteps(inOrg(deps.store, actor.orgId), actor, {
    ...{ teamId: null, objectId: actor.orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
    ...fact,
  });

/** Whether the account has a place in any other organisation. */
export const isElsewhere = async (deps: Pick<Deps, 'store'>, userId: UserId, here: OrgId): Promise<boolean> => {
  const anyPlace = { userId, orgId: '' as OrgId, memberId: null };
  const rows = await outside(deps.store).list(membership, anyPlace, prefixRange('m|'));
  return rows.some((row) => row.value.orgId !== here);
};

/**
 * Changes the names of an account. Somebody who belongs to another organisation too is theirs to name. The account lies
 * outside the organisation, so the log entry goes before the change: it may say it twice, it never leaves it out.
 */
export const saveUser = async (
  deps: UserDeps,
  actor: Actor,
  { id, firstName, lastName }: ParsedOf<typeof saveUserCall>,
): Promise<User> => {
  await holderOfUser(inOrg(deps.store, actor.orgId), id);
  const account = await profileOf(deps, id);
  if (account === undefined) throw new AppError('NOT_FOUND');
  if (patched(account, { firstName, lastName }) !== undefined) {
    if (await isElsewhere(deps, id, actor.orgId)) throw new AppError('FORBIDDEN', { message: 'org.userElsewhere' });
    const values = { before: nameOf(account), after: nameOf({ firstName, lastName }) };
    const log = logOf(deps, actor, { message: 'activity.userRenamed', values });
    await inOrg(deps.store, actor.orgId).transact(log);
    await revise(outside(deps.store), profileKind, { userId: id }, (row) => patched(row, { firstName, lastName }));
  }
  return getUser(deps, { ...actor, userId: id }, { userId: id });
};

/** Whose place in the organisation has gone. */
interface Leaver {
  readonly userId: UserId;
  readonly memberId: MemberId | null;
  readonly member: Holder['member'];
}

const pointerOf = async (deps: UserDeps, orgId: OrgId, { userId, member }: Leaver): Promise<void> => {
  const { tid = null, oid = null } = member?.value ?? {};
  if (tid === null || oid === null) return;
  await revise(outside(deps.store), teamsUser, { tid, oid }, (row) =>
    row.orgId === orgId && row.userId === userId ? { ...row, userId: null, joinedAt: null } : undefined,
  );
};

/**
 * What still leads to the account from outside the organisation, and the account itself when it is in no other: it could not be
 * signed in to, and its address would be taken for ever. May be broken off anywhere: `leaverOf` finds it again.
 */
const cutLoose = async (deps: CascadeDeps, orgId: OrgId, leaver: Leaver): Promise<void> => {
  const records = outside(deps.store);
  const { userId, memberId } = leaver;
  const livesOn = await isElsewhere(deps, userId, orgId);
  await revise(records, profileKind, { userId }, (row) => {
    const elsewhere = row.lastOrgId === orgId ? null : row.lastOrgId;
    return { ...row, sessionEpoch: row.sessionEpoch + 1, lastOrgId: livesOn ? elsewhere : orgId };
  });
  await pointerOf(deps, orgId, leaver);
  if (!livesOn) {
    await endAccount(deps, userId);
    return;
  }
  await endFeed(deps, userId, orgId);
  const key = { userId, orgId, memberId };
  const place = await records.get(membership, key);
  if (place !== undefined) await records.delete(membership, key, place.etag);
};

/** Somebody whose removal from the organisation broke off when their place was gone. */
const leaverOf = async (deps: UserDeps, orgId: OrgId, userId: UserId): Promise<Leaver | undefined> => {
  const records = inOrg(deps.store, orgId);
  if ((await records.get(orgUser, { userId })) !== undefined) return undefined;
  const anyPlace = { userId, orgId, memberId: null };
  const [places, account, pending] = await Promise.all([
    outside(deps.store).list(membership, anyPlace, prefixRange('m|')),
    profileOf(deps, userId),
    outside(deps.store).get(registration, { userId }),
  ]);
  const place = places.find((row) => row.value.orgId === orgId)?.value;
  // Somebody who registers has no place yet.
  const isLast = account?.lastOrgId === orgId && places.length === 0 && pending === undefined;
  if (place === undefined && !isLast) return undefined;
  const memberId = place?.memberId ?? null;
  const member = memberId === null ? undefined : await records.get(orgMember, { memberId });
  return { userId, memberId, member };
};

const removalSteps = (records: Records<OrgId>, { user, member }: Holder) => [
  ...(user === undefined ? [] : [records.deleteStep(orgUser, { userId: user.value.userId })]),
  ...(member === undefined
    ? []
    : [
        records.replaceStep(
          orgMember,
          { memberId: member.value.memberId },
          // Invitations that were given out before are over with the account.
          { ...member.value, userId: null, role: 'user' as const, inviteRound: (member.value.inviteRound ?? 0) + 1 },
          member.etag,
        ),
      ]),
];

/**
 * Takes an account out of the organisation: its place, role and sessions end with it, and the account where it is in no other. Who
 * is in a team stays a member there, without an account; answers stay. LAST_ADMIN when nobody else could act as admin.
 */
export const deleteUser = async (
  deps: CascadeDeps & GuardDeps,
  actor: Actor,
  { userId }: ParsedOf<typeof deleteUserCall>,
): Promise<OutputOf<typeof deleteUserCall>> => {
  const brokenOff = await leaverOf(deps, actor.orgId, userId);
  if (brokenOff !== undefined) {
    await cutLoose(deps, actor.orgId, brokenOff);
    return { id: userId };
  }
  let removed: Holder | undefined;
  await changeGuarded(deps, actor.orgId, async (records) => {
    const holder = await holderOfUser(records, userId);
    const log = logOf(deps, actor, {
      message: 'activity.userDeleted',
      values: { name: await accountName(deps, holder) },
    });
    removed = holder;
    const dethroned = roleOf(holder) === 'admin' ? holder : null;
    return { steps: [...removalSteps(records, holder), ...log], dethroned };
  });
  const { user, member } = removed ?? {};
  if (user !== undefined) await cutLoose(deps, actor.orgId, { ...user.value, member });
  return { id: userId };
};
