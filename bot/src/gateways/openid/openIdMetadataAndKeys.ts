import { createLocalJWKSet } from 'jose';
import { z } from 'zod';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { shareRunningCall } from '#contracts/shareRunningCall.ts';
import type { Clock } from '../../domain/core/clockPort.ts';

const metadataSchema = z.object({
  /** The issuer. For a service with many tenants it is a template: `…/{tenantid}/…`. */
  issuer: z.string().optional(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});
const key = z.looseObject({
  kty: z.string(),
  kid: z.string(),
  endorsements: z.array(z.string()).optional(),
  issuer: z.string().optional(),
});
const keySet = z.object({ keys: z.array(key).min(1) });

export type OpenIdMetadata = z.output<typeof metadataSchema>;

export interface SigningKey {
  readonly verify: ReturnType<typeof createLocalJWKSet>;
  /** Channels for which the key may sign; empty = all channels. */
  readonly endorsements: readonly string[];
  /** The only issuer, or template of issuers, for which the key may sign; undefined = all issuers of this provider. */
  readonly issuer: string | undefined;
}

export interface OpenIdProvider {
  /**
   * Returns the key with this id; undefined if the issuer publishes no such key. Throws UNAVAILABLE if the keys cannot
   * be fetched.
   */
  find(kid: string): Promise<SigningKey | undefined>;
  /** Returns the metadata of the issuer. Throws UNAVAILABLE if the metadata cannot be fetched. */
  metadata(): Promise<OpenIdMetadata>;
}

const fetchDeadlineMs = 5000;
const freshMs = 24 * 3_600_000;
/**
 * Minimum time in milliseconds between two fetches that unknown key ids cause. Anyone can send an unknown key id, and
 * this must not flood the issuer with requests.
 */
const unknownKeyPauseMs = 5 * 60_000;
const failurePauseMs = 5000;

interface Published {
  readonly metadata: OpenIdMetadata;
  readonly keys: ReadonlyMap<string, SigningKey>;
}

type OnDate = (dateMs: number) => void;

const getJson = async (url: string, onDate: OnDate | undefined): Promise<unknown> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadlineMs) });
  const date = Date.parse(response.headers.get('date') ?? '');
  // A reply from an HTTP cache has an old Date header, which is ignored.
  if (!Number.isNaN(date) && !response.headers.has('age')) onDate?.(date);
  if (!response.ok) throw new Error(`The issuer answered ${response.status}`);
  return response.json();
};

const load = async (metadataUrl: string, onDate: OnDate | undefined): Promise<Published> => {
  const metadata = metadataSchema.parse(await getJson(metadataUrl, onDate));
  const { keys } = keySet.parse(await getJson(metadata.jwks_uri, onDate));
  const signing = keys.map((item): [string, SigningKey] => [
    item.kid,
    { verify: createLocalJWKSet({ keys: [item] }), endorsements: item.endorsements ?? [], issuer: item.issuer },
  ]);
  return { metadata, keys: new Map(signing) };
};

/**
 * Provides the metadata and keys of an issuer. They are fetched when they are first needed, again when they are a day
 * old, and for an unknown key id. While the issuer cannot be reached, the old keys are used.
 */
export const createOpenIdProvider = (metadataUrl: string, clock: Clock, onDate?: OnDate): OpenIdProvider => {
  let published: Published | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  const refresh = shareRunningCall(async () => {
    try {
      published = await load(metadataUrl, onDate);
      loadedAt = clock.now();
    } catch (error) {
      failedAt = clock.now();
      failure = error;
    }
  });
  const since = (at: number): number => Math.abs(clock.now() - at);

  /**
   * Returns the cached metadata and keys. They are fetched again if they are a day old, or if `isEnough` returns false
   * for them and the last fetch was at least `unknownKeyPauseMs` ago. The call waits for the fetch only if `isEnough`
   * returned false or nothing is cached.
   */
  const known = async (isEnough: (found: Published) => boolean): Promise<Published> => {
    const isWanting = (): boolean => published === undefined || !isEnough(published);
    const isDue = since(loadedAt) >= freshMs || (isWanting() && since(loadedAt) >= unknownKeyPauseMs);
    if (isDue && (refresh.isRunning() || since(failedAt) >= failurePauseMs)) {
      const done = refresh.run();
      if (isWanting()) await done;
    }
    if (published === undefined) throw new AppError('UNAVAILABLE', { cause: failure });
    return published;
  };

  return {
    find: async (kid) => (await known(({ keys }) => keys.has(kid))).keys.get(kid),
    metadata: async () => (await known(() => true)).metadata,
  };
};
