import type { JWTPayload } from 'jose';
import { createBotAuthentication } from '../../bot/src/teams/botAuthentication.ts';
import { aMessage, anExecute } from '../support/data/inboundActivities.ts';
import { startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { appId } from '../support/fakes/localBotTokenIssuer.ts';

let app: BotApp;
beforeEach(async () => {
  app = await startBotApp();
});
afterEach(() => app.close());

const bearer = (token: string): string => `Bearer ${token}`;
const hello = () => aMessage(app.connector.url, 'hi');

/** Returns the visible part of a reply to a rejected sender, and the effects of the post. */
const outcome = ({ status, body, text }: Awaited<ReturnType<BotApp['post']>>) => ({
  status,
  errorCode: (body as { errorCode?: unknown }).errorCode,
  // The random letters of the correlation id could match by accident, so the id is removed.
  revealsReason: /jwt|jws|signature|issuer|audience|stack/i.test(text.replace(/"correlationId":"\w+"/, '')),
  calls: app.calls.length,
  replies: app.connector.requests.length,
});
const refused = { status: 401, errorCode: 'UNAUTHENTICATED', revealsReason: false, calls: 0, replies: 0 };

describe('a post with the token of Teams', () => {
  it('a post with the token of Teams is answered', async () => {
    expect((await app.post(hello())).status).toBe(200);
    expect(app.calls.map(([name]) => name)).toEqual(['syncSender', 'help']);
    expect(app.connector.of('reply')).toHaveLength(1);
    expect(app.connector.of('reply')[0]?.authorization).toBe('Bearer ours');
  });

  it('asks for the keys once, not for every post', async () => {
    await app.post(hello());
    await app.post(hello());
    expect(app.issuer.state.requests).toBe(2);
  });

  it('is answered when the keys were exchanged a while after', async () => {
    await app.post(hello());
    app.clock.advance({ minutes: 6 });
    await app.issuer.rotate();
    expect((await app.post(hello())).status).toBe(200);
  });

  it('accepts the token by its cached keys while the issuer is unavailable', async () => {
    await app.post(hello());
    app.issuer.state.isDown = true;
    app.clock.advance({ minutes: 2 * 24 * 60 });
    expect((await app.post(hello())).status).toBe(200);
  });

  it('is valid for five minutes beyond its end, because clocks differ', async () => {
    const token = await app.issuer.token(app.connector.url, { lifetime: -240 });
    expect((await app.post(hello(), bearer(token))).status).toBe(200);
  });
});

describe('a post is refused', () => {
  it('a post is refused without a token, before its body is read', async () => {
    expect(outcome(await app.post(hello(), null))).toEqual(refused);
    expect(outcome(await app.post({}, null))).toEqual(refused);
    expect(outcome(await app.post('x'.repeat(1000), null))).toEqual(refused);
  });

  it.each(['Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer not.a.token', 'Bearer ..', 'Bearer e30.e30.'])(
    'a post is refused with the header %j',
    async (header) => {
      expect(outcome(await app.post(hello(), header))).toEqual(refused);
    },
  );

  const wrongClaims: readonly (readonly [string, JWTPayload])[] = [
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences', { aud: [appId, 'somebody-else'] }],
    ['no audience', { aud: undefined as unknown as string }],
    ['another issuer', { iss: 'https://evil.example' }],
    [
      'an emulator as issuer',
      { iss: 'https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/', ver: '1.0', appid: appId },
    ],
    ['another address for replies', { serviceurl: 'https://evil.example' }],
    ['no address for replies', { serviceurl: undefined }],
    ['no end', { exp: undefined as unknown as number }],
    ['an end in years', { exp: 4_000_000_000 }],
    ['a time of issue to come', { iat: 4_000_000_000 }],
    ['an end in words', { exp: 'tomorrow' as unknown as number }],
    ['a beginning to come', { nbf: 4_000_000_000 }],
  ];
  it.each(wrongClaims)('a post is refused with a token for %s', async (_what, claims) => {
    const token = await app.issuer.token(app.connector.url, { claims });
    expect(outcome(await app.post(hello(), bearer(token)))).toEqual(refused);
  });

  it('a post is refused with a token that has ended', async () => {
    const token = await app.issuer.token(app.connector.url, { lifetime: -301 });
    expect(outcome(await app.post(hello(), bearer(token)))).toEqual(refused);
  });

  it('a post is refused with a signature of another key, of the public key as a password, or without one', async () => {
    expect(outcome(await app.post(hello(), bearer(await app.issuer.forged(app.connector.url))))).toEqual(refused);
    expect(outcome(await app.post(hello(), bearer(await app.issuer.symmetric(app.connector.url))))).toEqual(refused);
    expect(outcome(await app.post(hello(), bearer(app.issuer.unsigned(app.connector.url))))).toEqual(refused);
  });

  it('a post is refused with a token cut short or changed', async () => {
    const token = await app.issuer.token(app.connector.url);
    const [head = '', , signature = ''] = token.split('.');
    const others = await app.issuer.token(app.connector.url, {
      claims: { serviceurl: app.connector.url, admin: true },
    });
    expect(outcome(await app.post(hello(), bearer(token.slice(0, -10))))).toEqual(refused);
    expect(outcome(await app.post(hello(), bearer([head, others.split('.')[1], signature].join('.'))))).toEqual(
      refused,
    );
  });

  it('a post is refused with an unpublished key, without a request for the keys each time', async () => {
    await app.post(hello());
    app.calls.length = 0;
    app.connector.forget();
    for (let tries = 0; tries < 5; tries += 1) {
      const token = await app.issuer.token(app.connector.url, { kid: `unknown-${tries}` });
      expect(outcome(await app.post(hello(), bearer(token)))).toEqual(refused);
    }
    expect(app.issuer.state.requests).toBe(2);
  });

  it('a post is refused with a key that is endorsed for other channels only', async () => {
    await app.issuer.rotate(['webchat']);
    expect(outcome(await app.post(hello()))).toEqual(refused);
  });

  it.each(['emulator', 'AseChannel', 'webchat'])('a post is refused from the channel %s', async (channelId) => {
    expect(outcome(await app.post({ ...hello(), channelId }))).toEqual(refused);
  });

  it('a post is refused also when a button was pressed', async () => {
    expect(outcome(await app.post(anExecute(app.connector.url, 'submit', {}), null))).toEqual(refused);
  });
});

describe('when the keys cannot be fetched', () => {
  it('a valid token gets a retry response without a reason', async () => {
    app.issuer.state.isDown = true;
    const { status, body, text } = await app.post(hello());
    expect(status).toBe(503);
    expect(body).toMatchObject({ errorCode: 'UNAVAILABLE' });
    expect(text).not.toContain('127.0.0.1');
    expect(app.calls).toEqual([]);
  });

  it('an invalid token is still refused, without a request', async () => {
    app.issuer.state.isDown = true;
    expect(outcome(await app.post(hello(), bearer(app.issuer.unsigned(app.connector.url))))).toEqual(refused);
    expect(app.issuer.state.requests).toBe(0);
  });

  it('accepts a valid token again once the keys can be fetched', async () => {
    app.issuer.state.isDown = true;
    await app.post(hello());
    app.issuer.state.isDown = false;
    expect((await app.post(hello())).status).toBe(503);
    app.clock.advance({ seconds: 6 });
    expect((await app.post(hello())).status).toBe(200);
  });
});

describe('a bot without an app id', () => {
  it('is refused outside demo mode', () => {
    expect(() => createBotAuthentication({ bot: null, isDemo: false, clock: fakeClock() })).toThrow('MicrosoftAppId');
  });

  it('accepts unsigned posts in demo mode, and answers them without a token', async () => {
    const demo = await startBotApp({ isDemo: true });
    try {
      expect((await demo.post(aMessage(demo.connector.url, 'hi'))).status).toBe(200);
      expect(demo.connector.of('reply').map((connectorRequest) => connectorRequest.authorization)).toEqual([undefined]);
    } finally {
      await demo.close();
    }
  });
});

describe('a post that is no activity', () => {
  const noActivities: readonly unknown[] = [
    {},
    [],
    null,
    'text',
    1,
    { type: 'message' },
    { type: '', channelId: 'msteams' },
    { type: {}, channelId: [] },
  ];
  it.each(noActivities.map((noActivity) => [noActivity]))(
    'a post that is no activity is refused as %j',
    async (body) => {
      const { status, body: envelope } = await app.post(body);
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ status: 'Error', errorCode: 'INVALID_INPUT' });
    },
  );

  it.each([
    'http://10.0.0.1/',
    'https://evil.example/',
    'file:///etc/passwd',
    'http://127.0.0.1@evil.example/',
    'nowhere',
  ])('is rejected when replies should be sent to %s', async (serviceUrl) => {
    const token = await app.issuer.token(serviceUrl);
    expect((await app.post({ ...hello(), serviceUrl }, bearer(token))).status).toBe(400);
    expect(app.calls).toEqual([]);
  });
});
