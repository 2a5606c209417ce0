import { teamChannels as teamChannelsCall } from '#contracts/teamsSync/listTeamChannels.ts';
import { syncOrg, syncTeam } from '#contracts/teamsSync/syncFromTeams.ts';
import type { Deps } from '../../services/core/deps.ts';
import { teamChannels } from '../../services/teamsSync/listTeamChannels.ts';
import * as teamSync from '../../services/teamsSync/syncFromTeams.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type TeamsSyncRouteDeps = teamSync.SyncDeps & Deps;

export const teamsSyncRoutes = (deps: TeamsSyncRouteDeps): readonly Route[] => [
  bind(syncTeam, (actor, input) => teamSync.syncTeam(deps, actor, input)),
  bind(syncOrg, (actor, input) => teamSync.syncOrg(deps, actor, input)),
  bind(teamChannelsCall, (actor, input) => teamChannels(deps, actor, input)),
];
