// Addresses in a chat platform. Only the code of the platform reads the parts of an address (chatAddressParts.ts).

declare const place: unique symbol;

interface Opaque<Place extends string> {
  readonly [place]: Place;
}

/** A person's own chat with the bot. */
export type PersonAddress = Opaque<'PERSON'>;
/** A channel, in which each message begins a thread, or a group chat. */
export type RoomAddress = Opaque<'ROOM'>;
/** A message that was sent and can be updated. */
export type MessageAddress = Opaque<'MESSAGE'>;
