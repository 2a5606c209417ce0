import { MessengerError } from '../../gateways/messengerPort.ts';
import type { Messenger, OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inChatOf } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { SyncedSender, Sender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';

const deadlineMs = 10_000;

type PrivateDeps = Pick<Deps, 'log'> & { readonly messenger: Pick<Messenger, 'send'> };

/**
 * Sends a reply to the sender's personal chat with the bot instead of the channel or group chat of the command. Returns
 * false if the message could not be sent there.
 */
export const replyPrivately = async (
  deps: PrivateDeps,
  { sender, seats }: { readonly sender: Sender } & Pick<SyncedSender, 'seats'>,
  message: OutgoingMessage,
): Promise<boolean> => {
  const place = seats?.places.find(({ row }) => row.conversationId !== null);
  const address = inChatOf(sender.address, place?.row ?? { conversationId: null });
  try {
    await deps.messenger.send(address, message, deadlineMs);
    return true;
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    deps.log.warn('bot.privateReplyNotSent', { fault: error.fault.kind });
    return false;
  }
};
