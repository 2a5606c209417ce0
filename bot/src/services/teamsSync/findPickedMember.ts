import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Deps } from '../core/deps.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';

const objectId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const longestId = 500;

/**
 * Returns the member whom a person chose in a people picker. `picked` is the object id of the chosen person (Teams), or
 * the id of the chat user (local chat client). Undefined for an unknown person. The caller must check whether the
 * member is in the team.
 */
export const findPickedMember = async (
  { store }: Pick<Deps, 'store'>,
  tid: string,
  { orgId, teamId }: { readonly orgId: OrgId; readonly teamId: TeamId },
  picked: string,
): Promise<MemberId | undefined> => {
  if (picked.length > longestId) return undefined;
  const pointer = (await outside(store).get(teamsUser, { tid, oid: picked }))?.value;
  if (pointer !== undefined || objectId.test(picked)) return pointer?.orgId === orgId ? pointer.memberId : undefined;
  const members = await listPresentMembers(inOrg(store, orgId), teamId);
  return members.find((member) => member.teamsUserId === picked)?.memberId;
};
