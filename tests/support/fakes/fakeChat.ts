import type { Messenger, MessengerFault, RosterChannel, RosterPerson } from '../../../bot/src/gateways/messenger.ts';
import { MessengerError } from '../../../bot/src/gateways/messenger.ts';
import type { Sender, Thread } from '../../../bot/src/services/tenancy/inboundChat.ts';
import { channelThread, oidOf, teamsUserIdOf } from '../data/seed.ts';

export const aRosterPerson = (name: string, change: Partial<RosterPerson> = {}): RosterPerson => ({
  teamsUserId: teamsUserIdOf(name),
  oid: oidOf(name),
  name: name.charAt(0).toUpperCase() + name.slice(1),
  email: `${name}@example.test`,
  ...change,
});

export const aThread = (name = 'platform', change: Partial<Thread> = {}): Thread => ({
  tid: 'tenant-contoso',
  serviceUrl: 'https://smba.test/',
  threadId: channelThread(name),
  kind: 'TEAM',
  name: name.charAt(0).toUpperCase() + name.slice(1),
  ...change,
});

export const aSender = (name = 'ann', change: Partial<Sender> = {}): Sender => ({
  tid: 'tenant-contoso',
  oid: oidOf(name),
  teamsUserId: teamsUserIdOf(name),
  name: name.charAt(0).toUpperCase() + name.slice(1),
  timezone: 'Europe/Berlin',
  locale: 'en-GB',
  serviceUrl: 'https://smba.test/',
  personalConversationId: null,
  ...change,
});

/** Rosters and channels as Teams would list them, by thread; all may be changed while a test runs. */
export const fakeChat = (pageSize = 100) => {
  const rosters = new Map<string, readonly RosterPerson[]>();
  const channels = new Map<string, readonly RosterChannel[]>();
  let fault: MessengerFault | undefined;
  const check = (): void => {
    if (fault !== undefined) throw new MessengerError(fault);
  };
  const messenger: Pick<Messenger, 'roster' | 'channels'> = {
    async *roster({ threadId }) {
      await Promise.resolve();
      const all = rosters.get(threadId) ?? [];
      for (let at = 0; at < all.length; at += pageSize) {
        check();
        yield all.slice(at, at + pageSize);
      }
    },
    channels: ({ threadId }) =>
      Promise.resolve().then(() => {
        check();
        return channels.get(threadId) ?? [{ threadId, name: null }];
      }),
  };
  return {
    messenger,
    setRoster: (thread: Thread, people: readonly RosterPerson[]) => void rosters.set(thread.threadId, people),
    setChannels: (thread: Thread, list: readonly RosterChannel[]) => void channels.set(thread.threadId, list),
    failWith: (kind: MessengerFault | undefined) => {
      fault = kind;
    },
  };
};
