import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import type { BotCloud } from '../../../bot/src/teams/botAuthentication.ts';

export const appId = '11111111-2222-4333-8444-555555555555';
export const issuerName = 'https://issuer.test';

interface TokenChange {
  readonly claims?: JWTPayload;
  readonly kid?: string;
  /** Lifetime in seconds from now; negative = already expired. */
  readonly lifetime?: number;
}

export interface LocalIssuer {
  /** Settings with which a bot trusts only this issuer. */
  readonly cloud: BotCloud;
  /** Returns a token as Teams sends it with a post; replies to the post go to `serviceUrl`. */
  token(serviceUrl: string, change?: TokenChange): Promise<string>;
  /** Returns a token with the same claims, signed with a key that this issuer never published. */
  forged(serviceUrl: string): Promise<string>;
  symmetric(serviceUrl: string): Promise<string>;
  unsigned(serviceUrl: string): string;
  /** Publishes another key, which is endorsed for these channels only, and signs with it from now on. */
  rotate(endorsements?: readonly string[]): Promise<void>;
  readonly state: { isDown: boolean; requests: number };
  close(): Promise<void>;
}

// Keys are kept for the whole test file, because generating a key takes longer than a test.
const pairs = new Map<string, ReturnType<typeof generateKeyPair>>();
const pairOf = (name: string): ReturnType<typeof generateKeyPair> => {
  const pair = pairs.get(name) ?? generateKeyPair('RS256', { extractable: true });
  pairs.set(name, pair);
  return pair;
};

const makeKey = async (kid: string, endorsements: readonly string[], pair = kid) => {
  const { publicKey, privateKey } = await pairOf(pair);
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', endorsements } };
};

/** Starts OpenID metadata, keys and tokens on loopback, as login.botframework.com offers them to a real bot. */
export const startLocalIssuer = async (clock: Clock): Promise<LocalIssuer> => {
  const state = { isDown: false, requests: 0 };
  const keys = [await makeKey('key-1', ['msteams', 'webchat'])];
  const stranger = await makeKey('key-1', [], 'stranger');
  const server = createServer((req, res) => {
    state.requests += 1;
    const { port } = server.address() as AddressInfo;
    const metadata = { issuer: issuerName, jwks_uri: `http://127.0.0.1:${port}/keys` };
    const match = req.url === '/keys' ? { keys: keys.map((item) => item.jwk) } : metadata;
    res.writeHead(state.isDown ? 503 : 200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(state.isDown ? { error: 'down' } : match));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const now = (): number => Math.floor(clock.now() / 1000);
  const claimsFor = (serviceUrl: string, { claims, lifetime = 3600 }: TokenChange = {}): JWTPayload => ({
    iss: issuerName,
    aud: appId,
    serviceurl: serviceUrl,
    nbf: now() - 60,
    exp: now() + lifetime,
    ...claims,
  });
  const sign = (payload: JWTPayload, kid: string, key: CryptoKey): Promise<string> =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(key);
  const newest = () => keys.at(-1) ?? stranger;

  return {
    state,
    cloud: {
      ToChannelFromBotLoginUrl: `${base}/login`,
      ToChannelFromBotOAuthScope: 'https://api.test',
      ToBotFromChannelTokenIssuer: issuerName,
      OAuthUrl: `${base}/oauth`,
      ToBotFromChannelOpenIdMetadataUrl: `${base}/metadata`,
      ToBotFromEmulatorOpenIdMetadataUrl: `${base}/emulator`,
      CallerId: 'urn:test',
    },
    token: (serviceUrl, change = {}) =>
      sign(claimsFor(serviceUrl, change), change.kid ?? newest().kid, newest().privateKey),
    forged: (serviceUrl) => sign(claimsFor(serviceUrl), newest().kid, stranger.privateKey),
    symmetric: (serviceUrl) =>
      new SignJWT(claimsFor(serviceUrl))
        .setProtectedHeader({ alg: 'HS256', kid: newest().kid })
        .sign(new TextEncoder().encode(JSON.stringify(newest().jwk))),
    unsigned: (serviceUrl) => new UnsecuredJWT(claimsFor(serviceUrl)).encode(),
    rotate: async (endorsements = ['msteams']) => {
      keys.push(await makeKey(`key-${keys.length + 1}`, endorsements));
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
