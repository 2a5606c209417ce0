import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  isPersonAddress,
  personAddress,
  personParts,
  roomAddress,
  roomParts,
} from '../domain/core/chatAddressParts.ts';
import { teamsLimits } from '../gateways/botframework/teamsRateLimits.ts';
import type { Messenger, RosterPerson } from '../gateways/messengerPort.ts';
import type { Sender, Thread } from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import { demoPeople, demoTeam, demoTenant, otherAdmin, otherTeam, otherTenant } from './demoPeopleAndTeams.ts';
import type { DemoPerson } from './demoPeopleAndTeams.ts';

export interface DemoPlace {
  readonly zone: ZoneId;
  /** Address at which the local chat client receives messages. */
  readonly chatUrl: string;
}

const threadAt = (
  tid: string,
  { threadId, name }: typeof demoTeam | typeof otherTeam,
  { chatUrl }: DemoPlace,
): Thread => ({
  ...{ kind: 'TEAM', tid, threadId, name },
  address: roomAddress({ kind: 'CHANNEL', tenant: tid, endpoint: chatUrl, room: threadId }),
});

export const demoThread = (place: DemoPlace): Thread => threadAt(demoTenant, demoTeam, place);
export const otherThread = (place: DemoPlace): Thread => threadAt(otherTenant, otherTeam, place);

export const senderOf = (person: DemoPerson, tid: string, { zone, chatUrl }: DemoPlace): Sender => ({
  tid,
  oid: person.oid,
  name: person.name,
  timezone: person.timezone ?? zone,
  locale: 'en-US',
  address: personAddress({ tenant: tid, endpoint: chatUrl, user: person.id, chat: null }),
  isInOwnChat: false,
});

const asRoster = ({ id, oid, name, email }: DemoPerson): RosterPerson => ({ chatUserId: id, oid, name, email });

const peopleOf = (threadId: string): readonly DemoPerson[] =>
  threadId === demoTeam.threadId ? demoPeople : [otherAdmin];

/**
 * Creates a messenger whose rosters contain the demo people. The messenger accepts every message and shows none,
 * because the messages of the history are in the past.
 */
export const createDemoMessenger = (): Messenger => {
  let sent = 0;
  return {
    limits: teamsLimits,
    send: (to) => {
      sent += 1;
      const conversationId = isPersonAddress(to) ? `history-${personParts(to).user}` : roomParts(to).room;
      return Promise.resolve({ conversationId, activityId: `history-${sent}` });
    },
    update: () => Promise.resolve(),
    roster: async function* (of) {
      yield await Promise.resolve(peopleOf(roomParts(of).room).map(asRoster));
    },
    channels: (of) => {
      const threadId = roomParts(of).room;
      const standup = { threadId: demoTeam.standupChannel, name: demoTeam.standupName };
      return Promise.resolve([{ threadId, name: null }, ...(threadId === demoTeam.threadId ? [standup] : [])]);
    },
  };
};
