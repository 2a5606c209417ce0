import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { OrgId } from '#contracts/ids.ts';
import type { setRole as setRoleCall } from '#contracts/user.ts';
import { inOrg } from '../store/kind.ts';
import type { Records, RecordStep } from '../store/kind.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { changeGuarded, roleOf } from './rolesGuard.ts';
import type { GuardDeps, Holder } from './rolesGuard.ts';
import { accountName, holderOfUser } from './usersRows.ts';

type Asked = ParsedOf<typeof setRoleCall>;
type RoleDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & GuardDeps;

const holderOf = async (records: Records<OrgId>, { userId, memberId }: Asked): Promise<Holder> => {
  if (userId !== undefined) return holderOfUser(records, userId);
  if (memberId === undefined) throw new AppError('NOT_FOUND');
  const member = await records.get(orgMember, { memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const owner = member.value.userId;
  return { member, user: owner === null ? undefined : await records.get(orgUser, { userId: owner }) };
};

const roleSteps = (records: Records<OrgId>, { user, member }: Holder, role: Asked['role']): RecordStep[] => [
  ...(member === undefined
    ? []
    : [records.replaceStep(orgMember, { memberId: member.value.memberId }, { ...member.value, role }, member.etag)]),
  ...(user === undefined
    ? []
    : [records.replaceStep(orgUser, { userId: user.value.userId }, { ...user.value, role }, user.etag)]),
];

/**
 * Makes somebody an admin, or takes that role from them; it holds from their next request. LAST_ADMIN when nobody else
 * could act as admin; somebody of another organisation is NOT_FOUND.
 */
export const setRole = async (deps: RoleDeps, actor: Actor, asked: Asked): Promise<OutputOf<typeof setRoleCall>> => {
  const { role } = asked;
  await changeGuarded(deps, actor.orgId, async (records) => {
    const holder = await holderOf(records, asked);
    if (roleOf(holder) === role) return undefined;
    const name = holder.member?.value.name ?? (await accountName(deps, holder));
    const log = deedSteps(records, actor, {
      ...{ teamId: null, objectId: actor.orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
      ...{ message: 'activity.roleChanged', values: { role, name } },
    });
    const dethroned = role === 'admin' ? null : holder;
    return { steps: [...roleSteps(records, holder, role), ...log], dethroned };
  });
  const { user, member } = await holderOf(inOrg(deps.store, actor.orgId), asked);
  return { userId: user?.value.userId ?? null, memberId: member?.value.memberId ?? null, role };
};
