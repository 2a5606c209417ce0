import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { RosterChannel } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { channel as channelKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { nameFromTeams } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { ThreadRef } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';
import { findTeam } from './getOrCreateOrgAndTeam.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';
import { mergeChanges, retryOnConflict } from '../core/optimisticUpdate.ts';

type ChannelDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;
export type Channel = ValueOf<typeof channelKind>;

interface ChannelChange {
  readonly message: MessageKey;
  readonly after: Channel;
  readonly before?: Channel;
}

/**
 * Returns the step that logs a change of a channel as a list. The list is empty for General: it always exists and has
 * no name of its own, so its changes are not logged.
 */
const channelLog = (
  deps: ChannelDeps,
  { orgId, teamId }: TeamPlace,
  { message, after, before = after }: ChannelChange,
): RecordStep[] => {
  if (after.isGeneral) return [];
  const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
  const values = { name: after.name, before: before.name };
  return [activityStep(inOrg(deps.store, orgId), { teamId, objectId: teamId, ...by, message, values })];
};

/**
 * Creates the row of a new channel, or updates that of a renamed or restored one. Writes nothing if the stored row is
 * the same.
 */
const putChannel = async (deps: ChannelDeps, place: TeamPlace, row: Channel): Promise<void> => {
  const records = inOrg(deps.store, place.orgId);
  const key = { teamId: place.teamId, threadId: row.threadId };
  await retryOnConflict(async () => {
    const existing = await records.get(channelKind, key);
    if (existing === undefined) {
      const log = channelLog(deps, place, { message: 'activity.channelAdded', after: row });
      await records.transact([records.insertStep(channelKind, key, row), ...log]);
      return;
    }
    const next = mergeChanges(existing.value, row);
    if (next === undefined) return;
    const message = existing.value.isDeleted ? 'activity.channelRestored' : 'activity.channelRenamed';
    const log = channelLog(deps, place, { message, after: next, before: existing.value });
    await records.transact([records.replaceStep(channelKind, key, next, existing.etag), ...log]);
  });
};

/**
 * Marks a channel as deleted. The row stays, because earlier posts need its name. Meetings that post to it post to
 * General instead.
 */
const markDeleted = async (deps: ChannelDeps, place: TeamPlace, threadId: string): Promise<void> => {
  const records = inOrg(deps.store, place.orgId);
  const key = { teamId: place.teamId, threadId };
  await retryOnConflict(async () => {
    const existing = await records.get(channelKind, key);
    const next = existing === undefined ? undefined : mergeChanges(existing.value, { isDeleted: true });
    if (existing === undefined || next === undefined) return;
    const log = channelLog(deps, place, { message: 'activity.channelDeleted', after: next });
    await records.transact([records.replaceStep(channelKind, key, next, existing.etag), ...log]);
  });
};

/**
 * Returns the row to store for a channel. General has the thread id of the team and no name in Teams; it is stored
 * without a name, and screens name it in the reader's language.
 */
const rowOf = (teamThreadId: string, { threadId, name }: RosterChannel): Channel => {
  const isGeneral = name === null || threadId === teamThreadId;
  return { threadId, name: isGeneral ? '' : nameFromTeams(name, '–'), isGeneral, isDeleted: false };
};

export const syncChannels = async (
  deps: ChannelDeps,
  place: TeamPlace,
  teamThreadId: string,
  listed: readonly RosterChannel[],
): Promise<void> => {
  // Every team has at least one channel, so an empty list is a fault of Teams. No channel is then marked as deleted.
  if (listed.length === 0) return;
  for (const channel of listed) await putChannel(deps, place, rowOf(teamThreadId, channel));
  const existing = await listChannels(deps, place);
  const names = new Set(listed.map((rosterChannel) => rosterChannel.threadId));
  for (const channel of existing) if (!names.has(channel.threadId)) await markDeleted(deps, place, channel.threadId);
};

/** Returns the channel with this id, even if it was deleted; undefined if the team never had such a channel. */
export const findChannel = async (
  records: Records<OrgId>,
  teamId: TeamId,
  channelId: string,
): Promise<Channel | undefined> => (await records.get(channelKind, { teamId, threadId: channelId }))?.value;

export const listChannels = async (
  deps: Pick<Deps, 'store'>,
  { orgId, teamId }: Pick<TeamPlace, 'orgId' | 'teamId'>,
): Promise<Channel[]> => {
  const rows = await inOrg(deps.store, orgId).list(channelKind, { teamId }, prefixRange('C|'));
  return rows.map((row) => row.value);
};

/** Returns the names of the team's channels by id, including deleted channels. General has an empty name. */
export const channelNamesOf = async (records: Records<OrgId>, teamId: TeamId): Promise<Map<string, string>> => {
  const channels = await listChannels({ store: records.store }, { orgId: records.scope, teamId });
  return new Map(channels.map(({ threadId, name }) => [threadId, name]));
};

export const handleChannelChanged = async (
  deps: ChannelDeps,
  thread: ThreadRef,
  channel: { readonly threadId: string; readonly name: string },
): Promise<void> => {
  const knownTeam = await findTeam(deps, thread);
  if (knownTeam !== undefined) await putChannel(deps, knownTeam.place, rowOf(thread.threadId, channel));
};

export const handleChannelDeleted = async (
  deps: ChannelDeps,
  thread: ThreadRef,
  channelThreadId: string,
): Promise<void> => {
  const knownTeam = await findTeam(deps, thread);
  if (knownTeam !== undefined) await markDeleted(deps, knownTeam.place, channelThreadId);
};
