import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { zoneFieldsOf } from '../../domain/runs/memberZoneFromChatOrBrowser.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { replanForReportedZone } from '../runs/replanForReportedZone.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

/**
 * Applies the zone of the caller's browser in all of the caller's teams of the organisation. A zone that does not
 * apply, for example because the person chose another one, is no error: the web app sends the zone by itself.
 */
export const reportBrowserZone = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  { orgId, memberId }: Actor,
  zone: ZoneId,
): Promise<void> => {
  if (memberId === null) return;
  const records = inOrg(deps.store, orgId);
  const report = { zone, source: 'BROWSER', at: deps.clock.now() } as const;
  for (const { teamId, row } of await findTeamMemberships(records, memberId)) {
    await replanForReportedZone(deps, records, { teamId, row, fields: zoneFieldsOf(row, report) });
    await updateRow(records, teamMember, { teamId, memberId }, (now) => mergeChanges(now, zoneFieldsOf(now, report)));
  }
};
