import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { payment } from '../../store/kinds/billing/paymentSettings.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';

/**
 * Key ranges of a team that are not empty if the organisation is in use: meetings (`G|`), and answers to existing or
 * deleted meetings (`Q|`).
 */
const signsOfUse = [prefixRange('G|'), prefixRange('Q|')];

/** True if the organisation has data that cannot be moved: a meeting, an answer, or a payment row. */
export const isOrganisationInUse = async ({ store }: Pick<Deps, 'store'>, orgId: OrgId): Promise<boolean> => {
  const records = inOrg(store, orgId);
  if ((await records.get(payment, undefined)) !== undefined) return true;
  const teams = await records.list(orgTeam, undefined, prefixRange('team|'));
  for (const { value } of teams)
    for (const range of signsOfUse) {
      const pk = teamPartition(orgId, value.teamId);
      const { rows } = await store.scan('Team', pk, range, { limit: 1, keysOnly: true });
      if (rows.length > 0) return true;
    }
  return false;
};
