import type {
  Messenger,
  MessengerFault,
  RosterChannel,
  RosterPerson,
} from '../../../bot/src/gateways/messengerPort.ts';
import { personAddress, roomAddress, roomParts } from '../../../bot/src/domain/core/chatAddressParts.ts';
import { MessengerError } from '../../../bot/src/gateways/messengerPort.ts';
import type { Sender, Thread } from '../../../bot/src/services/tenancy/chatEventTypesAndTextRepair.ts';
import { channelThread, oidOf, teamsUserIdOf } from '../data/seedOrganisationsTeamsAndActors.ts';

export const aRosterPerson = (name: string, change: Partial<RosterPerson> = {}): RosterPerson => ({
  chatUserId: teamsUserIdOf(name),
  oid: oidOf(name),
  name: name.charAt(0).toUpperCase() + name.slice(1),
  email: `${name}@example.test`,
  ...change,
});

interface InTeams {
  readonly serviceUrl?: string;
}

/** Returns a fake team or group chat in the form in which the bot reads it from an activity. */
export const aThread = (
  name = 'platform',
  { serviceUrl = 'https://smba.test/', ...change }: Partial<Omit<Thread, 'address'>> & InTeams = {},
): Thread => {
  const thread = {
    ...{ tid: 'tenant-contoso', threadId: channelThread(name), kind: 'TEAM' as const },
    ...{ name: name.charAt(0).toUpperCase() + name.slice(1), ...change },
  };
  const kind = thread.kind === 'TEAM' ? 'CHANNEL' : 'GROUP';
  const { tid: tenant, threadId: room } = thread;
  return { ...thread, address: roomAddress({ kind, tenant, endpoint: serviceUrl, room }) };
};

interface InOwnChat extends InTeams {
  readonly teamsUserId?: string;
  readonly personalConversationId?: string | null;
}

/** Returns a fake sender in the form in which the bot reads it from an activity. */
export const aSender = (
  name = 'ann',
  {
    serviceUrl = 'https://smba.test/',
    teamsUserId = teamsUserIdOf(name),
    personalConversationId = null,
    ...change
  }: Partial<Omit<Sender, 'address' | 'isInOwnChat'>> & InOwnChat = {},
): Sender => {
  const sender = {
    ...{ tid: 'tenant-contoso', oid: oidOf(name), name: name.charAt(0).toUpperCase() + name.slice(1) },
    ...{ timezone: 'Europe/Berlin', locale: 'en-GB', ...change },
  };
  const parts = { tenant: sender.tid, endpoint: serviceUrl, user: teamsUserId, chat: personalConversationId };
  return { ...sender, address: personAddress(parts), isInOwnChat: personalConversationId !== null };
};

/** Creates fake rosters and channels by thread. A test may change them while it runs. */
export const fakeChat = (pageSize = 100) => {
  const rosters = new Map<string, readonly RosterPerson[]>();
  const channels = new Map<string, readonly RosterChannel[]>();
  let fault: MessengerFault | undefined;
  const check = (): void => {
    if (fault !== undefined) throw new MessengerError(fault);
  };
  const messenger: Pick<Messenger, 'roster' | 'channels'> = {
    async *roster(of) {
      await Promise.resolve();
      const threadId = roomParts(of).room;
      const all = rosters.get(threadId) ?? [];
      for (let index = 0; index < all.length; index += pageSize) {
        check();
        yield all.slice(index, index + pageSize);
      }
    },
    channels: (of) =>
      Promise.resolve().then(() => {
        const threadId = roomParts(of).room;
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
