import type { MessageAddress, PersonAddress, RoomAddress } from '../../../bot/src/domain/core/chatAddressTypes.ts';
import {
  isPersonAddress,
  messageParts,
  personParts,
  roomParts,
} from '../../../bot/src/domain/core/chatAddressParts.ts';
import { teamsLimits } from '../../../bot/src/gateways/botframework/teamsRateLimits.ts';
import type { MessengerLimits } from '../../../bot/src/gateways/messengerPort.ts';
import { threadId } from '../data/seedTenantsAndTeamMembers.ts';

// Two fake chat platforms that share only the port. Their addresses and limits differ, so that a test finds code that
// depends on one platform.

/** The chat fields that the rows of a team and its members have on this platform. */
interface StoredChat {
  readonly serviceUrl: string;
  readonly threadId: string;
  readonly userOf: (name: string) => string;
  readonly channelOf: (name: string) => string;
}

export interface FakePlatform {
  readonly name: string;
  readonly limits: MessengerLimits;
  readonly stored: StoredChat;
  /** Returns the name that a test uses for the person or room. Throws for an address of another platform. */
  nameOf(address: PersonAddress | RoomAddress): string;
  /** Returns the conversation of a message to this person or room. */
  conversationOf(name: string): string;
  /** Returns the chat and id of a sent message. Throws for an address of another platform. */
  sentOf(address: MessageAddress): { readonly chat: string; readonly id: string };
}

/** Identifies people and threads by Teams ids. Each call goes to a service URL. */
export const teamsPlatform: FakePlatform = {
  name: 'Teams',
  limits: teamsLimits,
  stored: {
    serviceUrl: 'http://127.0.0.1/',
    threadId,
    userOf: (name) => name,
    channelOf: (name) => `19:${name}@thread.tacv2`,
  },
  nameOf: (address) => (isPersonAddress(address) ? personParts(address).user : roomParts(address).room),
  conversationOf: (name) => `chat-${name}`,
  sentOf: (address) => {
    const { chat, message } = messageParts(address);
    return { chat, id: message };
  },
};

const inWorkspace = 'workspace:';
const person = /^C\d+\/U[a-z0-9]+$/;
const room = /^C\d+$/;

const checked = (value: string, form: RegExp, endpoint: string): string => {
  if (endpoint !== inWorkspace || !form.test(value)) throw new Error(`${value} is no address of this platform.`);
  return value;
};

/**
 * Returns the conversation of a person or room. The conversation of a channel does not contain the channel's name,
 * unlike in Teams.
 */
const conversationIn = (name: string): string => (room.test(name) ? `thread-${name.slice(1)}` : `chat-${name}`);
const roomOf = (conversation: string): string => conversation.replace(/^thread-/, 'C').replace(/^chat-/, '');

const aSecond = [{ count: 1, ms: 1_000 }] as const;

/**
 * A platform of workspaces and channels. A person is reached through a channel (`C123/U456`), without opening a chat
 * first. Limits: one message a second for each conversation, and, for each workspace, two messages at once and ten
 * requests a second.
 */
export const channelPlatform: FakePlatform = {
  name: 'channels',
  limits: {
    tenant: { fullRate: 8, lowestRate: 1, mostAtOnce: 2, limit: { count: 10, ms: 1_000 } },
    conversation: aSecond,
    person: aSecond,
    retry: { firstMs: 5_000, longestMs: 300_000, goneMs: 300_000 },
    requestsFor: () => 1,
    conversationOf: (address) =>
      'room' in address ? roomParts(address as RoomAddress).room : roomOf(messageParts(address as MessageAddress).chat),
  },
  stored: {
    serviceUrl: inWorkspace,
    threadId: 'C100',
    userOf: (name) => `C123/U${name}`,
    channelOf: (name) => `C${Array.from(name, (letter) => letter.charCodeAt(0)).join('')}`,
  },
  nameOf: (address) => {
    if (isPersonAddress(address)) {
      const { user, endpoint } = personParts(address);
      return checked(user, person, endpoint).slice('C123/U'.length);
    }
    const parts = roomParts(address);
    if (parts.kind === 'GROUP') throw new Error('There are no group chats.');
    return checked(parts.room, room, parts.endpoint);
  },
  conversationOf: conversationIn,
  sentOf: (address) => {
    const { chat, message, endpoint } = messageParts(address);
    if (endpoint !== inWorkspace) throw new Error(`${chat} is no conversation of this platform.`);
    return { chat, id: message };
  },
};

export const fakeChatPlatforms = [teamsPlatform, channelPlatform].map((platform) => [platform.name, platform] as const);

/**
 * The platform of worlds for which a test names none: Teams, or the platform whose name is in the variable
 * FAKE_PLATFORM. A test about Teams itself names `teamsPlatform`, with the reason in a comment.
 */
export const defaultPlatform = ((): FakePlatform => {
  const name = process.env['FAKE_PLATFORM'] ?? teamsPlatform.name;
  const named = [teamsPlatform, channelPlatform].find((platform) => platform.name === name);
  if (named === undefined) throw new Error(`FAKE_PLATFORM names no fake chat platform: ${name}`);
  return named;
})();
