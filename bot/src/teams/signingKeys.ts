import { createLocalJWKSet } from 'jose';
import { z } from 'zod';
import { AppError } from '#contracts/errors.ts';
import type { Clock } from '../domain/clock.ts';

const metadata = z.object({ jwks_uri: z.url() });
const key = z.looseObject({ kty: z.string(), kid: z.string(), endorsements: z.array(z.string()).optional() });
const keySet = z.object({ keys: z.array(key).min(1) });

export interface SigningKey {
  readonly verify: ReturnType<typeof createLocalJWKSet>;
  /** Channels this key may speak for; empty = any. */
  readonly endorsements: readonly string[];
}

export interface SigningKeys {
  /** Undefined for a key id the issuer does not publish. AppError UNAVAILABLE when its keys cannot be fetched. */
  find(kid: string): Promise<SigningKey | undefined>;
}

const fetchDeadlineMs = 5000;
const freshMs = 24 * 3_600_000;
/** Strangers can name unknown keys as often as they like: that must not become our requests to the issuer. */
const unknownKeyPauseMs = 5 * 60_000;
const failurePauseMs = 5000;

type Keys = ReadonlyMap<string, SigningKey>;

const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadlineMs) });
  if (!response.ok) throw new Error(`The issuer answered ${response.status}`);
  return response.json();
};

const load = async (metadataUrl: string): Promise<Keys> => {
  const { jwks_uri } = metadata.parse(await getJson(metadataUrl));
  const { keys } = keySet.parse(await getJson(jwks_uri));
  return new Map(
    keys.map((one) => [one.kid, { verify: createLocalJWKSet({ keys: [one] }), endorsements: one.endorsements ?? [] }]),
  );
};

/** The issuer's public keys: fetched when first needed, once a day, and when a key id is new. Old ones serve while it is away. */
export const createSigningKeys = (metadataUrl: string, clock: Clock): SigningKeys => {
  let keys: Keys | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    loading ??= load(metadataUrl)
      .then((fresh) => {
        keys = fresh;
        loadedAt = clock.now();
      })
      .catch((error: unknown) => {
        failedAt = clock.now();
        failure = error;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  const since = (at: number): number => Math.abs(clock.now() - at);

  return {
    async find(kid) {
      const isDue = since(loadedAt) >= freshMs || (keys?.has(kid) !== true && since(loadedAt) >= unknownKeyPauseMs);
      if (isDue && (loading !== undefined || since(failedAt) >= failurePauseMs)) {
        const done = refresh();
        if (keys?.has(kid) !== true) await done;
      }
      if (keys === undefined) throw new AppError('UNAVAILABLE', { cause: failure });
      return keys.get(kid);
    },
  };
};
