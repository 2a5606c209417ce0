import {
  activateOrg,
  getOrg,
  listOrgs,
  orgAudit,
  orgSettings,
  saveLinkPatterns,
  updateOrg,
} from '#contracts/organisations/organisationCalls.ts';
import {
  deleteTeam,
  getTeam,
  getTeamInfo,
  listMembers,
  listTeams,
  setTeamLanguage,
} from '#contracts/organisations/teamAndMemberCalls.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as audit from '../../services/organisations/getAuditLog.ts';
import * as orgs from '../../services/organisations/listAndChangeOrganisations.ts';
import * as teams from '../../services/organisations/listTeamsAndMembers.ts';
import * as teamAdmin from '../../services/organisations/readChangeAndDeleteTeam.ts';
import * as links from '../../services/organisations/saveLinkPatterns.ts';
import type { GuardDeps } from '../../services/tenancy/lastAdminGuardAndRoles.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type OrganisationRouteDeps = Deps & GuardDeps;

export const organisationRoutes = (deps: OrganisationRouteDeps): readonly Route[] => [
  bind(listOrgs, (actor, input) => orgs.listOrgs(deps, actor, input)),
  bind(getOrg, (actor) => orgs.getOrg(deps, actor)),
  bind(updateOrg, (actor, input) => orgs.updateOrg(deps, actor, input)),
  bind(activateOrg, (actor, input) => orgs.activateOrg(deps, actor, input)),
  bind(orgSettings, (actor, input) => orgs.saveSettings(deps, actor, input)),
  bind(saveLinkPatterns, (actor, input) => links.saveLinkPatterns(deps, actor, input)),
  bind(orgAudit, (actor, input) => audit.orgAudit(deps, actor, input)),
  bind(listTeams, (actor) => teams.listTeams(deps, actor)),
  bind(listMembers, (actor, input) => teams.listMembers(deps, actor, input)),
  bind(getTeam, (actor, input) => teamAdmin.getTeam(deps, actor, input)),
  bind(getTeamInfo, (actor, input) => teamAdmin.getTeamInfo(deps, actor, input)),
  bind(setTeamLanguage, (actor, input) => teamAdmin.setTeamLanguage(deps, actor, input)),
  bind(deleteTeam, (actor, input) => teamAdmin.deleteTeam(deps, actor, input)),
];
