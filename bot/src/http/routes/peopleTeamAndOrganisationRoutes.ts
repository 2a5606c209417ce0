import { Readable } from 'node:stream';
import { readFeed, userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import { activateMember, memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import {
  activateOrg,
  getOrg,
  listOrgs,
  orgAudit,
  orgSettings,
  saveLinkPatterns,
  updateOrg,
} from '#contracts/organisations/organisationCalls.ts';
import { getOrgOfMember } from '#contracts/people/getOrgOfMember.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import { deleteTeam, getTeam, getTeamInfo, setTeamLanguage } from '#contracts/organisations/teamAndMemberCalls.ts';
import { syncOrg, syncTeam } from '#contracts/teamsSync/syncFromTeams.ts';
import { listTimezones } from '#contracts/people/listTimezones.ts';
import {
  deleteUser,
  getProfile,
  getUser,
  listUsers,
  saveUser,
  setRole,
  updateProfile,
} from '#contracts/people/userAndProfileCalls.ts';
import { exportToken, exportUser } from '#contracts/dataLifecycle/personalDataExport.ts';
import * as audit from '../../services/organisations/getAuditLog.ts';
import * as calendarFeed from '../../services/daysOff/publishedCalendarFeed.ts';
import type { Deps } from '../../services/core/deps.ts';
import { actorOfDownload, issueDownloadToken } from '../../services/identity/downloadTokens.ts';
import { exportPersonalData } from '../../services/dataLifecycle/personalDataExport.ts';
import type { ExportDeps } from '../../services/dataLifecycle/personalDataExport.ts';
import * as memberAdmin from '../../services/people/memberActivationAndOrganisation.ts';
import * as links from '../../services/organisations/saveLinkPatterns.ts';
import * as orgs from '../../services/organisations/listAndChangeOrganisations.ts';
import * as preferences from '../../services/people/setPreferences.ts';
import * as productSettings from '../../services/meetings/getMeetingDefaults.ts';
import * as roles from '../../services/people/setRole.ts';
import type { GuardDeps } from '../../services/tenancy/lastAdminGuardAndRoles.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import * as teamAdmin from '../../services/organisations/readChangeAndDeleteTeam.ts';
import * as teamSync from '../../services/teamsSync/syncFromTeams.ts';
import * as timezones from '../../services/people/listTimezones.ts';
import * as users from '../../services/people/listChangeAndDeleteUsers.ts';
import * as profiles from '../../services/people/ownProfile.ts';
import { bind, bindDownload, bindOpenFile } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { zipOf } from '../../services/files/zipFile.ts';

export type PeopleDeps = Deps &
  teamSync.SyncDeps &
  productSettings.SettingDeps &
  GuardDeps &
  ExportDeps &
  SessionDeps &
  calendarFeed.FeedDeps;

const exportFilter = 'export';

const exportRoutes = (deps: PeopleDeps): readonly Route[] => [
  bind(exportToken, async (actor) => ({ token: await issueDownloadToken(deps, actor, exportFilter) })),
  bindDownload(
    exportUser,
    (token, { locale }) => actorOfDownload(deps, token, { filter: exportFilter, locale }),
    async (actor) => {
      const { fileName, files, at } = await exportPersonalData(deps, actor);
      return { fileName, contentType: 'application/zip', body: () => zipOf(files, at) };
    },
  ),
];

const feedRoutes = (deps: PeopleDeps): readonly Route[] => [
  bind(userFeed, (actor, input) => calendarFeed.manageCalendarFeed(deps, actor, input)),
  bindOpenFile(readFeed, async (input, call) => {
    const { fileName, version, text } = await calendarFeed.readFeed(deps, input, call);
    return { fileName, version, contentType: 'text/calendar; charset=utf-8', body: () => Readable.from([text]) };
  }),
];

export const peopleRoutes = (deps: PeopleDeps): readonly Route[] => [
  bind(activateMember, (actor, input) => memberAdmin.activateMember(deps, actor, input)),
  bind(memberPreferences, (actor, input) => preferences.setPreferences(deps, actor, input)),
  bind(getOrgOfMember, (actor, input) => memberAdmin.getOrgOfMember(deps, actor, input)),
  bind(getTeam, (actor, input) => teamAdmin.getTeam(deps, actor, input)),
  bind(getTeamInfo, (actor, input) => teamAdmin.getTeamInfo(deps, actor, input)),
  bind(setTeamLanguage, (actor, input) => teamAdmin.setTeamLanguage(deps, actor, input)),
  bind(deleteTeam, (actor, input) => teamAdmin.deleteTeam(deps, actor, input)),
  bind(syncTeam, (actor, input) => teamSync.syncTeam(deps, actor, input)),
  bind(listUsers, (actor, input) => users.listUsers(deps, actor, input)),
  bind(getUser, (actor, input) => users.getUser(deps, actor, input)),
  bind(saveUser, (actor, input) => users.saveUser(deps, actor, input)),
  bind(deleteUser, (actor, input) => users.deleteUser(deps, actor, input)),
  bind(setRole, (actor, input) => roles.setRole(deps, actor, input)),
  bind(getProfile, (actor, input) => profiles.getProfile(deps, actor, input)),
  bind(updateProfile, (actor, input) => profiles.updateProfile(deps, actor, input)),
  ...exportRoutes(deps),
  ...feedRoutes(deps),
  bind(listOrgs, (actor, input) => orgs.listOrgs(deps, actor, input)),
  bind(getOrg, (actor) => orgs.getOrg(deps, actor)),
  bind(updateOrg, (actor, input) => orgs.updateOrg(deps, actor, input)),
  bind(activateOrg, (actor, input) => orgs.activateOrg(deps, actor, input)),
  bind(orgSettings, (actor, input) => orgs.saveSettings(deps, actor, input)),
  bind(saveLinkPatterns, (actor, input) => links.saveLinkPatterns(deps, actor, input)),
  bind(syncOrg, (actor, input) => teamSync.syncOrg(deps, actor, input)),
  bind(orgAudit, (actor, input) => audit.orgAudit(deps, actor, input)),
  bind(getSettings, (actor, input) => productSettings.getSettings(deps, actor, input)),
  bind(listTimezones, (actor, input) => timezones.listTimezones(deps, actor, input)),
];
