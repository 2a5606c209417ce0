import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type {
  deleteUser as deleteUserCall,
  listUsers as listUsersCall,
  saveUser as saveUserCall,
  User,
} from '#contracts/people/userAndProfileCalls.ts';
import { inOrg, outside, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { registration } from '../../store/kinds/registration/registration.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import { endCalendarFeed } from '../daysOff/publishedCalendarFeed.ts';
import { endAccount } from '../dataLifecycle/endAccountAndReleaseMember.ts';
import { isInAnotherOrganisation } from '../tenancy/isInAnotherOrganisation.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { listIndexedOrganisations, pageOfList } from '../tenancy/listIndexedOrganisations.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { changeWithAdminGuard, roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { GuardDeps, Holder } from '../tenancy/lastAdminGuardAndRoles.ts';
import { accountName, memberOfUser, nameOf, profileOf, userOf } from '../identity/accountProfilesAndMembers.ts';

type UserDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Named = { readonly orgId: OrgId; readonly name: string };

const pageSize = 100;

const placesFrom = async function* (
  { store }: Pick<Deps, 'store'>,
  orgId: OrgId,
  from: UserId | undefined,
): AsyncGenerator<ValueOf<typeof orgUser>> {
  const { to } = prefixRange('user|');
  const range = { from: `user|${from ?? ''}`, to };
  const pk = orgUser.partition(orgId, undefined);
  for await (const row of scanRows(store, orgUser.table, pk, range)) yield readAs(orgUser, row).value;
};

interface Cursor {
  readonly orgId: OrgId | undefined;
  readonly userId: UserId | undefined;
}

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
  for await (const org of listIndexedOrganisations(deps, from)) if (isThere(org)) yield org;
};

// Yields one known organisation as an async generator.
// oxlint-disable-next-line typescript/require-await -- the reader takes any number of organisations
const only = async function* (org: Named): AsyncGenerator<Named> {
  yield org;
};

/**
 * Returns the accounts of the caller's organisation, page by page. A superadmin gets all accounts, or those of the
 * organisation `orgId`.
 */
export const listUsers = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { cursor, orgId }: ParsedOf<typeof listUsersCall>,
): Promise<OutputOf<typeof listUsersCall>> => {
  const from = readCursor(cursor);
  const isEverywhere = hasPermission('all.list', { role: actor.role, belongsToTeam: false, isOwner: false });
  const orgs =
    isEverywhere && orgId === undefined
      ? everyOrg(deps, from.orgId)
      : only((await ownOrNamedOrganisation(deps, actor, orgId)).organisation);
  const page = await pageOfList(usersOf(deps, orgs, from), pageSize, (user) => `${user.orgId}|${user.id}`);
  return { items: [...page.items], next: page.next };
};

/**
 * Returns the caller's own account or, if the caller may read accounts, an account of the caller's organisation.
 * Otherwise throws NOT_FOUND, so that the caller does not learn whether the account exists.
 */
export const getUser = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { userId }: { readonly userId: UserId },
): Promise<User> => {
  const standing = { role: actor.role, belongsToTeam: false, isOwner: actor.userId === userId };
  if (!hasPermission('user.read', standing)) throw new AppError('NOT_FOUND');
  const { records, organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  const { user } = await memberOfUser(records, userId);
  const account = user === undefined ? undefined : await userOf(deps, organisation, user.value);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

export const accountLogOf = (deps: UserDeps, actor: Actor, fact: ActivityFact) =>
  auditedActionSteps(inOrg(deps.store, actor.orgId), actor, {
    ...{ teamId: null, objectId: actor.orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
    ...fact,
  });

/**
 * Changes the names of an account. Throws FORBIDDEN if the person is also in another organisation. The account is in
 * another partition than the log, so the log entry is written first: after a crash, it may be written twice, but is
 * never missing.
 */
export const saveUser = async (
  deps: UserDeps,
  actor: Actor,
  { id, firstName, lastName }: ParsedOf<typeof saveUserCall>,
): Promise<User> => {
  await memberOfUser(inOrg(deps.store, actor.orgId), id);
  const account = await profileOf(deps, id);
  if (account === undefined) throw new AppError('NOT_FOUND');
  if (mergeChanges(account, { firstName, lastName }) !== undefined) {
    if (await isInAnotherOrganisation(deps, id, actor.orgId))
      throw new AppError('FORBIDDEN', { message: 'org.userElsewhere' });
    const values = { before: nameOf(account), after: nameOf({ firstName, lastName }) };
    const log = accountLogOf(deps, actor, { message: 'activity.userRenamed', values });
    await inOrg(deps.store, actor.orgId).transact(log);
    await updateRow(outside(deps.store), profileKind, { userId: id }, (row) =>
      mergeChanges(row, { firstName, lastName }),
    );
  }
  return getUser(deps, { ...actor, userId: id }, { userId: id });
};

interface Leaver {
  readonly userId: UserId;
  readonly memberId: MemberId | null;
  readonly member: Holder['member'];
}

const pointerOf = async (deps: UserDeps, orgId: OrgId, { userId, member }: Leaver): Promise<void> => {
  const { tid = null, oid = null } = member?.value ?? {};
  if (tid === null || oid === null) return;
  await updateRow(outside(deps.store), teamsUser, { tid, oid }, (row) =>
    row.orgId === orgId && row.userId === userId ? { ...row, userId: null, joinedAt: null, join: null } : undefined,
  );
};

/**
 * Removes the rows outside the organisation that refer to the account. If it is in no other organisation, the account
 * itself is deleted: it could not sign in, and its address would stay in use. After an interruption, `leaverOf` finds
 * the person again.
 */
const cutLoose = async (deps: BatchedDeletionDeps, orgId: OrgId, leaver: Leaver): Promise<void> => {
  const records = outside(deps.store);
  const { userId, memberId } = leaver;
  const livesOn = await isInAnotherOrganisation(deps, userId, orgId);
  await updateRow(records, profileKind, { userId }, (row) => {
    const elsewhere = row.lastOrgId === orgId ? null : row.lastOrgId;
    return { ...row, sessionEpoch: row.sessionEpoch + 1, lastOrgId: livesOn ? elsewhere : orgId };
  });
  await pointerOf(deps, orgId, leaver);
  if (!livesOn) {
    await endAccount(deps, userId);
    return;
  }
  await endCalendarFeed(deps, userId, orgId);
  const key = { userId, orgId, memberId };
  const place = await records.get(membership, key);
  if (place !== undefined) await records.delete(membership, key, place.etag);
};

/**
 * Returns the person if an earlier removal from the organisation was interrupted after it had removed the account's row
 * there, so that it can be finished; otherwise undefined.
 */
const leaverOf = async (deps: UserDeps, orgId: OrgId, userId: UserId): Promise<Leaver | undefined> => {
  const records = inOrg(deps.store, orgId);
  if ((await records.get(orgUser, { userId })) !== undefined) return undefined;
  const [places, account, pending] = await Promise.all([
    outside(deps.store).list(membership, { userId }, prefixRange('m|')),
    profileOf(deps, userId),
    outside(deps.store).get(registration, { userId }),
  ]);
  const place = places.find((row) => row.value.orgId === orgId)?.value;
  // A person who is still registering has no membership either, but was never removed, so a pending registration is no
  // sign of an interrupted removal.
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
          // The increased number makes all earlier invitations of the member invalid.
          { ...member.value, userId: null, role: 'user' as const, inviteRound: (member.value.inviteRound ?? 0) + 1 },
          member.etag,
        ),
      ]),
];

/**
 * Removes an account from the organisation: its membership, role and sessions end, and the account is deleted if it is
 * in no other organisation. A team member stays a member without an account, and answers stay. Throws LAST_ADMIN if no
 * other person could act as admin.
 */
export const deleteUser = async (
  deps: BatchedDeletionDeps & GuardDeps,
  actor: Actor,
  { userId }: ParsedOf<typeof deleteUserCall>,
): Promise<OutputOf<typeof deleteUserCall>> => {
  const brokenOff = await leaverOf(deps, actor.orgId, userId);
  if (brokenOff !== undefined) {
    await cutLoose(deps, actor.orgId, brokenOff);
    return { id: userId };
  }
  let removed: Holder | undefined;
  await changeWithAdminGuard(deps, actor.orgId, async (records) => {
    const holder = await memberOfUser(records, userId);
    const log = accountLogOf(deps, actor, {
      message: 'activity.userDeleted',
      values: { name: await accountName(deps, holder) },
    });
    removed = holder;
    const dethroned = roleOfHolder(holder) === 'admin' ? holder : null;
    return { steps: [...removalSteps(records, holder), ...log], dethroned };
  });
  const { user, member } = removed ?? {};
  if (user !== undefined) await cutLoose(deps, actor.orgId, { ...user.value, member });
  return { id: userId };
};
