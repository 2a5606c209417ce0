import { randomBytes } from 'node:crypto';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';

// Codes with which a person signs in without the authenticator app.

const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoverySigns = 16;
const recoveryCount = 10;

/** Returns ten random codes of 80 bits each, in groups of four characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () =>
    Array.from(randomBytes(recoverySigns), (byte) => signs.charAt(byte % signs.length))
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  );

/** Returns the hash of a code, which is stored. A fast hash is enough, because 80 random bits cannot be guessed. */
export const recoveryHash = (code: string): string => digestOf(`recovery|${code.replaceAll('-', '').toUpperCase()}`);
