import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import { AppError } from '#contracts/errors.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../store/kind.ts';
import { profile, teamsUser } from '../store/kinds/accounts.ts';
import { org as orgKind, orgMember, orgUser } from '../store/kinds/org.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { retryOnConflict } from './revise.ts';
import { placesOf } from './standing.ts';

// An organisation always has an admin who can act. Whatever takes somebody's admin role is decided and written under the
// ETag of the organisation's row, so that of racing removals each sees what the others did.

/** Somebody of an organisation: a member of teams, a web account, or both. */
export interface Holder {
  readonly user: Stored<ValueOf<typeof orgUser>> | undefined;
  readonly member: Stored<ValueOf<typeof orgMember>> | undefined;
}

/** With a member the role is the member's; an account whose member is missing has the least. */
export const roleOf = ({ user, member }: Holder): 'user' | 'admin' => {
  if (member !== undefined) return member.value.role;
  return user?.value.memberId === null ? user.value.role : 'user';
};

interface Admin {
  readonly userId: UserId | null;
  readonly memberId: MemberId | null;
  readonly tid?: string | null;
  readonly oid?: string | null;
}

export interface GuardDeps extends Pick<Deps, 'store'> {
  /** Null = nobody can sign in with Microsoft. */
  readonly entra: object | null;
}

const adminsOf = async (records: Records<OrgId>): Promise<Admin[]> => {
  const [members, users] = await Promise.all([
    records.list(orgMember, { memberId: '' as MemberId }, prefixRange('mem|')),
    records.list(orgUser, { userId: '' as UserId }, prefixRange('user|')),
  ]);
  return [
    ...members.filter(({ value }) => value.role === 'admin').map(({ value }) => value),
    ...users.filter(({ value }) => value.role === 'admin' && value.memberId === null).map(({ value }) => value),
  ];
};

/** Whether Microsoft signs them in: an admin needs no team for that, only to be the one whom the tenant's directory names. */
const comesByMicrosoft = async (deps: GuardDeps, { scope }: Records<OrgId>, admin: Admin): Promise<boolean> => {
  const { tid = null, oid = null } = admin;
  if (deps.entra === null || tid === null || oid === null) return false;
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer?.value.orgId === scope && pointer.value.memberId === admin.memberId;
};

/** Whether an admin would be left who can sign in where passwords are not accepted. */
export const hasMicrosoftAdmin = async (deps: GuardDeps, records: Records<OrgId>): Promise<boolean> => {
  for (const admin of await adminsOf(records)) if (await comesByMicrosoft(deps, records, admin)) return true;
  return false;
};

/** By a confirmed account, from a team, or by Microsoft; whoever has none of them any more holds a role nobody can use. */
const canAct = async (
  deps: GuardDeps,
  records: Records<OrgId>,
  admin: Admin,
  takesPasswords: boolean,
): Promise<boolean> => {
  if (admin.memberId !== null && (await placesOf(records, admin.memberId)).length > 0) return true;
  if (await comesByMicrosoft(deps, records, admin)) return true;
  if (admin.userId === null || !takesPasswords) return false;
  return (await outside(deps.store).get(profile, { userId: admin.userId }))?.value.isConfirmed === true;
};

const isSame = (admin: Admin, { user, member }: Holder): boolean =>
  (admin.memberId !== null && admin.memberId === member?.value.memberId) ||
  (admin.userId !== null && admin.userId === user?.value.userId);

/** LAST_ADMIN when nobody else could act as admin without this one. */
export const requireOtherAdmin = async (deps: GuardDeps, records: Records<OrgId>, holder: Holder): Promise<void> => {
  const takesPasswords = (await records.get(orgKind, undefined))?.value.microsoftOnly !== true;
  for (const admin of await adminsOf(records))
    if (!isSame(admin, holder) && (await canAct(deps, records, admin, takesPasswords))) return;
  throw new AppError('LAST_ADMIN');
};

export interface GuardedChange {
  readonly steps: readonly RecordStep[];
  /** Who is no admin after it. */
  readonly dethroned: Holder | null;
}

// As many admins as may reasonably be removed at once: each lost race means that another removal got on.
const tries = 60;

/** Writes a change of the organisation's partition; `undefined` from `plan` = there is nothing to change. */
export const changeGuarded = (
  deps: GuardDeps,
  orgId: OrgId,
  plan: (records: Records<OrgId>) => Promise<GuardedChange | undefined>,
): Promise<boolean> => {
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const organisation = await records.get(orgKind, undefined);
    if (organisation === undefined) throw new AppError('NOT_FOUND');
    const change = await plan(records);
    if (change === undefined) return false;
    if (change.dethroned !== null) await requireOtherAdmin(deps, records, change.dethroned);
    const guard = records.replaceStep(orgKind, undefined, organisation.value, organisation.etag);
    await records.transact([guard, ...change.steps]);
    return true;
  }, tries);
};
