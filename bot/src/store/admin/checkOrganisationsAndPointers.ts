import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ValueOf } from '../recordKindsAndAccess.ts';
import { teamsUser } from '../kinds/microsoftAccounts/teamsUser.ts';
import { tenantOrg, threadTeam } from '../kinds/organisations/organisationLookups.ts';
import type { org as orgKind } from '../kinds/organisations/organisation.ts';
import type { orgMember } from '../kinds/organisations/organisationUserAndMember.ts';
import type { team as teamKind } from '../kinds/organisations/teamAndChannel.ts';
import type { teamMember } from '../kinds/people/teamMember.ts';
import type { Key } from '../tableStorePort.ts';
import type { FindingReport } from './storeCheckFinding.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';

// Checks organisations, members and teams against their pointers, the rows by which they are found. A pointer is
// written before its row. So a row without its pointer is a fault, and a pointer without its row is not.

const checkOrg = (all: GatheredStore, report: FindingReport, org: ValueOf<typeof orgKind>): void => {
  const key = { pk: org.orgId, rk: 'org' };
  if (!all.indexed.has(org.orgId)) report('Org', key, 'is not in the list of organisations');
  if (org.tid === null || org.state === 'DELETED') return;
  if (all.tenants.get(tenantOrg.at(null, { tid: org.tid }).pk) !== org.orgId)
    report('Org', key, 'its tenant does not point to it');
};

const checkMember = (all: GatheredStore, report: FindingReport, key: Key, member: ValueOf<typeof orgMember>): void => {
  const { memberId, tid, oid } = member;
  if (all.memberOrgs.get(memberId) !== key.pk) report('Org', key, 'its mem pointer does not name this organisation');
  if (tid === null || oid === null) return;
  if (all.people.get(teamsUser.at(null, { tid, oid }).pk) !== `${key.pk}|${memberId}`)
    report('Org', key, 'its aad pointer does not name this member');
};

/**
 * Reports rows of a deleted organisation, and rows of a missing organisation. A pointer to a missing organisation is no
 * finding, because pointers are written first.
 */
const checkNaming = (all: GatheredStore, report: FindingReport): void => {
  for (const { table, key, orgId, isPointer } of all.naming) {
    if (all.moving.has(orgId)) continue;
    const org = all.orgs.get(orgId);
    if (org?.state === 'DELETED') report(table, key, 'belongs to a deleted organisation');
    else if (org === undefined && !isPointer) report(table, key, 'belongs to an organisation that does not exist');
  }
};

export const checkOrgs = (all: GatheredStore, report: FindingReport): void => {
  for (const org of all.orgs.values()) if (!all.moving.has(org.orgId)) checkOrg(all, report, org);
  for (const [name, member] of all.members) {
    const orgId = name.split('|')[0] as OrgId;
    if (!all.moving.has(orgId)) checkMember(all, report, { pk: orgId, rk: `mem|${member.memberId}` }, member);
  }
  checkNaming(all, report);
};

interface InTeam {
  readonly all: GatheredStore;
  readonly report: FindingReport;
  readonly pk: string;
}

export const checkTeamRow = ({ all, report, pk }: InTeam, team: ValueOf<typeof teamKind>): void => {
  const key = { pk, rk: 'T' };
  if (!all.teams.has(pk)) report('Team', key, 'its organisation does not list it');
  if (team.tid === null || team.threadId === null || team.state === 'DELETED') return;
  if (all.threads.get(threadTeam.at(null, { tid: team.tid, threadId: team.threadId }).pk) !== pk)
    report('Team', key, 'its thr pointer does not name this team');
};

/**
 * Checks that a member who is not muted has no end of muting, and that a current member has the pointer rows, which lead
 * from a person to their teams.
 */
export const checkTeamMember = ({ all, report, pk }: InTeam, member: ValueOf<typeof teamMember>): void => {
  const { memberId, isMuted, mutedUntil } = member;
  const key = { pk, rk: `M|${memberId}` };
  if (!isMuted && mutedUntil !== null) report('Team', key, 'has an end of muting but is not muted');
  if (member.leftOn !== null) return;
  const [orgId = '', teamId = ''] = pk.split('|');
  if (!all.members.has(`${orgId}|${memberId}`)) report('Team', key, 'is no member of its organisation');
  if (!all.memberTeams.has(`${orgId}|${memberId}|${teamId}`)) report('Team', key, 'has no mt pointer');
  if (!all.teamMembers.has(`${orgId}|${memberId}|${teamId}`)) report('Team', key, 'has no tm pointer');
};
