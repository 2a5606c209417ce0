import { retryAfterMs } from '../../bot/src/gateways/botframework/messengerFaultFromError.ts';
import { createMessenger } from '../../bot/src/gateways/botframework/botMessenger.ts';
import { isLoopbackUrl, isSecureUrl } from '../../bot/src/gateways/botframework/allowedUrls.ts';
import { MessengerError } from '../../bot/src/gateways/messengerPort.ts';
import { messageAddress, personAddress, roomAddress } from '../../bot/src/domain/core/chatAddressParts.ts';
import type { Messenger, MessengerFault, RosterPerson } from '../../bot/src/gateways/messengerPort.ts';
import { createBotAuthentication } from '../../bot/src/teams/botAuthentication.ts';
import { announcements, general, groupChat, tid } from '../support/data/inboundActivities.ts';
import { replies, TestCredentials } from '../support/apps/botAppWithRecordingServices.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { ConnectorFault, FakeConnector } from '../support/fakes/fakeConnector.ts';
import { appId } from '../support/fakes/localBotTokenIssuer.ts';

const clock = fakeClock();
const enough = 10_000;
const message = replies.help;

const messengerFor = (isServiceUrlAllowed: (url: string) => boolean, credentials = new TestCredentials()): Messenger =>
  createMessenger({
    authentication: createBotAuthentication({
      bot: { appId, appType: 'SingleTenant', tenantId: 'tenant', password: 'password' },
      isDemo: false,
      clock,
      credentials,
    }),
    appId,
    clock,
    isServiceUrlAllowed,
    rosterDeadlineMs: enough,
  });
const messenger = messengerFor(isLoopbackUrl);

let connector: FakeConnector;
beforeEach(async () => {
  connector = await startFakeConnector();
});
afterEach(() => connector.close());

const at = () => ({ tenant: tid, endpoint: connector.url });
const ann = (chat: string | null) => personAddress({ ...at(), user: '29:ann', chat });
const thread = (kind: 'CHANNEL' | 'GROUP', room: string) => roomAddress({ ...at(), kind, room });
const address = (id = 'card-1') => messageAddress({ ...at(), chat: 'a:chat', message: id });
const team = (room = general) => roomAddress({ ...at(), kind: 'CHANNEL', room });
const collect = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const matches: T[] = [];
  for await (const page of pages) matches.push(page);
  return matches;
};
const faultOf = async (work: Promise<unknown>): Promise<MessengerFault | 'none'> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(MessengerError);
    return (error as MessengerError).fault;
  }
};

describe('sending', () => {
  it('is sent to a known chat with one signed request', async () => {
    const sent = await messenger.send(ann('a:chat'), message, enough);
    expect(sent).toEqual({ conversationId: 'a:chat', activityId: 'sent-1' });
    expect(connector.requests).toHaveLength(1);
    expect(connector.requests[0]).toMatchObject({
      kind: 'send',
      conversationId: 'a:chat',
      authorization: 'Bearer ours',
      body: {
        type: 'message',
        summary: message.summary,
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: message.card }],
      },
    });
  });

  it('creates a missing chat first, and returns its address', async () => {
    const sent = await messenger.send(ann(null), message, enough);
    expect(sent).toEqual({ conversationId: 'a:opened-1', activityId: 'sent-2' });
    expect(connector.requests.map((request) => request.kind)).toEqual(['create', 'send']);
    expect(connector.requests[0]?.body).toMatchObject({
      isGroup: false,
      bot: { id: `28:${appId}` },
      members: [{ id: '29:ann' }],
      tenantId: tid,
      channelData: { tenant: { id: tid } },
    });
  });

  it('starts a new thread in a channel, whichever post its id names', async () => {
    const sent = await messenger.send(thread('CHANNEL', `${announcements};messageid=77`), message, enough);
    expect(sent).toEqual({ conversationId: `${announcements};messageid=1001`, activityId: '1001' });
    expect(connector.requests).toHaveLength(1);
    expect(connector.requests[0]?.body).toMatchObject({
      isGroup: true,
      channelData: { channel: { id: announcements }, tenant: { id: tid } },
      activity: { type: 'message', summary: message.summary },
    });
    expect(connector.cards()).toEqual([message.card]);
  });

  it('is sent unchanged to a group chat', async () => {
    await messenger.send(thread('GROUP', groupChat), message, enough);
    expect(connector.requests.map((request) => [request.kind, request.conversationId])).toEqual([['send', groupChat]]);
  });

  it('changes a message in its place', async () => {
    await messenger.update(address(), message, enough);
    expect(connector.requests.map((request) => [request.kind, request.conversationId, request.activityId])).toEqual([
      ['update', 'a:chat', 'card-1'],
    ]);
    expect(connector.cards()).toEqual([message.card]);
  });
});

const faults: readonly (readonly [string, ConnectorFault, MessengerFault])[] = [
  ['429 with seconds', { status: 429, headers: { 'Retry-After': '7' } }, { kind: 'THROTTLED', retryAfterMs: 7000 }],
  [
    '429 with a date',
    { status: 429, headers: { 'Retry-After': new Date(clock.now() + 90_000).toUTCString() } },
    { kind: 'THROTTLED', retryAfterMs: 90_000 },
  ],
  ['429 without a time', { status: 429 }, { kind: 'THROTTLED', retryAfterMs: null }],
  ['429 with nonsense', { status: 429, headers: { 'Retry-After': 'soon' } }, { kind: 'THROTTLED', retryAfterMs: null }],
  ['403', { status: 403 }, { kind: 'BLOCKED' }],
  ['404', { status: 404 }, { kind: 'GONE' }],
  ['410', { status: 410 }, { kind: 'GONE' }],
  ['401', { status: 401 }, { kind: 'UNAUTHORIZED' }],
  ['400', { status: 400 }, { kind: 'REJECTED' }],
  ['413', { status: 413 }, { kind: 'REJECTED' }],
  ['408', { status: 408 }, { kind: 'TRANSIENT', wasRefused: true }],
  ['412', { status: 412 }, { kind: 'TRANSIENT', wasRefused: true }],
  ['500', { status: 500 }, { kind: 'TRANSIENT', wasRefused: true }],
  ['502', { status: 502, headers: { 'Retry-After': '1' } }, { kind: 'TRANSIENT' }],
  ['503', { status: 503, headers: { 'Retry-After': '1' } }, { kind: 'TRANSIENT', wasRefused: true }],
  ['504', { status: 504 }, { kind: 'TRANSIENT' }],
  ['an answer that is no JSON', { status: 200, body: '<html>' }, { kind: 'TRANSIENT' }],
  ['an answer without an id', { status: 200, body: '{}' }, { kind: 'TRANSIENT' }],
  ['a cut connection', { instead: 'cut' }, { kind: 'TRANSIENT' }],
];

describe('a fault', () => {
  it.each(faults)('%s is recognised after exactly one request', async (_what, fault, expected) => {
    connector.fail({ ...fault, times: 9 });
    expect(await faultOf(messenger.send(ann('a:chat'), message, enough))).toEqual(expected);
    expect(connector.requests).toHaveLength(1);
    expect(await faultOf(messenger.send(thread('CHANNEL', general), message, enough))).toEqual(expected);
    expect(connector.requests).toHaveLength(2);
  });

  it.each(faults.filter(([, { status }]) => status !== 200))(
    '%s is the same for updates, rosters and channels',
    async (_what, fault, expected) => {
      connector.fail({ ...fault, times: 9 });
      expect(await faultOf(messenger.update(address(), message, enough))).toEqual(expected);
      expect(await faultOf(collect(messenger.roster(team())))).toEqual(expected);
      expect(await faultOf(messenger.channels(team()))).toEqual(expected);
      expect(connector.requests).toHaveLength(3);
    },
  );

  it('a fault while a chat is opened sends nothing', async () => {
    connector.fail({ kind: 'create', status: 403 });
    expect(await faultOf(messenger.send(ann(null), message, enough))).toEqual({ kind: 'BLOCKED' });
    expect(connector.requests.map((request) => request.kind)).toEqual(['create']);
  });

  it('a fault of a service that never answers ends with the deadline', async () => {
    connector.fail({ instead: 'hang' });
    expect(await faultOf(messenger.send(ann('a:chat'), message, 50))).toEqual({ kind: 'TRANSIENT' });
    expect(connector.requests).toHaveLength(1);
  });

  it('a fault of a token that cannot be had ends with the deadline too', async () => {
    const stuck = messengerFor(isLoopbackUrl, new TestCredentials({ answers: false }));
    expect(await faultOf(stuck.send(ann('a:chat'), message, 50))).toEqual({ kind: 'TRANSIENT' });
    expect(connector.requests).toEqual([]);
  });

  it('a fault of our own credentials is distinguished', async () => {
    class WrongSecret extends TestCredentials {
      override createCredentials(): Promise<never> {
        return Promise.reject(Object.assign(new Error('refused'), { errorCode: 'invalid_client' }));
      }
    }
    const wrong = messengerFor(isLoopbackUrl, new WrongSecret());
    expect(await faultOf(wrong.send(ann('a:chat'), message, enough))).toEqual({ kind: 'UNAUTHORIZED' });
  });

  it.each([
    ['7000222', { kind: 'UNAUTHORIZED', hasExpired: true }],
    ['700027', { kind: 'UNAUTHORIZED', hasExpired: true }],
    ['7000215', { kind: 'UNAUTHORIZED' }],
  ])('a fault of credentials reports whether they have run out: AADSTS%s', async (number, expected) => {
    class Expired extends TestCredentials {
      override createCredentials(): Promise<never> {
        const errorMessage = `invalid_client: ${number} - [canary]: AADSTS${number}: The provided client secret keys.`;
        return Promise.reject(Object.assign(new Error('refused'), { errorCode: 'invalid_client', errorMessage }));
      }
    }
    expect(await faultOf(messengerFor(isLoopbackUrl, new Expired()).send(ann('a:chat'), message, enough))).toEqual(
      expected,
    );
  });

  it('reports the clock of the service with each reply, also with an error', async () => {
    const dates: number[] = [];
    const watched = createMessenger({
      authentication: createBotAuthentication({
        bot: { appId, appType: 'SingleTenant', tenantId: 'tenant', password: 'password' },
        ...{ isDemo: false, clock, credentials: new TestCredentials(), onDate: (ms) => dates.push(ms) },
      }),
      ...{ appId, clock, isServiceUrlAllowed: isLoopbackUrl, rosterDeadlineMs: enough },
    });
    const date = 'Fri, 20 Nov 2026 08:15:00 GMT';
    connector.fail({ status: 403, headers: { Date: date } });
    await faultOf(watched.send(ann('a:chat'), message, enough));
    await watched.send(ann('a:chat'), message, enough);
    expect(dates).toHaveLength(2);
    expect(dates[0]).toBe(Date.parse(date));
  });

  it('a fault never copies the text of the other side into its message', async () => {
    connector.fail({ status: 400, body: '{"error":{"code":"x","message":"canary-secret"}}' });
    await expect(messenger.send(ann('a:chat'), message, enough)).rejects.toThrow('Messenger: REJECTED');
  });
});

describe('an address that is not allowed', () => {
  it('an address that is not allowed is never called', async () => {
    const secure = messengerFor(isSecureUrl);
    expect(await faultOf(secure.send(ann('a:chat'), message, enough))).toEqual({ kind: 'REJECTED' });
    expect(await faultOf(secure.update(address(), message, enough))).toEqual({ kind: 'REJECTED' });
    expect(await faultOf(collect(secure.roster(team())))).toEqual({ kind: 'REJECTED' });
    expect(await faultOf(secure.channels(team()))).toEqual({ kind: 'REJECTED' });
    expect(connector.requests).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1:56150/_connector', true, false],
    ['http://localhost:56150/_connector', true, false],
    ['http://[::1]:1/', true, false],
    ['https://smba.trafficmanager.net/emea/', false, true],
    ['http://smba.trafficmanager.net/emea/', false, false],
    ['http://127.0.0.1.evil.example/', false, false],
    ['http://localhost@evil.example/', false, false],
    ['https://user:pass@smba.trafficmanager.net/', false, false],
    ['ftp://127.0.0.1/', false, false],
    ['', false, false],
  ])('%s: demo %s, production %s', (url, demo, production) => {
    expect([isLoopbackUrl(url), isSecureUrl(url)]).toEqual([demo, production]);
  });
});

describe('a roster', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `29:${index}`,
      aadObjectId: `oid-${index}`,
      name: `Person ${index}`,
      email: `p${index}@b.co`,
      userPrincipalName: `upn${index}@b.co`,
    }));
  const all = async (threadId?: string): Promise<RosterPerson[]> =>
    (await collect(messenger.roster(team(threadId)))).flat();

  it('is read page by page and completely', async () => {
    connector.setMembers(general, people(1234), 500);
    const rosterPersons = await all(`${general};messageid=5`);
    expect(rosterPersons).toHaveLength(1234);
    expect(rosterPersons[1233]).toEqual({
      chatUserId: '29:1233',
      oid: 'oid-1233',
      name: 'Person 1233',
      email: 'p1233@b.co',
    });
    expect(connector.of('members').map((connectorRequest) => connectorRequest.query.get('continuationToken'))).toEqual([
      null,
      '500',
      '1000',
    ]);
    expect(connector.of('members').map((connectorRequest) => connectorRequest.query.get('pageSize'))).toEqual([
      '500',
      '500',
      '500',
    ]);
  });

  it('accepts pages of any size', async () => {
    connector.setMembers(general, people(7), 2);
    expect(await all()).toHaveLength(7);
    expect(connector.of('members')).toHaveLength(4);
  });

  it('leaves out bots, and reads the address from any field that has one', async () => {
    const [first] = people(1);
    connector.setMembers(general, [{ ...first, email: '' }, { id: '28:bot', name: 'Bot' }, { aadObjectId: 'x' }]);
    expect(await all()).toEqual([{ chatUserId: '29:0', oid: 'oid-0', name: 'Person 0', email: 'upn0@b.co' }]);
  });

  it('is discarded if a later page fails, so that no caller uses a part of it', async () => {
    connector.setMembers(general, people(3), 1);
    const pages = messenger.roster(team())[Symbol.asyncIterator]();
    await pages.next();
    connector.fail({ status: 502 });
    expect(await faultOf(pages.next())).toEqual({ kind: 'TRANSIENT' });
  });
});

describe('the channels of a team', () => {
  it('the channels of a team have names, except General', async () => {
    connector.setChannels(general, [{ id: general }, { id: announcements, name: 'News' }, { name: 'no id' }]);
    expect(await messenger.channels(team())).toEqual([
      { threadId: general, name: null },
      { threadId: announcements, name: 'News' },
    ]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['1.5', 1500],
    ['-5', 0],
    ['', null],
    [undefined, null],
    ['Infinity', null],
    [new Date(clock.now() - 5000).toUTCString(), 0],
  ])('%j means %j ms', (value, expected) => {
    expect(retryAfterMs(value, clock.now())).toBe(expected);
  });
});
