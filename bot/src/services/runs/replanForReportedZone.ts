import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberZone } from '../../domain/runs/memberZoneFromChatOrBrowser.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { replanForZone } from './replanForZoneOrReturn.ts';

/** A member's row in one team, and the fields that a reported zone changes in it. */
export interface ReportedMove {
  readonly teamId: TeamId;
  readonly row: TeamMember;
  readonly fields: Partial<MemberZone>;
}

/**
 * If the reported zone differs from the member's stored zone, plans the meetings with the time basis MEMBER again. Call
 * it before the fields are stored.
 */
export const replanForReportedZone = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  records: Records<OrgId>,
  { teamId, row, fields }: ReportedMove,
): Promise<void> => {
  const { timezone } = fields;
  if (timezone != null && timezone !== row.timezone)
    await replanForZone(deps, records, { memberId: row.memberId, teamIds: [teamId], zone: timezone });
};
