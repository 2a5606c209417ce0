import { AuthenticationConstants, ClaimsIdentity, TeamsConnectorClient } from 'botframework-connector';
import type { BotFrameworkAuthentication, ConnectorClient } from 'botframework-connector';
import type { Activity } from 'botbuilder';
import type { Clock } from '../../domain/core/clock.ts';
import { MessengerError } from '../messenger.ts';
import type {
  Messenger,
  MessageAddress,
  OutgoingMessage,
  PersonTarget,
  RosterChannel,
  RosterPerson,
  SentMessage,
  Target,
  ThreadAddress,
  ThreadTarget,
} from '../messenger.ts';
import { withoutRetries } from './connectors.ts';
import { asMessengerError } from './messengerFaults.ts';
import { rosterPerson } from './rosterPerson.ts';

export interface MessengerSettings {
  /** From teams/auth: makes connectors with our credentials and without retries. */
  readonly authentication: Pick<BotFrameworkAuthentication, 'createConnectorFactory'>;
  /** Null in demo mode. */
  readonly appId: string | null;
  readonly clock: Clock;
  /** Calls go nowhere else (serviceUrls.ts). */
  readonly isServiceUrlAllowed: (url: string) => boolean;
  /** Milliseconds for one page of a roster or the list of channels. */
  readonly rosterDeadlineMs: number;
}

const pageSize = 500;
/** A roster that never ends is a fault of the other side, not a team. */
const mostPages = 200;

/** Channel conversations carry the id of a post; new threads and rosters need the channel itself. */
export const baseThread = (threadId: string): string => threadId.replace(/;messageid=.*$/s, '');

const activityOf = ({ card, summary }: OutgoingMessage): Partial<Activity> => ({
  type: 'message',
  summary,
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
});

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** The signal ends the request; the race also ends what listens to no signal, such as fetching our own token. */
const within = async <T>(deadlineMs: number, clock: Clock, work: Work<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new MessengerError({ kind: 'TRANSIENT' }, new Error(`No answer within ${deadlineMs} ms`)));
      controller.abort();
    }, deadlineMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } catch (error) {
    throw asMessengerError(error, clock.now());
  } finally {
    clearTimeout(timer);
  }
};

const needed = (value: string | undefined): string => {
  if (value === undefined || value === '') throw new Error('The connector answered without an id');
  return value;
};

const open = async (connector: ConnectorClient, botId: string, target: PersonTarget, abortSignal: AbortSignal) => {
  const created = await connector.conversations.createConversation(
    {
      isGroup: false,
      bot: { id: botId, name: '' },
      members: [{ id: target.teamsUserId, name: '' }],
      tenantId: target.tid,
      channelData: { tenant: { id: target.tid } },
    },
    { abortSignal },
  );
  return needed(created.id);
};

/** Opens a chat before its first message. Whatever fails here, the message itself was not sent. */
const openFirst = async (...parameters: Parameters<typeof open>): Promise<string> => {
  try {
    return await open(...parameters);
  } catch (error) {
    const { fault } = asMessengerError(error, 0);
    throw fault.kind === 'TRANSIENT' ? new MessengerError({ ...fault, wasRefused: true }, error) : error;
  }
};

const post = async (
  connector: ConnectorClient,
  conversationId: string,
  message: OutgoingMessage,
  abortSignal: AbortSignal,
): Promise<SentMessage> => {
  const sent = await connector.conversations.sendToConversation(conversationId, activityOf(message), { abortSignal });
  return { conversationId, activityId: needed(sent.id) };
};

const beginThread = async (
  connector: ConnectorClient,
  botId: string,
  target: ThreadTarget,
  message: OutgoingMessage,
  abortSignal: AbortSignal,
): Promise<SentMessage> => {
  const created = await connector.conversations.createConversation(
    {
      isGroup: true,
      bot: { id: botId, name: '' },
      tenantId: target.tid,
      channelData: { channel: { id: baseThread(target.threadId) }, tenant: { id: target.tid } },
      activity: activityOf(message) as Activity,
    },
    { abortSignal },
  );
  const conversationId = needed(created.id);
  return { conversationId, activityId: needed(created.activityId || /;messageid=(\d+)/.exec(conversationId)?.[1]) };
};

const deliver = async (
  connector: ConnectorClient,
  botId: string,
  target: Target,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<SentMessage> => {
  switch (target.kind) {
    case 'PERSON': {
      const conversationId = target.conversationId ?? (await openFirst(connector, botId, target, signal));
      return post(connector, conversationId, message, signal);
    }
    case 'CHANNEL':
      return beginThread(connector, botId, target, message, signal);
    case 'GROUP':
      return post(connector, baseThread(target.threadId), message, signal);
  }
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
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { people, next: following } = await page(next);
    yield people;
    if (following === undefined || following === '' || following === next) return;
    next = following;
  }
  throw new MessengerError({ kind: 'TRANSIENT' }, new Error(`More than ${mostPages} pages of members`));
}

/** The messenger over the Bot Framework SDK. Nothing is tried twice in here. */
export const createMessenger = (settings: MessengerSettings): Messenger => {
  const { appId, clock, rosterDeadlineMs } = settings;
  const connectorFor = createConnectors(settings);
  const botId = `28:${appId ?? 'demo'}`;
  return {
    send: (target, message, deadlineMs) =>
      within(deadlineMs, clock, async (signal) =>
        deliver(await connectorFor(target.serviceUrl), botId, target, message, signal),
      ),
    update: ({ serviceUrl, conversationId, activityId }: MessageAddress, message, deadlineMs) =>
      within(deadlineMs, clock, async (abortSignal) => {
        const connector = await connectorFor(serviceUrl);
        const activity = { ...activityOf(message), id: activityId };
        await connector.conversations.updateActivity(conversationId, activityId, activity, { abortSignal });
      }),
    roster: ({ serviceUrl, threadId }: ThreadAddress) =>
      rosterPages((continuationToken) =>
        within(rosterDeadlineMs, clock, async (abortSignal) => {
          const connector = await connectorFor(serviceUrl);
          const options = { pageSize, abortSignal, ...(continuationToken === undefined ? {} : { continuationToken }) };
          const page = await connector.conversations.getConversationPagedMembers(
            baseThread(threadId),
            // The SDK's type wants the token also for the first page.
            options as typeof options & { continuationToken: string },
          );
          return { people: page.members.flatMap((member) => rosterPerson(member) ?? []), next: page.continuationToken };
        }),
      ),
    channels: ({ serviceUrl, threadId }: ThreadAddress) =>
      within(rosterDeadlineMs, clock, async (abortSignal): Promise<RosterChannel[]> => {
        const { credentials } = await connectorFor(serviceUrl);
        const teams = withoutRetries(new TeamsConnectorClient(credentials, { baseUri: serviceUrl }));
        const { conversations = [] } = await teams.teams.fetchChannelList(baseThread(threadId), { abortSignal });
        return conversations.flatMap(({ id, name }) =>
          id === undefined || id === ''
            ? []
            : [{ threadId: baseThread(id), name: name === undefined || name === '' ? null : name }],
        );
      }),
  };
};
