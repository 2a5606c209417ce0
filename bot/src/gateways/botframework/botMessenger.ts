import { AuthenticationConstants, ClaimsIdentity, TeamsConnectorClient } from 'botframework-connector';
import type { BotFrameworkAuthentication, ConnectorClient } from 'botframework-connector';
import type { Activity } from 'botbuilder';
import { withDeadline } from '#contracts/withDeadline.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import { MessengerError } from '../messengerPort.ts';
import type { Messenger, OutgoingMessage, RosterChannel, RosterPerson, SentMessage } from '../messengerPort.ts';
import type { PersonAddress, RoomAddress } from '../../domain/core/chatAddressTypes.ts';
import { isPersonAddress, messageParts, personParts, roomParts } from '../../domain/core/chatAddressParts.ts';
import type { PersonParts, RoomParts } from '../../domain/core/chatAddressParts.ts';
import { withoutRetries } from './connectorWithoutRetries.ts';
import { baseThread, teamsLimits } from './teamsRateLimits.ts';
import { asMessengerError } from './messengerFaultFromError.ts';
import { cardIn } from './cardAsOpaqueMessage.ts';
import { rosterPerson } from './rosterPerson.ts';

export interface MessengerSettings {
  /**
   * Authentication of teams/botAuthentication.ts. The connectors that it creates (clients of the chat service) sign
   * with the bot's credentials and never retry.
   */
  readonly authentication: Pick<BotFrameworkAuthentication, 'createConnectorFactory'>;
  readonly appId: string | null;
  readonly clock: Clock;
  /** Returns true for a URL that the messenger may call (allowedUrls.ts). */
  readonly isServiceUrlAllowed: (url: string) => boolean;
  /** Timeout in milliseconds for one page of a roster, or for the list of channels. */
  readonly rosterDeadlineMs: number;
}

const pageSize = 500;
/**
 * Maximum number of pages of a roster. More pages count as a fault of Teams, because a cursor that never ends would
 * occupy the sender.
 */
const maxPages = 200;

const activityOf = (message: OutgoingMessage): Partial<Activity> => {
  const { card, summary } = cardIn(message);
  return {
    type: 'message',
    summary,
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  };
};

type Work<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs work with a timeout, after which it throws a TRANSIENT fault. The abort signal ends the request. The race also
 * ends the wait for work that ignores the signal, such as fetching a token.
 */
const within = async <T>(deadlineMs: number, clock: Clock, work: Work<T>): Promise<T> => {
  const controller = new AbortController();
  try {
    return await withDeadline(work(controller.signal), deadlineMs, () => {
      throw new MessengerError({ kind: 'TRANSIENT' }, new Error(`No answer within ${deadlineMs} ms`));
    });
  } catch (error) {
    controller.abort();
    throw asMessengerError(error, clock.now());
  }
};

const needed = (value: string | undefined): string => {
  if (value === undefined || value === '') throw new Error('The connector answered without an id');
  return value;
};

interface BotCall {
  readonly connector: ConnectorClient;
  readonly botId: string;
  readonly abortSignal: AbortSignal;
}

const open = async ({ connector, botId, abortSignal }: BotCall, target: PersonParts): Promise<string> => {
  const created = await connector.conversations.createConversation(
    {
      isGroup: false,
      bot: { id: botId, name: '' },
      members: [{ id: target.user, name: '' }],
      tenantId: target.tenant,
      channelData: { tenant: { id: target.tenant } },
    },
    { abortSignal },
  );
  return needed(created.id);
};

/**
 * Opens a chat before its first message. If this call fails, no message was sent, so a TRANSIENT fault is marked with
 * `wasRefused`: a retry cannot duplicate the message.
 */
const openFirst = async (call: BotCall, target: PersonParts): Promise<string> => {
  try {
    return await open(call, target);
  } catch (error) {
    const { fault } = asMessengerError(error, 0);
    throw fault.kind === 'TRANSIENT' ? new MessengerError({ ...fault, wasRefused: true }, error) : error;
  }
};

const post = async (
  { connector, abortSignal }: BotCall,
  conversationId: string,
  message: OutgoingMessage,
): Promise<SentMessage> => {
  const sent = await connector.conversations.sendToConversation(conversationId, activityOf(message), { abortSignal });
  return { conversationId, activityId: needed(sent.id) };
};

const beginThread = async (
  { connector, botId, abortSignal }: BotCall,
  target: RoomParts,
  message: OutgoingMessage,
): Promise<SentMessage> => {
  const created = await connector.conversations.createConversation(
    {
      isGroup: true,
      bot: { id: botId, name: '' },
      tenantId: target.tenant,
      channelData: { channel: { id: baseThread(target.room) }, tenant: { id: target.tenant } },
      activity: activityOf(message) as Activity,
    },
    { abortSignal },
  );
  const conversationId = needed(created.id);
  return { conversationId, activityId: needed(created.activityId || /;messageid=(\d+)/.exec(conversationId)?.[1]) };
};

interface Speaker {
  readonly connectorFor: (serviceUrl: string) => Promise<ConnectorClient>;
  readonly botId: string;
}

const deliver = async (
  { connectorFor, botId }: Speaker,
  to: PersonAddress | RoomAddress,
  message: OutgoingMessage,
  abortSignal: AbortSignal,
): Promise<SentMessage> => {
  if (isPersonAddress(to)) {
    const person = personParts(to);
    const call = { connector: await connectorFor(person.endpoint), botId, abortSignal };
    return post(call, person.chat ?? (await openFirst(call, person)), message);
  }
  const room = roomParts(to);
  const call = { connector: await connectorFor(room.endpoint), botId, abortSignal };
  return room.kind === 'CHANNEL' ? beginThread(call, room, message) : post(call, baseThread(room.room), message);
};

const createConnectors = ({ authentication, appId, isServiceUrlAllowed }: MessengerSettings) => {
  const identity = new ClaimsIdentity([
    { type: AuthenticationConstants.AudienceClaim, value: appId ?? '' },
    { type: AuthenticationConstants.AppIdClaim, value: appId ?? '' },
  ]);
  const factory = authentication.createConnectorFactory(identity);
  return async (serviceUrl: string): Promise<ConnectorClient> => {
    if (!isServiceUrlAllowed(serviceUrl)) throw new MessengerError({ kind: 'REJECTED' });
    return factory.create(serviceUrl);
  };
};

async function* rosterPages(
  page: (continuationToken: string | undefined) => Promise<{ people: RosterPerson[]; next: string | undefined }>,
): AsyncGenerator<readonly RosterPerson[]> {
  let next: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { people, next: following } = await page(next);
    yield people;
    if (following === undefined || following === '' || following === next) return;
    next = following;
  }
  throw new MessengerError({ kind: 'TRANSIENT' }, new Error(`More than ${maxPages} pages of members`));
}

/**
 * Creates the messenger on top of the Bot Framework SDK. It never retries, because only the outbox shows which messages
 * were sent.
 */
export const createMessenger = (settings: MessengerSettings): Messenger => {
  const { appId, clock, rosterDeadlineMs } = settings;
  const connectorFor = createConnectors(settings);
  const speaker = { connectorFor, botId: `28:${appId ?? 'demo'}` };
  return {
    limits: teamsLimits,
    send: (to, message, deadlineMs) => within(deadlineMs, clock, (signal) => deliver(speaker, to, message, signal)),
    update: (sent, message, deadlineMs) =>
      within(deadlineMs, clock, async (abortSignal) => {
        const { endpoint, chat, message: id } = messageParts(sent);
        const connector = await connectorFor(endpoint);
        await connector.conversations.updateActivity(chat, id, { ...activityOf(message), id }, { abortSignal });
      }),
    roster: (of) =>
      rosterPages((continuationToken) =>
        within(rosterDeadlineMs, clock, async (abortSignal) => {
          const { endpoint, room } = roomParts(of);
          const connector = await connectorFor(endpoint);
          const options = { pageSize, abortSignal, ...(continuationToken === undefined ? {} : { continuationToken }) };
          const page = await connector.conversations.getConversationPagedMembers(
            baseThread(room),
            // The SDK's type requires a continuation token even for the first page, which has none.
            options as typeof options & { continuationToken: string },
          );
          return { people: page.members.flatMap((member) => rosterPerson(member) ?? []), next: page.continuationToken };
        }),
      ),
    channels: (of) =>
      within(rosterDeadlineMs, clock, async (abortSignal): Promise<RosterChannel[]> => {
        const { endpoint, room } = roomParts(of);
        const { credentials } = await connectorFor(endpoint);
        const teams = withoutRetries(new TeamsConnectorClient(credentials, { baseUri: endpoint }));
        const { conversations = [] } = await teams.teams.fetchChannelList(baseThread(room), { abortSignal });
        return conversations.flatMap(({ id, name }) =>
          id === undefined || id === ''
            ? []
            : [{ threadId: baseThread(id), name: name === undefined || name === '' ? null : name }],
        );
      }),
  };
};
