import { createHmac, randomBytes } from 'node:crypto';
import type { DigestId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { decryptSecret, encryptSecret } from '../identity/secretEncryption.ts';
import type { SessionKeys } from '../identity/sessionKeys.ts';

// The secret with which the calls of a webhook are signed. The person who saves the digest sees it once; it is stored
// encrypted, like the secrets of second factors.

export interface WebhookKeyDeps {
  readonly sessionKeys: SessionKeys;
}

const boundTo = (id: DigestId): string => `webhook|${id}`;

export const newWebhookSecret = ({ sessionKeys }: WebhookKeyDeps, id: DigestId) => {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: encryptSecret(sessionKeys.seal, Buffer.from(secret), boundTo(id)) };
};

/**
 * Returns the secret; undefined if the key with which it was encrypted has been removed from the setting
 * SESSION_SECRET.
 */
export const readWebhookSecret = ({ sessionKeys }: WebhookKeyDeps, id: DigestId, sealed: string): string | undefined =>
  decryptSecret(sessionKeys.seal, sealed, boundTo(id))?.toString();

/**
 * Returns the headers of a call of the webhook. The receiver computes the HMAC-SHA256 of `<seconds>.<body>` with the
 * secret, and compares it with the signature.
 */
export const signedHeaders = (
  secret: string,
  { body, seconds, deliveryId }: { readonly body: string; readonly seconds: number; readonly deliveryId: string },
): Readonly<Record<string, string>> => ({
  'User-Agent': 'Rollcall-Webhook/1',
  'X-Rollcall-Delivery': deliveryId,
  'X-Rollcall-Signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
});
