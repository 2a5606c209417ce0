import { msOf, toInstant } from '../../domain/core/zonedTime.ts';
import type { RoomAddress } from '../../domain/core/chatAddress.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { addressOfChannel, addressOfTeam } from '../../store/kinds/chatAddresses.ts';
import { findChannel } from '../../services/teamsSync/syncChannels.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { deadlineOf, isGone } from '../delivery/channelPosting.ts';
import { changeMessage, countSend, messageIn, recordResult } from './digestContext.ts';
import { drawDigest } from './digestUpdate.ts';
import type { DigestUpdate } from './digestUpdate.ts';
import { afterPersonalFault, sendInTurn } from './personalPosting.ts';
import { UnrecordedError } from './rescheduleMaintenanceRow.ts';
import type { NextCheck } from './rescheduleMaintenanceRow.ts';

// Posts a digest to a channel of its team. It is sent at most three times.

const id = { way: 'CHANNEL', who: 'channel' } as const;

/** Returns the channels to try, in order: the chosen channel unless it was deleted, then the General channel. */
const roomsOf = async ({ deps, context, claimed }: DigestUpdate): Promise<readonly RoomAddress[]> => {
  const { owner, digest, records } = context;
  const { team } = owner;
  const { channelId } = digest.recipients;
  if (team === undefined || digest.teamId === null) return [];
  const general = addressOfTeam(team);
  const row = channelId === null ? undefined : await findChannel(records, digest.teamId, channelId);
  const own = row === undefined || row.isDeleted ? null : addressOfChannel(team, row.threadId);
  if (channelId !== null && own === null)
    deps.log.warn('channel.deleted', { orgId: claimed.row.orgId, teamId: digest.teamId });
  return [own, general].filter((room) => room !== null);
};

const end = ({ deps, context }: DigestUpdate, state: 'SENT' | 'FAILED', reason: string | null): Promise<void> =>
  recordResult(context, id, { state, reason, now: deps.clock.now() });

/** Posts to the first of the channels that still exists. */
const sendTo = async (
  { deps, state, claimed }: DigestUpdate,
  rooms: readonly RoomAddress[],
  message: OutgoingMessage,
) => {
  const { orgId } = claimed.row;
  const { limits } = deps.messenger;
  for (const [index, room] of rooms.entries()) {
    if (index > 0) await state.buckets.ready(orgId, 1);
    await state.buckets.takeConversation(limits.conversationOf(room));
    try {
      const send = () => deps.messenger.send(room, message, deadlineOf(deps));
      return await (index > 0 ? state.buckets.spend(orgId, 1, send) : send());
    } catch (error) {
      if (!isGone(error) || index === rooms.length - 1) throw error;
    }
  }
  throw new Error('A digest needs a channel.');
};

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

const post = async (update: DigestUpdate, rooms: readonly RoomAddress[]): Promise<NextCheck> => {
  const { deps, context } = update;
  const { schedule } = context.digest;
  const model = await update.model();
  const message = drawDigest(update, model, { locale: context.language, timezone: schedule.timezone });
  return sendInTurn(update, 1, async () => {
    let counted: number | undefined = 0;
    let sent: Awaited<ReturnType<typeof sendTo>>;
    try {
      counted = await countSend(context, id);
      if (counted === undefined) {
        await end(update, 'FAILED', 'UNCONFIRMED');
        observeParked(deps, 'digest', 'UNCONFIRMED');
        return undefined;
      }
      sent = await sendTo(update, rooms, message);
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

/** Posts the digest unless an earlier failure requires a wait. Returns the epoch ms of the next attempt; undefined = there is none. */
export const postDigest = async (update: DigestUpdate): Promise<NextCheck> => {
  const notBefore = messageIn(update.context.sending, id)?.notBefore ?? null;
  if (notBefore !== null && msOf(notBefore) > update.deps.clock.now()) return msOf(notBefore);
  const rooms = await roomsOf(update);
  if (rooms.length > 0) return post(update, rooms);
  await end(update, 'FAILED', 'NO_ADDRESS');
  return undefined;
};
