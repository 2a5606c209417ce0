import { createHash, hash } from 'node:crypto';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/**
 * Returns the first 32 hex digits of the text's SHA-256. Keys contain this hash instead of user-written text and values
 * from Teams, because these may contain characters that are not allowed in a key.
 */
export const hashKey = (text: string): string => sha256(text).slice(0, 32);

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns an id in the form of a ULID, derived from the parts. The same parts always give the same id. A caller who
 * controls one part cannot choose the id.
 */
export const derivedId = (...parts: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  let bits = BigInt(`0x${bytes.subarray(0, 16).toString('hex')}`);
  let id = '';
  for (let place = 0; place < 26; place += 1) {
    id = (crockford[Number(bits & 31n)] ?? '') + id;
    bits >>= 5n;
  }
  return id;
};

export const digestOf = (text: string): string => sha256(text);

/**
 * Returns the id of a plan line: the first sixteen hex digits of the SHA-256 of its text, in which spaces are
 * collapsed. Equal lines have the same id on every day.
 */
export const goalId = (line: string): string => sha256(line.normalize('NFC').replace(/\s+/g, ' ').trim()).slice(0, 16);
