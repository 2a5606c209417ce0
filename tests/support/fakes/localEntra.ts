import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';

// Fakes Microsoft Entra on loopback: metadata and keys of both token formats, tokens for tabs, and sign-in by code with
// PKCE.

export const clientId = 'c1c1c1c1-2222-4333-8444-555555555555';
export const clientSecret = 'a client secret for tests';

export interface Person {
  readonly tid: string;
  readonly oid: string;
}

/** Returns the same Entra id for the same name. */
export const aGuid = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
export const anEntraPerson = (name = 'ann', tenant = 'contoso'): Person => ({
  tid: aGuid(`tenant ${tenant}`),
  oid: aGuid(`person ${name}`),
});

interface TokenChange {
  /** Overrides claims; undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly kid?: string;
  /** Lifetime in seconds from now; negative = already expired. */
  readonly lifetime?: number;
  readonly version?: '1.0' | '2.0';
}

interface Granted {
  readonly person: Person;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

export interface LocalEntra {
  readonly authority: string;
  /** Returns a token as Teams gives it to this person's tab. */
  token(person: Person, change?: TokenChange): Promise<string>;
  /** Returns a token with the same claims, signed with a key that was never published. */
  forged(person: Person): Promise<string>;
  symmetric(person: Person): Promise<string>;
  unsigned(person: Person): string;
  /** Returns a token that is signed with a published key of another issuer. */
  foreignKey(person: Person): Promise<string>;
  /** Sets the person whom the authorize page signs in without a question. */
  signsIn(person: Person): void;
  /** Follows the authorize address without cookies and returns the address to which the browser is redirected. */
  authorize(url: string): Promise<URL>;
  readonly state: {
    isDown: boolean;
    requests: number;
    signedOut: number;
    /** Claims that override those of the next id token. */
    idClaims: Readonly<Record<string, unknown>>;
    /** Parameters of the requests to the token endpoint, newest last. */
    readonly redeemed: Readonly<Record<string, string>>[];
  };
  close(): Promise<void>;
}

const templates = {
  '1.0': 'https://sts.windows.net/{tenantid}/',
  '2.0': 'https://login.microsoftonline.com/{tenantid}/v2.0',
} as const;
const issuerOf = (version: keyof typeof templates, tid: string): string =>
  templates[version].replace('{tenantid}', tid);

// Keys are kept for the whole test file, because generating a key takes longer than a test.
const pairs = new Map<string, ReturnType<typeof generateKeyPair>>();
const keyNamed = async (kid: string, issuer?: string) => {
  const created = pairs.get(kid) ?? generateKeyPair('RS256', { extractable: true });
  pairs.set(kid, created);
  const { publicKey, privateKey } = await created;
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', ...(issuer === undefined ? {} : { issuer }) };
  return { kid, privateKey, jwk };
};

const readForm = async (req: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
};

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const sendJson = (res: ServerResponse, status: number, body: unknown): void => {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
};

export const startLocalEntra = async (clock: Clock): Promise<LocalEntra> => {
  const state: LocalEntra['state'] = { isDown: false, requests: 0, signedOut: 0, idClaims: {}, redeemed: [] };
  const keys = { '2.0': await keyNamed('entra-2', templates['2.0']), '1.0': await keyNamed('entra-1') };
  const personal = await keyNamed('entra-personal', issuerOf('2.0', aGuid('tenant personal')));
  const stranger = await keyNamed('entra-stranger');
  const grants = new Map<string, Granted>();
  let person = anEntraPerson();
  let counter = 0;
  const now = (): number => Math.floor(clock.now() / 1000);

  const claimsFor = (who: Person, { claims, lifetime = 3600, version = '2.0' }: TokenChange = {}): JWTPayload => ({
    ...(version === '2.0'
      ? { aud: clientId, azp: '1fec8e78-bce4-4aaf-ab1b-5451cc387264' }
      : { aud: `api://rollcall.test/${clientId}`, appid: '1fec8e78-bce4-4aaf-ab1b-5451cc387264' }),
    iss: issuerOf(version, who.tid),
    ver: version,
    tid: who.tid,
    oid: who.oid,
    scp: 'access_as_user',
    nbf: now() - 60,
    exp: now() + lifetime,
    ...claims,
  });
  const sign = (payload: JWTPayload, { kid, privateKey }: Awaited<ReturnType<typeof keyNamed>>, as = kid) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: as }).sign(privateKey);

  const authorizePage = (url: URL, res: ServerResponse): void => {
    const request = Object.fromEntries(url.searchParams);
    counter += 1;
    const code = `code-${counter}`;
    const redirectUri = request['redirect_uri'] ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', request['state'] ?? '');
    if (request['client_id'] === clientId && request['code_challenge_method'] === 'S256') {
      const { nonce = '', code_challenge: challenge = '' } = request;
      grants.set(code, { person, nonce, challenge, redirectUri });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'invalid_request');
    res.writeHead(302, { Location: back.href });
    res.end();
  };

  /** Redirects the browser at once, whereas the real page lets the person choose an account. */
  const logoutPage = (url: URL, res: ServerResponse): void => {
    state.signedOut += 1;
    res.writeHead(302, { Location: url.searchParams.get('post_logout_redirect_uri') ?? base() });
    res.end();
  };

  const tokenEndpoint = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const form = await readForm(req);
    state.redeemed.push(form);
    const granted = grants.get(form['code'] ?? '');
    grants.delete(form['code'] ?? '');
    const isRight =
      granted !== undefined &&
      form['client_id'] === clientId &&
      form['client_secret'] === clientSecret &&
      form['redirect_uri'] === granted.redirectUri &&
      s256(form['code_verifier'] ?? '') === granted.challenge;
    if (!isRight) {
      sendJson(res, 400, { error: 'invalid_grant' });
      return;
    }
    const idToken = { ...claimsFor(granted.person), scp: undefined, nonce: granted.nonce, ...state.idClaims };
    sendJson(res, 200, { token_type: 'Bearer', id_token: await sign(idToken, keys['2.0']) });
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    state.requests += 1;
    const url = new URL(req.url ?? '/', base());
    if (state.isDown) sendJson(res, 503, { error: 'down' });
    else if (url.pathname === '/authorize') authorizePage(url, res);
    else if (url.pathname === '/token') await tokenEndpoint(req, res);
    else if (url.pathname === '/logout') logoutPage(url, res);
    else if (url.pathname === '/keys/v1') sendJson(res, 200, { keys: [keys['1.0'].jwk] });
    else if (url.pathname === '/keys/v2') sendJson(res, 200, { keys: [keys['2.0'].jwk, personal.jwk] });
    else {
      const version = url.pathname.includes('/v2.0/') ? '2.0' : '1.0';
      sendJson(res, 200, {
        issuer: templates[version],
        jwks_uri: `${base()}/keys/v${version.slice(0, 1)}`,
        authorization_endpoint: `${base()}/authorize`,
        token_endpoint: `${base()}/token`,
        end_session_endpoint: `${base()}/logout`,
      });
    }
  };
  const server = createServer((req, res) => {
    answer(req, res).catch(() => {
      res.destroy();
    });
  });
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    authority: `${base()}/organizations`,
    state,
    token: (who, change = {}) => {
      const key = keys[change.version ?? '2.0'];
      return sign(claimsFor(who, change), key, change.kid);
    },
    forged: (who) => sign(claimsFor(who), stranger, keys['2.0'].kid),
    foreignKey: (who) => sign(claimsFor(who), personal),
    symmetric: (who) =>
      new SignJWT(claimsFor(who))
        .setProtectedHeader({ alg: 'HS256', kid: keys['2.0'].kid })
        .sign(new TextEncoder().encode(JSON.stringify(keys['2.0'].jwk))),
    unsigned: (who) => new UnsecuredJWT(claimsFor(who)).encode(),
    signsIn: (who) => {
      person = who;
    },
    authorize: async (url) => {
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '');
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
