import type { MessageAddress, PersonAddress, RoomAddress } from '../../domain/core/chatAddress.ts';
import { messageAddress, personAddress, personParts, roomAddress } from '../../domain/core/chatAddressParts.ts';
import type { ValueOf } from '../records.ts';
import type { orgMember } from './org.ts';
import type { team, teamMember } from './team.ts';

// The properties of stored rows that hold a chat address, and the address that they make. The properties keep the names under
// which the first platform filled them.

type MemberChat = Pick<ValueOf<typeof teamMember>, 'tid' | 'serviceUrl' | 'teamsUserId' | 'conversationId'>;
type TeamChat = Pick<ValueOf<typeof team>, 'tid' | 'serviceUrl' | 'threadId' | 'kind'>;

/** The ids by which a delivery record names a sent message. */
interface SentIds {
  readonly conversationId: string;
  readonly activityId: string;
}

/** The member's own chat with the bot; null = the member cannot be reached. */
export const addressOfMember = ({ tid, serviceUrl, teamsUserId, conversationId }: MemberChat): PersonAddress | null =>
  tid === null || serviceUrl === null || teamsUserId === null
    ? null
    : personAddress({ tenant: tid, endpoint: serviceUrl, user: teamsUserId, chat: conversationId });

/** The same person in a chat that is opened anew; null if this address opens one already. */
export const inNewChat = (address: PersonAddress): PersonAddress | null => {
  const parts = personParts(address);
  return parts.chat === null ? null : personAddress({ ...parts, chat: null });
};

/** The same person in the chat that a row of theirs names. */
export const inChatOf = (address: PersonAddress, { conversationId }: Pick<MemberChat, 'conversationId'>) =>
  personAddress({ ...personParts(address), chat: conversationId });

/** The team's General channel, or the group chat; null = the bot was never there. */
export const addressOfTeam = ({ tid, serviceUrl, threadId, kind }: TeamChat): RoomAddress | null =>
  tid === null || serviceUrl === null || threadId === null
    ? null
    : roomAddress({ kind: kind === 'GROUP' ? 'GROUP' : 'CHANNEL', tenant: tid, endpoint: serviceUrl, room: threadId });

/** Another channel of the team. */
export const addressOfChannel = (of: TeamChat, channelId: string): RoomAddress | null =>
  addressOfTeam({ ...of, threadId: channelId });

/** A message in the chat of this member or team; null = there is no address of it. */
export const addressOfSent = (
  { tid, serviceUrl }: Pick<MemberChat, 'tid' | 'serviceUrl'>,
  { conversationId, activityId }: SentIds,
): MessageAddress | null =>
  tid === null || serviceUrl === null
    ? null
    : messageAddress({ tenant: tid, endpoint: serviceUrl, chat: conversationId, message: activityId });

/** A message in this person's chat. */
export const sentTo = (person: PersonAddress, { conversationId, activityId }: SentIds): MessageAddress => {
  const { tenant, endpoint } = personParts(person);
  return messageAddress({ tenant, endpoint, chat: conversationId, message: activityId });
};

/** The properties of a member's row that an erasure empties. */
export const noChat = { teamsUserId: null, conversationId: null, serviceUrl: null } as const;

/** The member's chat, as the export of personal data names it. */
export const exportedChat = ({ conversationId, serviceUrl }: MemberChat) => ({ conversationId, serviceUrl });
/** The person's id in the chat, as the export of personal data names it. */
export const exportedUser = ({ teamsUserId }: Pick<ValueOf<typeof orgMember>, 'teamsUserId'>) => ({ teamsUserId });
