import { MessengerError } from '../messengerPort.ts';
import type { Messenger } from '../messengerPort.ts';
import { teamsLimits } from './teamsRateLimits.ts';

/**
 * Returns a messenger that gets the real messenger from `load` at each call, so that it need not be loaded at start-up.
 * If loading fails, the call rejects and nothing was sent.
 */
export const lazyMessenger = (load: () => Promise<Messenger>): Messenger => {
  const loaded = (): Promise<Messenger> =>
    load().catch((error: unknown) => {
      throw new MessengerError({ kind: 'TRANSIENT', wasRefused: true }, error);
    });
  return {
    limits: teamsLimits,
    send: async (to, message, deadlineMs) => (await loaded()).send(to, message, deadlineMs),
    update: async (sent, message, deadlineMs) => (await loaded()).update(sent, message, deadlineMs),
    channels: async (room) => (await loaded()).channels(room),
    roster: async function* (room) {
      yield* (await loaded()).roster(room);
    },
  };
};
