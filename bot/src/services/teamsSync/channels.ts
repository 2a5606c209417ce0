import { productName } from '#contracts/core/limits.ts';
import type { MessageKey } from '#contracts/text/catalogueKeys.ts';
import type { RosterChannel } from '../../gateways/messenger.ts';
import { inOrg } from '../../store/kind.ts';
import type { RecordStep, ValueOf } from '../../store/kind.ts';
import { channel as channelKind } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/port.ts';
import { activityStep } from '../core/activityLog.ts';
import { nameFromTeams } from '../tenancy/inboundChat.ts';
import type { ThreadRef } from '../tenancy/inboundChat.ts';
import type { Deps } from '../core/deps.ts';
import { findTeam } from './directory.ts';
import type { TeamPlace } from './newTeamMember.ts';
import { patched, retryOnConflict } from '../core/optimisticUpdate.ts';

type ChannelDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;
export type Channel = ValueOf<typeof channelKind>;

/** Changes of General are not logged: it always exists and has no name of its own. */
const channelLog = (
  deps: ChannelDeps,
  { orgId, teamId }: TeamPlace,
  message: MessageKey,
  channel: Channel,
  before: Channel = channel,
): RecordStep[] => {
  if (channel.isGeneral) return [];
  const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
  const values = { name: channel.name, before: before.name };
  return [activityStep(inOrg(deps.store, orgId), { teamId, objectId: teamId, ...by, message, values })];
};

/** Corrects one channel's row: new, renamed or restored. Written only if it differs. */
const putChannel = async (deps: ChannelDeps, place: TeamPlace, row: Channel): Promise<void> => {
  const records = inOrg(deps.store, place.orgId);
  const key = { teamId: place.teamId, threadId: row.threadId };
  await retryOnConflict(async () => {
    const there = await records.get(channelKind, key);
    if (there === undefined) {
      const log = channelLog(deps, place, 'activity.channelAdded', row);
      await records.transact([records.insertStep(channelKind, key, row), ...log]);
      return;
    }
    const next = patched(there.value, row);
    if (next === undefined) return;
    const message = there.value.isDeleted ? 'activity.channelRestored' : 'activity.channelRenamed';
    const log = channelLog(deps, place, message, next, there.value);
    await records.transact([records.replaceStep(channelKind, key, next, there.etag), ...log]);
  });
};

/** The row is kept, so that its name stays known for earlier posts; meetings that post to it fall back to General. */
const markDeleted = async (deps: ChannelDeps, place: TeamPlace, threadId: string): Promise<void> => {
  const records = inOrg(deps.store, place.orgId);
  const key = { teamId: place.teamId, threadId };
  await retryOnConflict(async () => {
    const there = await records.get(channelKind, key);
    const next = there === undefined ? undefined : patched(there.value, { isDeleted: true });
    if (there === undefined || next === undefined) return;
    const log = channelLog(deps, place, 'activity.channelDeleted', next);
    await records.transact([records.replaceStep(channelKind, key, next, there.etag), ...log]);
  });
};

/** General has the team's own thread id and no name in Teams: it is stored without one and named in the reader's language. */
const rowOf = (teamThreadId: string, { threadId, name }: RosterChannel): Channel => {
  const isGeneral = name === null || threadId === teamThreadId;
  return { threadId, name: isGeneral ? '' : nameFromTeams(name, '–'), isGeneral, isDeleted: false };
};

/** Updates the team's channels to the list of Teams. */
export const syncChannels = async (
  deps: ChannelDeps,
  place: TeamPlace,
  teamThreadId: string,
  listed: readonly RosterChannel[],
): Promise<void> => {
  // A team without any channel does not exist, so an empty list is a fault.
  if (listed.length === 0) return;
  for (const one of listed) await putChannel(deps, place, rowOf(teamThreadId, one));
  const there = await allChannels(deps, place);
  const names = new Set(listed.map((rosterChannel) => rosterChannel.threadId));
  for (const one of there) if (!names.has(one.threadId)) await markDeleted(deps, place, one.threadId);
};

/** All present and former channels of a team. */
export const allChannels = async (
  deps: Pick<Deps, 'store'>,
  { orgId, teamId }: Pick<TeamPlace, 'orgId' | 'teamId'>,
): Promise<Channel[]> => {
  const rows = await inOrg(deps.store, orgId).list(channelKind, { teamId }, prefixRange('C|'));
  return rows.map((row) => row.value);
};

/** A channel was created, renamed or restored. */
export const channelChanged = async (
  deps: ChannelDeps,
  thread: ThreadRef,
  channel: { readonly threadId: string; readonly name: string },
): Promise<void> => {
  const found = await findTeam(deps, thread);
  if (found !== undefined) await putChannel(deps, found.place, rowOf(thread.threadId, channel));
};

export const channelDeleted = async (deps: ChannelDeps, thread: ThreadRef, channelThreadId: string): Promise<void> => {
  const found = await findTeam(deps, thread);
  if (found !== undefined) await markDeleted(deps, found.place, channelThreadId);
};
