import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';

/** True if the account is in an organisation other than this one. */
export const isInAnotherOrganisation = async (
  deps: Pick<Deps, 'store'>,
  userId: UserId,
  orgId: OrgId,
): Promise<boolean> => {
  const rows = await outside(deps.store).list(membership, { userId }, prefixRange('m|'));
  return rows.some((row) => row.value.orgId !== orgId);
};
