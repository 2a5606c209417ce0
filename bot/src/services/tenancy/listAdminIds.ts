import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import { orgMember } from '../../store/kinds/organisationsAndMembers.ts';
import type { Records } from '../../store/records.ts';
import { prefixRange } from '../../store/tableStore.ts';

/**
 * Returns the ids of the members who are admins of the organisation. The ids are sorted, so that every instance gets
 * the same order.
 */
export const listAdminIds = async (records: Records<OrgId>): Promise<MemberId[]> => {
  const members = await records.list(orgMember, undefined, prefixRange('mem|'));
  return members.flatMap(({ value }) => (value.role === 'admin' ? [value.memberId] : [])).sort();
};
