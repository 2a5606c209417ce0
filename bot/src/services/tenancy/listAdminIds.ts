import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import { orgMember } from '../../store/kinds/organisationsAndMembers.ts';
import type { Records } from '../../store/records.ts';
import { prefixRange } from '../../store/tableStore.ts';

/** Returns the members who are admins of the organisation, by id. Their order is fixed, so that each instance begins with the same person. */
export const listAdminIds = async (records: Records<OrgId>): Promise<MemberId[]> => {
  const members = await records.list(orgMember, undefined, prefixRange('mem|'));
  return members.flatMap(({ value }) => (value.role === 'admin' ? [value.memberId] : [])).sort();
};
