import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { findChannelTarget, postToChannel } from '../delivery/findChannelAndPost.ts';
import type { ChannelTarget, SentPost } from '../delivery/findChannelAndPost.ts';
import { changeMessage, countSend, drawDigest, messageIn, recordResult } from './digestSendingContextAndResults.ts';
import type { DigestUpdate } from './digestSendingContextAndResults.ts';
import { afterPersonalFault, sendInTurn } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import { UnrecordedError } from '../outboxRows/unrecordedMessageError.ts';
import type { NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';

// Posts a digest to a channel of its team. After `maxSends` (three) sends without a reply, the post is not sent again.

const id = { way: 'CHANNEL', who: 'channel' } as const;

const channelOfDigest = async ({ context, claimed }: DigestUpdate): Promise<ChannelTarget | undefined> => {
  const { records, owner, digest } = context;
  // The digest may have been changed while the post waited.
  if (!digest.recipients.inChannel) return undefined;
  return findChannelTarget(records, owner.team, runRefOf(claimed.row), digest.recipients.channelId);
};

const end = ({ deps, context }: DigestUpdate, state: 'SENT' | 'FAILED', reason: string | null): Promise<void> =>
  recordResult(context, id, { state, reason, now: deps.clock.now() });

const afterFault = async (update: DigestUpdate, error: unknown, counted: number): Promise<NextCheck> => {
  const { deps, state, claimed, context } = update;
  const fault = afterPersonalFault({ deps, state, claimed }, error, Math.max(0, counted - 1));
  if (fault.is === 'OVER') {
    await end(update, 'FAILED', fault.reason);
    return undefined;
  }
  const sends = fault.mayHaveArrived ? counted : Math.max(0, counted - 1);
  await changeMessage(context, id, (before) => ({ ...before, sends, notBefore: toInstant(fault.notBefore) }));
  return fault.notBefore;
};

const post = async (update: DigestUpdate, channel: ChannelTarget): Promise<NextCheck> => {
  const { deps, state, context } = update;
  const { schedule } = context.digest;
  const model = await update.model();
  const message = drawDigest(update, model, { locale: context.language, timezone: schedule.timezone });
  return sendInTurn(update, 1, async () => {
    let counted: number | undefined = 0;
    let sent: SentPost;
    try {
      counted = await countSend(context, id);
      if (counted === undefined) {
        await end(update, 'FAILED', 'UNCONFIRMED');
        observeParked(deps, 'digest', 'UNCONFIRMED');
        return undefined;
      }
      sent = await postToChannel(deps, state.buckets, channel, message);
    } catch (error) {
      return afterFault(update, error, counted ?? 0);
    }
    try {
      await end(update, 'SENT', null);
    } catch (error) {
      throw new UnrecordedError(sent, false, error);
    }
    return undefined;
  });
};

/**
 * Posts the digest unless an earlier failure requires a wait. Returns the epoch ms of the next attempt; undefined =
 * there is none.
 */
export const postDigestToChannel = async (update: DigestUpdate): Promise<NextCheck> => {
  const notBefore = messageIn(update.context.sending, id)?.notBefore ?? null;
  if (notBefore !== null && msOf(notBefore) > update.deps.clock.now()) return msOf(notBefore);
  const channel = await channelOfDigest(update);
  if (channel !== undefined) return post(update, channel);
  await end(update, 'FAILED', 'NO_ADDRESS');
  return undefined;
};
