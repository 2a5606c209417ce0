import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import type { RoomAddress } from '../../domain/core/chatAddressTypes.ts';
import type { RunRef } from '../../services/runs/outboxRowAndRunRef.ts';
import { findChannel } from '../../services/teamsSync/syncAndReadChannels.ts';
import {
  addressOfChannel,
  addressOfTeam,
  isGeneralId,
} from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { generalChannel } from '../../store/kinds/runs/delivery.ts';
import type { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { RunContext } from './readAndCacheRunContext.ts';
import type { TokenBuckets } from './rateLimitsPerTenantAndChat.ts';
import { deadlineOf } from '../core/requestDeadline.ts';

type PostDeps = Pick<JobDeps, 'messenger' | 'log' | 'settings'>;

export const isGone = (error: unknown): boolean => error instanceof MessengerError && error.fault.kind === 'GONE';

/** A message that the chat service accepted for a channel. `postedTo`: the channel, as in the delivery record. */
export interface SentPost extends SentMessage {
  readonly postedTo: string;
}

/**
 * A channel for posts: the chosen channel, or the General channel if the chosen channel was deleted, or the group chat.
 */
export interface ChannelTarget {
  /** The run, or for a digest the keys of its outbox row, for the log. */
  readonly place: RunRef;
  readonly room: RoomAddress;
  /** Id of the channel of `room`, as it is stored in `postedTo` of the delivery record. */
  readonly id: string;
  /**
   * The General channel, which gets the message if `room` is gone. Null if `room` is the General channel itself or a
   * group chat.
   */
  readonly general: RoomAddress | null;
  /** True if `room` is the General channel because the chosen channel was deleted. */
  readonly isFallback: boolean;
}

/**
 * Returns the channel for a post; undefined if the team has no channel. `chosen`: the chosen channel; null = the
 * General channel.
 */
export const findChannelTarget = async (
  records: Records<OrgId>,
  team: ValueOf<typeof teamKind> | undefined,
  place: RunRef,
  chosen: string | null,
): Promise<ChannelTarget | undefined> => {
  const general = team === undefined ? null : addressOfTeam(team);
  if (team === undefined || general === null) return undefined;
  const inGeneral = { place, room: general, id: generalChannel, general: null };
  if (chosen === null || team.kind === 'GROUP') return { ...inGeneral, isFallback: false };
  if (isGeneralId(team, chosen)) return { ...inGeneral, id: chosen, isFallback: false };
  const row = await findChannel(records, place.teamId, chosen);
  const room = row?.isDeleted === true ? null : addressOfChannel(team, chosen);
  if (room === null) return { ...inGeneral, isFallback: true };
  return { place, room, id: chosen, general, isFallback: false };
};

/** Returns the channel for the announcement and the summary of a run. */
export const channelOfRun = ({ records, runRef, rows, team }: RunContext): Promise<ChannelTarget | undefined> =>
  findChannelTarget(records, team, runRef, rows.run?.value.channelId ?? null);

/** Posts a message to a channel. If the channel is gone, it logs a warning and posts once to the General channel. */
export const postToChannel = async (
  deps: PostDeps,
  buckets: TokenBuckets,
  { place, room, general, ...target }: ChannelTarget,
  message: OutgoingMessage,
): Promise<SentPost> => {
  const { limits } = deps.messenger;
  if (target.isFallback) deps.log.warn('channel.deleted', { ...place });
  await buckets.takeConversation(limits.conversationOf(room));
  try {
    return { ...(await deps.messenger.send(room, message, deadlineOf(deps))), postedTo: target.id };
  } catch (error) {
    if (!isGone(error) || general === null) throw error;
    deps.log.warn('channel.gone', { ...place });
    await buckets.ready(place.orgId, 1);
    await buckets.takeConversation(limits.conversationOf(general));
    const sent = await buckets.spend(place.orgId, 1, () => deps.messenger.send(general, message, deadlineOf(deps)));
    return { ...sent, postedTo: generalChannel };
  }
};
