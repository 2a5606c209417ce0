import { randomBytes } from 'node:crypto';
import type { Etag } from '../port.ts';

/**
 * A counter behind 96 random bits drawn when the store opens: never reused by this process or another, before a
 * restart or after, nor when an older copy of the file is put back, and it costs no write. A counter kept in the
 * file would fail the last of these.
 */
export const createEtags = (): (() => Etag) => {
  const opening = randomBytes(12).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${opening}.${count.toString(36)}` as Etag;
  };
};
