import type { MessageAddress, PersonAddress, RoomAddress } from './chatAddressTypes.ts';

// The parts of a chat address. Their meaning depends on the chat platform. .dependency-cruiser.cjs lists the modules
// that may import this file: the code of the platform, the row kinds that store the parts, and the simulated platforms
// of the demo and the simulation.

interface Parts {
  readonly tenant: string;
  /** URL of the platform's API for this tenant. */
  readonly endpoint: string;
}

export interface PersonParts extends Parts {
  /** Id that the platform gave the person; it is not the member id of Rollcall. */
  readonly user: string;
  /** The person's chat with the bot; null = the chat must be created before the first message. */
  readonly chat: string | null;
}

export interface RoomParts extends Parts {
  readonly kind: 'CHANNEL' | 'GROUP';
  readonly room: string;
}

export interface MessageParts extends Parts {
  readonly chat: string;
  readonly message: string;
}

// At run time, an address is the object with its parts. Only the type hides them, so these conversions cost nothing.

export const personAddress = (parts: PersonParts): PersonAddress => parts as unknown as PersonAddress;
export const personParts = (address: PersonAddress): PersonParts => address as unknown as PersonParts;

export const roomAddress = (parts: RoomParts): RoomAddress => parts as unknown as RoomAddress;
export const roomParts = (address: RoomAddress): RoomParts => address as unknown as RoomParts;

export const messageAddress = (parts: MessageParts): MessageAddress => parts as unknown as MessageAddress;
export const messageParts = (address: MessageAddress): MessageParts => address as unknown as MessageParts;

export const isPersonAddress = (address: PersonAddress | RoomAddress): address is PersonAddress => 'user' in address;
