import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A fake chat service that implements the Bot Framework's protocol. It records the requests and fails those that a test
// selects.

type Kind = 'create' | 'send' | 'reply' | 'update' | 'members' | 'member' | 'channels' | 'unknown';

export interface ConnectorRequest {
  readonly kind: Kind;
  readonly conversationId: string;
  readonly activityId: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Arrival time in milliseconds of a monotonic clock. */
  readonly at: number;
}

export interface ConnectorFault {
  /** Affects only requests of this kind; left out = all requests. */
  readonly kind?: Kind;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `hang`: never answers. `cut`: closes the connection. `lost`: accepts the message, then closes the connection. */
  readonly instead?: 'hang' | 'cut' | 'lost';
  /** Number of requests that fail; left out = one. */
  readonly times?: number;
}

export interface FakeConnector {
  /** Address of the fake service, without a trailing slash. */
  readonly url: string;
  readonly requests: readonly ConnectorRequest[];
  /** Teams user ids of the people whose chats the bot opened, by chat id. */
  readonly opened: ReadonlyMap<string, string>;
  of(...kinds: readonly Kind[]): ConnectorRequest[];
  /** Returns the cards of the sent messages, newest last. */
  cards(): Readonly<Record<string, unknown>>[];
  fail(fault: ConnectorFault): void;
  /** Sets a rule that decides for each request whether and how it fails. It applies until another rule is set. */
  failWhen(rule: (request: ConnectorRequest) => Omit<ConnectorFault, 'kind' | 'times'> | undefined): void;
  setMembers(threadId: string, members: readonly object[], pageSize?: number): void;
  setChannels(teamId: string, channels: readonly object[]): void;
  forget(): void;
  close(): Promise<void>;
}

const routes: readonly (readonly [string, RegExp, Kind])[] = [
  ['POST', /^\/v3\/conversations$/, 'create'],
  ['POST', /^\/v3\/conversations\/([^/]+)\/activities$/, 'send'],
  ['POST', /^\/v3\/conversations\/([^/]+)\/activities\/([^/]+)$/, 'reply'],
  ['PUT', /^\/v3\/conversations\/([^/]+)\/activities\/([^/]+)$/, 'update'],
  ['GET', /^\/v3\/conversations\/([^/]+)\/pagedmembers$/, 'members'],
  ['GET', /^\/v3\/conversations\/([^/]+)\/members\/([^/]+)$/, 'member'],
  ['GET', /^\/v3\/teams\/([^/]+)\/conversations$/, 'channels'],
];

const read = async (req: IncomingMessage): Promise<ConnectorRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(req.url ?? '/', 'http://connector');
  const match = routes.find(([method, path]) => method === req.method && path.test(url.pathname));
  const [, first = '', second = ''] = match?.[1].exec(url.pathname) ?? [];
  return {
    kind: match?.[2] ?? 'unknown',
    conversationId: decodeURIComponent(first),
    activityId: decodeURIComponent(second),
    query: url.searchParams,
    authorization: req.headers.authorization,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    at: performance.now(),
  };
};

interface Members {
  readonly members: readonly object[];
  readonly pageSize: number;
}

const membersPage = ({ members, pageSize }: Members, token: string | null): object => {
  const from = Number(token ?? 0);
  const next = from + pageSize;
  return {
    members: members.slice(from, next),
    ...(next < members.length ? { continuationToken: String(next) } : {}),
  };
};

const attachmentsOf = (body: Readonly<Record<string, unknown>>) => {
  // The request that creates a thread contains the thread's first message.
  const activity = (body['activity'] ?? body) as { attachments?: { content: Readonly<Record<string, unknown>> }[] };
  return activity.attachments ?? [];
};

export const startFakeConnector = async (): Promise<FakeConnector> => {
  const requests: ConnectorRequest[] = [];
  const faults: { fault: ConnectorFault; left: number }[] = [];
  const rosters = new Map<string, Members>();
  const channelLists = new Map<string, readonly object[]>();
  let rule: Parameters<FakeConnector['failWhen']>[0] = () => undefined;
  const opened = new Map<string, string>();
  let sent = 0;

  const memberOf = ({ conversationId, activityId }: ConnectorRequest): object | undefined =>
    rosters.get(conversationId)?.members.find((member) => Reflect.get(member, 'id') === activityId);

  const answer = (request: ConnectorRequest): object | undefined => {
    sent += 1;
    switch (request.kind) {
      case 'create': {
        const channel = Reflect.get(request.body['channelData'] ?? {}, 'channel') as { id: string } | undefined;
        if (channel === undefined) {
          // Teams returns the same conversation each time for the same person.
          const [person] = (request.body['members'] ?? []) as readonly { readonly id: string }[];
          const [known] = [...opened].find(([, id]) => id === person?.id) ?? [`a:opened-${sent}`];
          opened.set(known, person?.id ?? '');
          return { id: known };
        }
        return { id: `${channel.id};messageid=${1000 + sent}`, activityId: String(1000 + sent) };
      }
      case 'send':
      case 'reply':
        return { id: `sent-${sent}` };
      case 'update':
        return { id: request.activityId };
      case 'members':
        return membersPage(
          rosters.get(request.conversationId) ?? { members: [], pageSize: 500 },
          request.query.get('continuationToken'),
        );
      case 'member':
        return memberOf(request);
      case 'channels':
        return { conversations: channelLists.get(request.conversationId) ?? [] };
      case 'unknown':
        return undefined;
    }
  };

  const faultFor = (kind: Kind): ConnectorFault | undefined => {
    const match = faults.find((item) => item.left > 0 && (item.fault.kind === undefined || item.fault.kind === kind));
    if (match === undefined) return undefined;
    match.left -= 1;
    return match.fault;
  };

  const write = (res: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    res.end(body);
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const request = await read(req);
    requests.push(request);
    const fault = faultFor(request.kind) ?? rule(request);
    if (fault?.instead === 'hang') return;
    if (fault?.instead === 'cut' || fault?.instead === 'lost') {
      req.socket.destroy();
      return;
    }
    if (fault !== undefined) {
      write(
        res,
        fault.status ?? 500,
        fault.body ?? '{"error":{"code":"Fault","message":"canary-secret"}}',
        fault.headers,
      );
      return;
    }
    const body = answer(request);
    write(res, body === undefined ? 404 : request.kind === 'create' ? 201 : 200, JSON.stringify(body ?? {}));
  };

  const server = createServer((req, res) => {
    void handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    opened,
    of: (...kinds) => requests.filter((connectorRequest) => kinds.includes(connectorRequest.kind)),
    cards: () =>
      requests.flatMap((connectorRequest) =>
        attachmentsOf(connectorRequest.body).map((attachment) => attachment.content),
      ),
    fail: (fault) => {
      faults.push({ fault, left: fault.times ?? 1 });
    },
    failWhen: (next) => {
      rule = next;
    },
    setMembers: (threadId, members, pageSize = 500) => {
      rosters.set(threadId, { members, pageSize });
    },
    setChannels: (teamId, channels) => {
      channelLists.set(teamId, channels);
    },
    forget: () => {
      requests.length = 0;
      faults.length = 0;
      opened.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
