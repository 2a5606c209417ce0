import { randomUUID } from 'node:crypto';
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { hasCanonicalSignature, isWithinLifetime } from '../../domain/core/signedTokenChecks.ts';
import { createGenerationalCache } from '../../store/generationalCache.ts';
import type { GenerationalCache } from '../../store/generationalCache.ts';
import type { Deps } from '../core/deps.ts';
import type { KeySet, SessionKeys } from './sessionKeys.ts';

// Tokens that this installation signs. Each kind of token has its own type, audience and key, so that a token of one
// kind is never valid as another.

export interface TokenDeps extends Pick<Deps, 'clock' | 'publicUrl'> {
  readonly sessionKeys: SessionKeys;
}

interface TokenKind<S extends z.ZodObject> {
  readonly type: string;
  /** Path of the audience, relative to the URL of this installation. */
  readonly audience: string;
  readonly seconds: number;
  readonly keys: (keys: SessionKeys) => KeySet;
  readonly claims: S;
}

const algorithm = 'HS256';
/**
 * Tolerance in seconds for a token that was issued in the future. It covers two instances whose clocks differ by 20
 * minutes: one is ten minutes fast, the other ten minutes slow.
 */
const aheadSeconds = 20 * 60;

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
      // The random id makes every token different, even two with the same claims that are issued in the same second.
      .setJti(randomUUID())
      .setIssuer(publicUrl)
      .setAudience(publicUrl + kind.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + kind.seconds)
      .sign(key)
  );
};

/**
 * Returns the claims of a token; undefined unless this installation signed it, it is of this kind, and it is valid now
 * (neither expired nor issued in the future).
 */
const verify = async <S extends z.ZodObject>(
  { clock, publicUrl, sessionKeys }: TokenDeps,
  kind: TokenKind<S>,
  token: string,
): Promise<z.output<S> | undefined> => {
  const { byKid } = kind.keys(sessionKeys);
  if (!hasCanonicalSignature(token)) return undefined;
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
    const limits = { now: clock.now(), longestSeconds: kind.seconds, aheadSeconds };
    return isWithinLifetime(payload, limits) ? kind.claims.safeParse(payload).data : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

const familyId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/**
 * Access token. Its claims contain the account, the organisation, the session epoch of the account, and the
 * refresh-token family.
 */
const access = {
  type: 'at+jwt',
  audience: '/api',
  seconds: 30 * 60,
  keys: (keys: SessionKeys) => keys.access,
  claims: z.object({ sub: userId, org: orgId, epoch: z.int(), fam: familyId }),
} satisfies TokenKind<z.ZodObject>;
export type AccessClaims = z.output<typeof access.claims>;

export const signAccess = (deps: TokenDeps, claims: AccessClaims): Promise<string> => sign(deps, access, claims);

interface FoundGood {
  readonly claims: AccessClaims;
  /** Expiry of the token, in epoch seconds. */
  readonly expiresAt: number;
}

// A client sends the same access token with every request for half an hour, so the result of a successful verification
// is cached. Results that are not used for half an hour are dropped, so that expired tokens do not stay in the cache.
const verifiedBytes = 1_000;
const verifiedTokens = weakMemo<SessionKeys, GenerationalCache<FoundGood>>(() =>
  createGenerationalCache({ bytes: 20_000 * verifiedBytes, ms: 30 * 60_000, now: () => performance.now() }),
);

/**
 * Returns the claims of a valid access token; undefined for any other token. The caller must check in the store that
 * the session still exists.
 */
export const verifyAccess = async (deps: TokenDeps, token: string): Promise<AccessClaims | undefined> => {
  const { sessionKeys, clock, publicUrl } = deps;
  const verified = verifiedTokens(sessionKeys);
  const name = `${publicUrl} ${token}`;
  const cached = verified.get(name);
  if (cached !== undefined && Math.floor(clock.now() / 1000) < cached.expiresAt) return cached.claims;
  verified.delete(name);
  const claims = await verify(deps, access, token);
  const { exp } = claims === undefined ? {} : decodeJwt(token);
  if (claims !== undefined && exp !== undefined) verified.set(name, { claims, expiresAt: exp }, verifiedBytes);
  return claims;
};

/**
 * Challenge token: proves that the first step of a sign-in (password or Microsoft account) succeeded. It only allows
 * the person to verify or set up the second factor.
 */
const challenge = {
  type: 'challenge+jwt',
  audience: '/second-factor',
  seconds: 10 * 60,
  keys: (keys: SessionKeys) => keys.challenge,
  claims: z.object({
    sub: userId,
    epoch: z.int(),
    use: z.enum(['VERIFY', 'SET_UP']),
    /** The joined Microsoft account with which the first step succeeded; undefined if the first step was a password. */
    identity: z.object({ tid: z.string(), oid: z.string() }).optional(),
  }),
} satisfies TokenKind<z.ZodObject>;
export type ChallengeClaims = z.output<typeof challenge.claims>;

/** Returns a challenge token, valid for 10 minutes and only for the second factor. */
export const signChallenge = (deps: TokenDeps, claims: ChallengeClaims): Promise<string> =>
  sign(deps, challenge, claims);
export const verifyChallenge = (deps: TokenDeps, token: string): Promise<ChallengeClaims | undefined> =>
  verify(deps, challenge, token);
