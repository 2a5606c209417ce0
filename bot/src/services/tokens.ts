import { randomUUID } from 'node:crypto';
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { orgId, userId } from '#contracts/ids.ts';
import type { Deps } from './deps.ts';
import type { KeySet, SessionKeys } from './sessionKeys.ts';

// Signed tokens of ours. Algorithm, type, issuer, audience and key are those of the kind: a token of one is nothing to another.

export interface TokenDeps extends Pick<Deps, 'clock' | 'publicUrl'> {
  readonly sessionKeys: SessionKeys;
}

interface TokenKind<S extends z.ZodObject> {
  readonly type: string;
  /** Path of the audience, below the address of this installation. */
  readonly audience: string;
  readonly seconds: number;
  readonly keys: (keys: SessionKeys) => KeySet;
  readonly claims: S;
}

const algorithm = 'HS256';

const sign = async <S extends z.ZodObject>(
  { clock, publicUrl, sessionKeys }: TokenDeps,
  kind: TokenKind<S>,
  claims: z.output<S>,
): Promise<string> => {
  const issuedAt = Math.floor(clock.now() / 1000);
  const { kid, key } = kind.keys(sessionKeys).current;
  return (
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: kind.type, kid })
      // No two are alike, so that what is counted of one is not counted of another.
      .setJti(randomUUID())
      .setIssuer(publicUrl)
      .setAudience(publicUrl + kind.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + kind.seconds)
      .sign(key)
  );
};

/** What the token says, or undefined for any that is not one of ours, of this kind and of this time. */
const verify = async <S extends z.ZodObject>(
  { clock, publicUrl, sessionKeys }: TokenDeps,
  kind: TokenKind<S>,
  token: string,
): Promise<z.output<S> | undefined> => {
  const { byKid } = kind.keys(sessionKeys);
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = kid === undefined ? undefined : byKid.get(kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [algorithm],
        typ: kind.type,
        issuer: publicUrl,
        audience: publicUrl + kind.audience,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(clock.now()),
      },
    );
    return kind.claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

const familyId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** Who, in which organisation, of which epoch of their account, and of which sign-in. */
const access = {
  type: 'at+jwt',
  audience: '/api',
  seconds: 30 * 60,
  keys: (keys: SessionKeys) => keys.access,
  claims: z.object({ sub: userId, org: orgId, epoch: z.int(), fam: familyId }),
} satisfies TokenKind<z.ZodObject>;
export type AccessClaims = z.output<typeof access.claims>;

/** An access token (JWT) for 30 minutes. */
export const signAccess = (deps: TokenDeps, claims: AccessClaims): Promise<string> => sign(deps, access, claims);

interface FoundGood {
  readonly claims: AccessClaims;
  /** Of the token, in epoch seconds. */
  readonly expiresAt: number;
}

// Every request brings one, and each is the same bytes for half an hour: what the keys have found good they need not look at again.
const foundGood = new WeakMap<SessionKeys, Map<string, FoundGood>>();
const mostFound = 20_000;

/** What an access token says; whether its session still lives is asked of the store each time. */
export const verifyAccess = async (deps: TokenDeps, token: string): Promise<AccessClaims | undefined> => {
  const { sessionKeys, clock, publicUrl } = deps;
  const found = foundGood.get(sessionKeys) ?? new Map<string, FoundGood>();
  foundGood.set(sessionKeys, found);
  const name = `${publicUrl} ${token}`;
  const known = found.get(name);
  if (known !== undefined && Math.floor(clock.now() / 1000) < known.expiresAt) return known.claims;
  found.delete(name);
  const claims = await verify(deps, access, token);
  const { exp } = claims === undefined ? {} : decodeJwt(token);
  const [oldest] = found.keys();
  if (found.size >= mostFound && oldest !== undefined) found.delete(oldest);
  if (claims !== undefined && exp !== undefined) found.set(name, { claims, expiresAt: exp });
  return claims;
};

/** Somebody knows the password; what they may do with that: prove the second factor they have, or set one up. */
const challenge = {
  type: 'challenge+jwt',
  audience: '/second-factor',
  seconds: 10 * 60,
  keys: (keys: SessionKeys) => keys.challenge,
  claims: z.object({ sub: userId, epoch: z.int(), use: z.enum(['VERIFY', 'SET_UP']) }),
} satisfies TokenKind<z.ZodObject>;
export type ChallengeClaims = z.output<typeof challenge.claims>;

/** Good for 10 minutes and for the second factor only. */
export const signChallenge = (deps: TokenDeps, claims: ChallengeClaims): Promise<string> =>
  sign(deps, challenge, claims);
export const verifyChallenge = (deps: TokenDeps, token: string): Promise<ChallengeClaims | undefined> =>
  verify(deps, challenge, token);
