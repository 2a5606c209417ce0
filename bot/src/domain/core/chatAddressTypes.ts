// Addresses in a chat platform, as opaque types. Their parts are in chatAddressParts.ts, which only a few modules may
// import.

declare const place: unique symbol;

interface Opaque<Place extends string> {
  readonly [place]: Place;
}

/** Address of a person's own chat with the bot. */
export type PersonAddress = Opaque<'PERSON'>;
/** Address of a group chat or of a channel. Each message to a channel begins a thread. */
export type RoomAddress = Opaque<'ROOM'>;
export type MessageAddress = Opaque<'MESSAGE'>;
