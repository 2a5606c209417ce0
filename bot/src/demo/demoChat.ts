import type { ZoneId } from '#contracts/core/ids.ts';
import type { Messenger, RosterPerson } from '../gateways/messenger.ts';
import type { Sender, Thread } from '../services/tenancy/inboundChat.ts';
import { demoPeople, demoTeam, demoTenant, otherAdmin, otherTeam, otherTenant } from './demoPeople.ts';
import type { DemoPerson } from './demoPeople.ts';

/** Facts of the local machine that the demo needs. */
export interface DemoPlace {
  /** Zone of the machine: the meetings' own. */
  readonly zone: ZoneId;
  /** Address at which the local chat client takes messages. */
  readonly serviceUrl: string;
}

export const demoThread = ({ serviceUrl }: DemoPlace): Thread => ({
  kind: 'TEAM',
  tid: demoTenant,
  threadId: demoTeam.threadId,
  name: demoTeam.name,
  serviceUrl,
});

export const otherThread = ({ serviceUrl }: DemoPlace): Thread => ({
  kind: 'TEAM',
  tid: otherTenant,
  threadId: otherTeam.threadId,
  name: otherTeam.name,
  serviceUrl,
});

export const senderOf = (person: DemoPerson, tid: string, { zone, serviceUrl }: DemoPlace): Sender => ({
  tid,
  oid: person.oid,
  teamsUserId: person.id,
  name: person.name,
  timezone: person.timezone ?? zone,
  locale: 'en-US',
  serviceUrl,
  personalConversationId: null,
});

const asRoster = ({ id, oid, name, email }: DemoPerson): RosterPerson => ({ teamsUserId: id, oid, name, email });

const peopleOf = (threadId: string): readonly DemoPerson[] =>
  threadId === demoTeam.threadId ? demoPeople : [otherAdmin];

/** Knows the demo people, takes every message and keeps none: the history has been read long ago. */
export const createDemoMessenger = (): Messenger => {
  let sent = 0;
  return {
    send: (target) => {
      sent += 1;
      const conversationId = target.kind === 'PERSON' ? `history-${target.teamsUserId}` : target.threadId;
      return Promise.resolve({ conversationId, activityId: `history-${sent}` });
    },
    update: () => Promise.resolve(),
    roster: async function* ({ threadId }) {
      yield await Promise.resolve(peopleOf(threadId).map(asRoster));
    },
    channels: ({ threadId }) =>
      Promise.resolve([
        { threadId, name: null },
        ...(threadId === demoTeam.threadId ? [{ threadId: demoTeam.standupChannel, name: demoTeam.standupName }] : []),
      ]),
  };
};
