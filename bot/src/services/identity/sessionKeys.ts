import { createHash, hkdfSync } from 'node:crypto';

interface NamedKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/**
 * The keys of one purpose, by key id. The current key signs or encrypts; what any of the keys signed or encrypted is
 * accepted.
 */
export interface KeySet {
  readonly current: NamedKey;
  readonly byKid: ReadonlyMap<string, Uint8Array>;
}

/**
 * One key for each purpose and each part of SESSION_SECRET. So a token of one purpose is never valid for another, and a
 * secret can be replaced without signing people out.
 */
export interface SessionKeys {
  readonly access: KeySet;
  readonly refresh: KeySet;
  /** Signs challenge tokens, which prove in the second step of a sign-in that the person passed the first. */
  readonly challenge: KeySet;
  /** Encrypts the secrets of authenticator apps and of webhooks. */
  readonly seal: KeySet;
  /** Encrypts the API keys of text models. */
  readonly textModel: KeySet;
}

const derive = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

const namedKey = (secret: string, purpose: string): NamedKey => {
  const name = createHash('sha256').update(derive(secret, `${purpose}-kid`));
  return { kid: name.digest('hex').slice(0, 16), key: derive(secret, purpose) };
};

const keySet = (secrets: readonly string[], purpose: string): KeySet => {
  const keys = secrets.map((secret) => namedKey(secret, purpose));
  const [current] = keys;
  if (current === undefined) throw new Error('SESSION_SECRET holds no secret.');
  return { current, byKid: new Map(keys.map(({ kid, key }) => [kid, key])) };
};

/** Derives all keys. `secrets` are the parts of SESSION_SECRET, newest first. */
export const sessionKeys = (secrets: readonly string[]): SessionKeys => ({
  access: keySet(secrets, 'access-token'),
  refresh: keySet(secrets, 'refresh-token'),
  challenge: keySet(secrets, 'second-factor-challenge'),
  seal: keySet(secrets, 'second-factor-secret'),
  textModel: keySet(secrets, 'text-model-key'),
});
