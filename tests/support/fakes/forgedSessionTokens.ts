import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { signChallenge } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import type { TokenDeps } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';

interface Forging {
  readonly deps: TokenDeps;
  /** The server's time in milliseconds. */
  readonly now: number;
  /** SESSION_SECRET, for forgeries that must fail even with the secret. */
  readonly secret: string;
  /** A valid session of a person, and the id of another person (`other`). */
  readonly session: Pick<Session, 'token' | 'refreshToken'>;
  readonly other: UserId;
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const hmac = (hash: string, key: string | Uint8Array, head: string): string =>
  createHmac(hash, key).update(head).digest('base64url');

/** Returns the same signature with other unused bits in its last character, which some decoders accept. */
const respelled = (signature: string): string => {
  const emails = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return `${signature.slice(0, -1)}${emails[emails.indexOf(signature.slice(-1)) ^ 1] ?? ''}`;
};

/** Returns invalid tokens: a valid token with one change, or a token made without the product's key. */
export const forgedTokens = async ({
  deps,
  now,
  secret,
  session: { token, refreshToken },
  other: otherUser,
}: Forging): Promise<Readonly<Record<string, string>>> => {
  const seconds = Math.floor(now / 1000);
  const header = decodeProtectedHeader(token) as { alg: string; typ: string; kid: string };
  const claims = decodeJwt(token);
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { key } = deps.sessionKeys.access.current;
  const resigned = (claimed: object, headed: object = {}): Promise<string> =>
    new SignJWT({ ...claims, ...claimed }).setProtectedHeader({ ...header, ...headed }).sign(key);
  const raw = (headed: unknown, claimed: unknown, sign = (text: string) => hmac('sha256', key, text)): string => {
    const text = `${encode(headed)}.${encode(claimed)}`;
    return `${text}.${sign(text)}`;
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const foreign = sessionKeys(['somebody else’s secret, long enough']).access.current;
  const none = ['none', 'None', 'NONE', 'nOnE'].map((alg) => [`alg ${alg}`, raw({ ...header, alg }, claims, () => '')]);
  const other = { ...claims, sub: otherUser };
  return {
    ...(Object.fromEntries(none) as Record<string, string>),
    'claims given twice, the last for somebody else': `${head}.${encode(
      `${JSON.stringify(claims).slice(0, -1)},"sub":${JSON.stringify(otherUser)}}`,
    )}.${signature}`,
    'alg none with the old signature': raw({ ...header, alg: 'none' }, claims, () => signature),
    'no alg': raw({ typ: header.typ, kid: header.kid }, claims),
    'HS512 by our key': await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'HS512' })
      .sign(new Uint8Array([...key, ...key])),
    'HS384 by our key': raw({ ...header, alg: 'HS384' }, claims, (text) => hmac('sha384', key, text)),
    'RS256 by a key of their own': await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'RS256' })
      .sign(privateKey),
    'RS256 header over an HMAC of a public key': raw({ ...header, alg: 'RS256', jwk: { kty: 'RSA' } }, claims, (text) =>
      hmac('sha256', pem, text),
    ),
    'HMAC of a public key': raw(header, claims, (text) => hmac('sha256', pem, text)),
    'empty key': raw(header, claims, (text) => hmac('sha256', '', text)),
    'the secret itself as key': raw(header, claims, (text) => hmac('sha256', secret, text)),
    'key in the header': raw({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, claims, (text) =>
      hmac('sha256', Buffer.from('AAAA', 'base64url'), text),
    ),
    'foreign secret': await new SignJWT(claims).setProtectedHeader({ ...header, kid: foreign.kid }).sign(foreign.key),
    'foreign secret under our kid': await new SignJWT(claims).setProtectedHeader(header).sign(foreign.key),
    'no kid': raw({ alg: header.alg, typ: header.typ }, claims),
    'kid with NUL': await resigned({}, { kid: `${header.kid}\u0000` }),
    'kid as a path': await resigned({}, { kid: '../../dev/null' }),
    'kid of a prototype': await resigned({}, { kid: '__proto__' }),
    'crit with unknown name': raw({ ...header, crit: ['exp', 'x'], x: true }, claims),
    'other type': await resigned({}, { typ: 'JWT' }),
    'type of a challenge': await resigned({}, { typ: 'challenge+jwt' }),
    'other audience': await resigned({ aud: 'https://rollcall.test/second-factor' }),
    'audience of a neighbour': await resigned({ aud: 'https://rollcall.test.evil.test/api' }),
    'other issuer': await resigned({ iss: 'https://evil.test' }),
    'exp as string': raw(header, { ...claims, exp: '99999999999' }),
    'no exp': raw(header, { ...claims, exp: undefined }),
    'a lifetime of a year': await resigned({ exp: seconds + 365 * 86_400 }),
    'issued an hour from now': await resigned({ iat: seconds + 3_600, exp: seconds + 3_600 + 60 }),
    'one spelling of the signature for another': `${head}.${payload}.${respelled(signature)}`,
    'one padding sign': `${token}=`,
    expired: await resigned({ exp: seconds }),
    'nbf in the future': await resigned({ nbf: seconds + 60 }),
    'somebody else’s name, old signature': `${head}.${encode(other)}.${signature}`,
    'somebody else’s name, our signature': await resigned({ sub: otherUser }),
    'another sign-in': await resigned({ fam: '01M7VZGC000000000000000009' }),
    'a sign-in that is a path': await resigned({ fam: '../p' }),
    'no sign-in': raw(header, { ...claims, fam: undefined }),
    'epoch as string': raw(header, { ...claims, epoch: '1' }),
    'duplicate claims': raw(header, `{"sub":"${String(claims.sub)}",${JSON.stringify(other).slice(1)}`),
    'signature cut': `${head}.${payload}.${signature.slice(0, -4)}`,
    'signature empty': `${head}.${payload}.`,
    'signature missing': `${head}.${payload}`,
    'trailing dot': `${token}.`,
    padding: `${token}==`,
    'standard base64':
      token.replaceAll('-', '+').replaceAll('_', '/') === token
        ? `${token}+`
        : token.replaceAll('-', '+').replaceAll('_', '/'),
    'claims that are no object': raw(header, '[]'),
    'claims that are no JSON': raw(header, 'x'),
    'JWE in five parts': `${head}.a.b.c.${signature}`,
    'the refresh token': refreshToken,
    'a challenge': await signChallenge(deps, { sub: String(claims.sub) as UserId, epoch: 1, use: 'VERIFY' }),
    'a challenge’s key under the right type': await new SignJWT(claims)
      .setProtectedHeader({ ...header, kid: deps.sessionKeys.challenge.current.kid })
      .sign(deps.sessionKeys.challenge.current.key),
    '200 kB': `${token}${'x'.repeat(200_000)}`,
    '8 kB of claims': await resigned({ filler: 'x'.repeat(8192) }),
  };
};
