import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import { hasCanonicalSignature, isWithinLifetime } from '../../domain/core/signedTokenChecks.ts';
import type { EntraPerson } from '../entraPort.ts';
import type { OpenIdProvider, SigningKey } from '../openid/openIdMetadataAndKeys.ts';

/** The two formats of Entra tokens, each with its own issuers and keys. */
export interface Providers {
  readonly v1: OpenIdProvider;
  readonly v2: OpenIdProvider;
}

interface Expected {
  readonly providers: Providers;
  readonly audiences: readonly string[];
  readonly clock: Clock;
}

const clockToleranceSeconds = 300;
/** Maximum lifetime of a token in seconds. Only tokens with continuous access evaluation are valid for that long. */
const longestSeconds = 28 * 3_600;
const algorithms = ['RS256'];

const guid = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  .transform((value) => value.toLowerCase());
const header = z.object({ alg: z.literal('RS256'), kid: z.string().min(1).max(200) });
const identity = z.object({ tid: guid, oid: guid });
const claimedIssuer = z.object({ ver: z.enum(['1.0', '2.0']), tid: z.string().min(1).max(100) });

const refused = (cause?: unknown): AppError => new AppError('UNAUTHENTICATED', { cause });

/**
 * Inserts the tenant id, spelled as in the token, into the issuer template of the metadata, so that whole issuer
 * strings can be compared.
 */
const issuerOf = (template: string, tid: string): string => template.replaceAll(/\{tenantid\}/gi, tid);

const mayIssue = (key: SigningKey, issuer: string, tid: string): boolean =>
  key.issuer === undefined || issuerOf(key.issuer, tid) === issuer;

/**
 * Verifies an Entra token. The issuer of its tenant must have issued it for one of the audiences and signed it with
 * RS256 and a published key. It must not be expired. Throws UNAUTHENTICATED, or UNAVAILABLE if the keys cannot be
 * fetched.
 */
export const verifyEntraToken = async (token: string, expected: Expected): Promise<JWTPayload> => {
  const { providers, audiences, clock } = expected;
  try {
    if (!hasCanonicalSignature(token)) throw refused();
    const { kid } = header.parse(decodeProtectedHeader(token));
    // These values are not verified yet. They only select the key, and are then compared with the metadata of the
    // issuer.
    const { ver, tid } = claimedIssuer.parse(decodeJwt(token));
    const provider = ver === '1.0' ? providers.v1 : providers.v2;
    const key = await provider.find(kid);
    const { issuer: template } = await provider.metadata();
    if (key === undefined || template === undefined) throw refused();
    const issuer = issuerOf(template, tid);
    if (!mayIssue(key, issuer, tid)) throw refused();
    const { payload } = await jwtVerify(token, key.verify, {
      algorithms,
      issuer,
      audience: [...audiences],
      requiredClaims: ['exp', 'tid', 'oid'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.now()),
    });
    const limits = { now: clock.now(), longestSeconds, aheadSeconds: clockToleranceSeconds };
    if (!isWithinLifetime(payload, limits)) throw refused();
    return payload;
  } catch (error) {
    // Every other error is caused by the token itself, so its sender gets no details.
    throw error instanceof AppError ? error : refused(error);
  }
};

/** Returns the tenant id and object id of a verified token. Throws UNAUTHENTICATED if they are not valid Entra ids. */
export const personIn = (payload: JWTPayload): EntraPerson => {
  const zodSafeParseResult = identity.safeParse(payload);
  if (!zodSafeParseResult.success) throw refused(zodSafeParseResult.error);
  return zodSafeParseResult.data;
};

const delegated = z.object({ scp: z.string(), idtyp: z.string().optional() });

/**
 * True for the token of a person who uses the tab of this app; false for any other token, such as that of an
 * application.
 */
export const isForOurTab = (payload: JWTPayload, scope: string): boolean => {
  const claims = delegated.safeParse(payload).data;
  return claims !== undefined && claims.idtyp !== 'app' && claims.scp.split(' ').includes(scope);
};
