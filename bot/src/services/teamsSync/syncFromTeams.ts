import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { syncOrg as syncOrgCall, syncTeam as syncTeamCall, TeamSync } from '#contracts/teamsSync/syncFromTeams.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { Messenger } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { addressOfTeam } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import { syncChannels } from './syncAndReadChannels.ts';
import type { Deps } from '../core/deps.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import { syncRoster } from './syncRoster.ts';

export interface SyncDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly messenger: Pick<Messenger, 'roster' | 'channels'>;
}

type TeamRow = ValueOf<typeof teamKind>;

/** Returns the addresses of a team in Teams from its stored row; undefined while the bot is not installed in it. */
const chatOf = (row: TeamRow) => {
  const { state, tid, threadId, serviceUrl } = row;
  const address = addressOfTeam(row);
  return state !== 'CONNECTED' || address === null || tid === null || threadId === null || serviceUrl === null
    ? undefined
    : { tid, threadId, serviceUrl, address };
};

const presentIds = async (deps: SyncDeps, orgId: OrgId, teamId: TeamId): Promise<ReadonlySet<MemberId>> =>
  new Set((await listPresentMembers(inOrg(deps.store, orgId), teamId)).map((presentMember) => presentMember.memberId));

type Fault = 'NOT_CONNECTED' | 'REFUSED';

/**
 * Updates the channels and members of one team from Microsoft Teams. Returns how many members joined and left, and the
 * fault if the update failed; null if it did not.
 */
const sync = async (
  deps: SyncDeps,
  orgId: OrgId,
  row: TeamRow,
): Promise<TeamSync & { readonly fault: Fault | null }> => {
  const { teamId, name } = row;
  const before = await presentIds(deps, orgId, teamId);
  const resultOf = async (fault: Fault | null) => {
    const after = await presentIds(deps, orgId, teamId);
    const joined = [...after].filter((id) => !before.has(id)).length;
    const left = [...before].filter((id) => !after.has(id)).length;
    return { teamId, name, isSynced: fault === null, members: after.size, joined, left, fault };
  };
  const chat = chatOf(row);
  if (chat === undefined) return resultOf('NOT_CONNECTED');
  const { tid, threadId, serviceUrl, address } = chat;
  const place = { orgId, teamId, tid, serviceUrl };
  try {
    if (row.kind === 'TEAM') await syncChannels(deps, place, threadId, await deps.messenger.channels(address));
    await syncRoster(deps, place, deps.messenger.roster(address));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    deps.log.warn('sync.teamsRefused', { orgId, teamId, fault: error.fault.kind });
    return resultOf('REFUSED');
  }
  return resultOf(null);
};

const shown = ({ teamId, name, isSynced, members, joined, left }: TeamSync): TeamSync => ({
  teamId,
  name,
  isSynced,
  members,
  joined,
  left,
});

/**
 * Syncs one team from Microsoft Teams. Throws CONFLICT if the bot is not installed in it, and UNAVAILABLE if a call to
 * Teams fails.
 */
export const syncTeam = async (
  deps: SyncDeps,
  actor: Actor,
  { teamId }: ParsedOf<typeof syncTeamCall>,
): Promise<TeamSync> => {
  const { value } = await requireTeam(deps, actor, teamId, 'team.manage');
  const done = await sync(deps, actor.orgId, value);
  switch (done.fault) {
    case null:
      return shown(done);
    case 'NOT_CONNECTED':
      throw new AppError('CONFLICT', { message: 'org.notConnected' });
    case 'REFUSED':
      throw new AppError('UNAVAILABLE', { message: 'org.syncFailed' });
  }
};

// Number of teams that are synced at the same time. Several are, because Teams replies slowly.
const atOnce = 4;

/**
 * Syncs all teams of an organisation. If a team cannot be synced, the result reports it, and the other teams are still
 * synced.
 */
export const syncTeams = async (deps: SyncDeps, orgId: OrgId): Promise<TeamSync[]> => {
  const records = inOrg(deps.store, orgId);
  const rows = await records.list(orgTeam, undefined, prefixRange('team|'));
  const active = rows.map((row) => row.value).filter((item) => item.state !== 'DELETED');
  const synced = await mapLimit(active, atOnce, async ({ teamId }) => {
    const row = await records.get(teamKind, { teamId });
    return row === undefined || row.value.state === 'DELETED' ? [] : [await sync(deps, orgId, row.value)];
  });
  return synced.flat().map(shown);
};

export const syncOrg = async (
  deps: SyncDeps,
  actor: Actor,
  { orgId }: ParsedOf<typeof syncOrgCall>,
): Promise<OutputOf<typeof syncOrgCall>> => {
  if (orgId !== actor.orgId) throw new AppError('NOT_FOUND');
  return { teams: await syncTeams(deps, orgId) };
};
