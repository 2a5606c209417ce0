// Addresses in a chat platform. Only the code of the platform reads the parts of an address (chatAddressParts.ts).

declare const place: unique symbol;

interface Opaque<Place extends string> {
  readonly [place]: Place;
}

/** Address of a person's own chat with the bot, opaque because only the chat gateway reads its parts. */
export type PersonAddress = Opaque<'PERSON'>;
/** Address of a group chat, or of a channel, in which each message begins a thread. */
export type RoomAddress = Opaque<'ROOM'>;
export type MessageAddress = Opaque<'MESSAGE'>;
