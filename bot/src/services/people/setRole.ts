import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { setRole as setRoleCall } from '#contracts/people/userAndProfileCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { changeWithAdminGuard, requireOtherAdmin, roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { GuardDeps, Holder } from '../tenancy/lastAdminGuardAndRoles.ts';
import { accountName, memberOfUser } from '../identity/accountProfilesAndMembers.ts';

type Asked = ParsedOf<typeof setRoleCall>;
type RoleDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & GuardDeps;

const holderOf = async (records: Records<OrgId>, { userId, memberId }: Asked): Promise<Holder> => {
  if (userId !== undefined) return memberOfUser(records, userId);
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

const changeRole = async (deps: RoleDeps, actor: Actor, roleChange: Asked): Promise<void> => {
  const { role } = roleChange;
  await changeWithAdminGuard(deps, actor.orgId, async (records) => {
    const holder = await holderOf(records, roleChange);
    if (roleOfHolder(holder) === role) return undefined;
    const name = holder.member?.value.name ?? (await accountName(deps, holder));
    const log = auditedActionSteps(records, actor, {
      ...{ teamId: null, objectId: actor.orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
      ...{ message: 'activity.roleChanged', values: { role, name } },
    });
    const dethroned = role === 'admin' ? null : holder;
    return { steps: [...roleSteps(records, holder, role), ...log], dethroned };
  });
};

/**
 * Checks a change of role without writing it, so that the web app can show a refusal before it asks for confirmation.
 */
const previewRole = async (deps: RoleDeps, records: Records<OrgId>, roleChange: Asked): Promise<void> => {
  const holder = await holderOf(records, roleChange);
  if (roleChange.role !== 'admin' && roleOfHolder(holder) === 'admin') await requireOtherAdmin(deps, records, holder);
};

/**
 * Makes a person an admin, or takes this role away. The change applies from the person's next request on. Throws
 * LAST_ADMIN if no other person could act as admin, and NOT_FOUND for a person of another organisation.
 */
export const setRole = async (
  deps: RoleDeps,
  actor: Actor,
  roleChange: Asked,
): Promise<OutputOf<typeof setRoleCall>> => {
  const { role } = roleChange;
  const records = inOrg(deps.store, actor.orgId);
  if (roleChange.preview === true) await previewRole(deps, records, roleChange);
  else await changeRole(deps, actor, roleChange);
  const { user, member } = await holderOf(records, roleChange);
  return { userId: user?.value.userId ?? null, memberId: member?.value.memberId ?? null, role };
};
