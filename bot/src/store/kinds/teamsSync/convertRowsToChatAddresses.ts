import { messageAddress, personAddress, personParts, roomAddress } from '../../../domain/core/chatAddressParts.ts';
import type { MessageAddress, PersonAddress, RoomAddress } from '../../../domain/core/chatAddressTypes.ts';
import type { ValueOf } from '../../recordKindsAndAccess.ts';
import type { orgMember } from '../organisations/organisationUserAndMember.ts';
import type { team } from '../organisations/teamAndChannel.ts';
import type { teamMember } from '../people/teamMember.ts';
import type { delivery } from '../runs/delivery.ts';

// Converts the properties of stored rows into chat addresses. The properties have the names of the first chat platform.

type MemberChat = Pick<ValueOf<typeof teamMember>, 'tid' | 'serviceUrl' | 'teamsUserId' | 'conversationId'>;

type TeamChat = Pick<ValueOf<typeof team>, 'tid' | 'serviceUrl' | 'threadId' | 'kind'>;

interface SentIds {
  readonly conversationId: string;
  readonly activityId: string;
}

/** Returns the address of the member's personal chat with the bot; null if the member cannot be reached. */
export const addressOfMember = ({ tid, serviceUrl, teamsUserId, conversationId }: MemberChat): PersonAddress | null =>
  tid === null || serviceUrl === null || teamsUserId === null
    ? null
    : personAddress({ tenant: tid, endpoint: serviceUrl, user: teamsUserId, chat: conversationId });

/**
 * Returns the person's address without a chat, so that sending opens a new chat; null if the address contains no chat.
 */
export const inNewChat = (address: PersonAddress): PersonAddress | null => {
  const parts = personParts(address);
  return parts.chat === null ? null : personAddress({ ...parts, chat: null });
};

export const inChatOf = (address: PersonAddress, { conversationId }: Pick<MemberChat, 'conversationId'>) =>
  personAddress({ ...personParts(address), chat: conversationId });

/**
 * Returns the address of the team's General channel or of the group chat; null if the bot was never installed in it.
 */
export const addressOfTeam = ({ tid, serviceUrl, threadId, kind }: TeamChat): RoomAddress | null =>
  tid === null || serviceUrl === null || threadId === null
    ? null
    : roomAddress({ kind: kind === 'GROUP' ? 'GROUP' : 'CHANNEL', tenant: tid, endpoint: serviceUrl, room: threadId });

export const addressOfChannel = (of: TeamChat, channelId: string): RoomAddress | null =>
  addressOfTeam({ ...of, threadId: channelId });

/**
 * Returns the address of a sent message in the chat of this member or team; null if the chat has no address, or if no
 * message was sent.
 */
export const addressOfSent = (
  { tid, serviceUrl }: Pick<MemberChat, 'tid' | 'serviceUrl'>,
  { conversationId, activityId }: Readonly<Record<keyof SentIds, string | null>>,
): MessageAddress | null =>
  tid === null || serviceUrl === null || conversationId === null || activityId === null
    ? null
    : messageAddress({ tenant: tid, endpoint: serviceUrl, chat: conversationId, message: activityId });

export const sentTo = (person: PersonAddress, { conversationId, activityId }: SentIds): MessageAddress => {
  const { tenant, endpoint } = personParts(person);
  return messageAddress({ tenant, endpoint, chat: conversationId, message: activityId });
};

/** Returns the fields that identify a sent message in a stored record. */
export const sentIdsOf = <Id extends string | null>({
  conversationId,
  activityId,
}: Readonly<Record<keyof SentIds, Id>>): Record<keyof SentIds, Id> => ({ conversationId, activityId });

export const noSentIds = { conversationId: null, activityId: null } as const;

/**
 * Returns the member's row with the chat in which a message reached the member; the unchanged row if it already has this chat.
 */
export const withChatOf = <Member extends Pick<MemberChat, 'conversationId'>>(
  member: Member,
  { conversationId }: SentIds,
): Member => (member.conversationId === conversationId ? member : { ...member, conversationId });

/** Returns the fields of a member's row that a message in the member's chat changes. */
export const reachedBy = ({ conversationId }: SentIds) =>
  ({ conversationId, unreachable: null, unreachableSince: null }) as const;

/** True if the id is that of the team's General channel, or of the group chat. */
export const isGeneralId = ({ threadId }: Pick<TeamChat, 'threadId'>, channelId: string): boolean =>
  channelId === threadId;

/** True if the message is in this channel. A record without `postedTo` has the channel in its conversation id. */
export const isPostIn = (
  { postedTo, conversationId }: Pick<ValueOf<typeof delivery>, 'postedTo' | 'conversationId'>,
  channelId: string,
): boolean => (postedTo == null ? conversationId?.includes(channelId) === true : postedTo === channelId);

export const noChat = { teamsUserId: null, conversationId: null, serviceUrl: null } as const;

export const exportedChat = ({ conversationId, serviceUrl }: MemberChat) => ({ conversationId, serviceUrl });

export const exportedUser = ({ teamsUserId }: Pick<ValueOf<typeof orgMember>, 'teamsUserId'>) => ({ teamsUserId });

/** A message with a delivery record, and the digest of the content that it shows. */
export interface SentCard {
  readonly conversationId: string;
  readonly activityId: string;
  readonly digest: string | null;
}

/** Returns the message of a delivery record; empty if none was sent. */
export const sentCardsOf = ({
  conversationId,
  activityId,
  digest,
}: Readonly<Record<keyof SentCard, string | null>>): readonly SentCard[] =>
  conversationId === null || activityId === null ? [] : [{ conversationId, activityId, digest }];
