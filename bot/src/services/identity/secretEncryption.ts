import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySet } from './sessionKeys.ts';

// Encrypts with AES-256-GCM under a key derived from SESSION_SECRET, so that a backup alone reveals nothing. `bound`
// identifies the object to which the secret belongs; the result cannot be decrypted for another object.

export const encryptSecret = ({ current }: KeySet, plain: Uint8Array, bound: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [current.kid, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
};

/**
 * Returns the plain text. Undefined if the part of SESSION_SECRET from which the key was derived has been removed, the
 * text was changed, or it belongs to another object.
 */
export const decryptSecret = ({ byKid }: KeySet, text: string, bound: string): Buffer | undefined => {
  const [kid = '', ...parts] = text.split('.');
  const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = byKid.get(kid);
  if (key === undefined || iv === undefined || tag === undefined || sealed === undefined) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(bound)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined;
  }
};
