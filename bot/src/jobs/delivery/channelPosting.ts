import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import { generalChannel } from '../../store/kinds/runsAnswersTimesheets.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { channelOf } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import type { TokenBuckets } from './tokenBuckets.ts';

type PostDeps = Pick<JobDeps, 'messenger' | 'log' | 'settings'>;

/** Returns the timeout of a request in milliseconds: a quarter of the lease, so that the request ends before the lease lapses. */
export const deadlineOf = ({ settings }: Pick<JobDeps, 'settings'>): number => Math.floor(settings.rowLeaseMs / 4);

/** Returns the name under which the rate limit of a person's chat is kept. It does not depend on the chat, which may not exist yet. */
export const chatName = (orgId: OrgId, memberId: MemberId): string => `${orgId}|${memberId}`;

export const isGone = (error: unknown): boolean => error instanceof MessengerError && error.fault.kind === 'GONE';

/** A message that the chat service accepted for a channel. `postedTo`: the channel, as in the delivery record. */
export interface SentPost extends SentMessage {
  readonly postedTo: string;
}

/**
 * Posts a message to the channel of a run. If the channel is gone, it logs a warning and posts once to the General channel. Returns
 * undefined if the run has no channel.
 */
export const postToChannel = async (
  deps: PostDeps,
  buckets: TokenBuckets,
  context: RunContext,
  message: OutgoingMessage,
): Promise<SentPost | undefined> => {
  const channel = await channelOf(context);
  if (channel === undefined) return undefined;
  const { orgId, teamId, meetingId } = context.runRef;
  const facts = { orgId, teamId, meetingId };
  const { room, general } = channel;
  const { limits } = deps.messenger;
  if (channel.isFallback) deps.log.warn('channel.deleted', facts);
  await buckets.takeConversation(limits.conversationOf(room));
  try {
    return { ...(await deps.messenger.send(room, message, deadlineOf(deps))), postedTo: channel.id };
  } catch (error) {
    if (!isGone(error) || general === null) throw error;
    deps.log.warn('channel.gone', facts);
    await buckets.ready(orgId, 1);
    await buckets.takeConversation(limits.conversationOf(general));
    const sent = await buckets.spend(orgId, 1, () => deps.messenger.send(general, message, deadlineOf(deps)));
    return { ...sent, postedTo: generalChannel };
  }
};
