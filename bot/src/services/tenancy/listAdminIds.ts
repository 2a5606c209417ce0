import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';

/**
 * Returns the ids of the members who are admins of the organisation, sorted, so that every call gives the same order.
 */
export const listAdminIds = async (records: Records<OrgId>): Promise<MemberId[]> => {
  const members = await records.list(orgMember, undefined, prefixRange('mem|'));
  return members.flatMap(({ value }) => (value.role === 'admin' ? [value.memberId] : [])).sort();
};
