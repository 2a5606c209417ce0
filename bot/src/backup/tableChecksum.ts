import { hash } from 'node:crypto';
import type { Key, Row, Values } from '../store/tableStorePort.ts';

// Compares two sets of rows by their number and the sum of their hashes modulo 2^256, so that the order of the rows
// does not matter. The comparison detects damage and loss, but not rows that an attacker forged.

export interface CountedRow {
  readonly rows: number;
  /** Sum of the hashes as 64 hex digits. */
  readonly digest: string;
}

const words = 8;

export interface Tally {
  add(key: Key, text: string): void;
  join(other: CountedRow): void;
  counted(): CountedRow;
}

export const createTally = (): Tally => {
  const sum = new Uint32Array(words);
  let rows = 0;
  const plus = (bytes: Buffer): void => {
    let carry = 0;
    for (let at = words - 1; at >= 0; at -= 1) {
      const total = (sum[at] ?? 0) + bytes.readUInt32BE(at * 4) + carry;
      sum[at] = total;
      carry = total > 0xffff_ffff ? 1 : 0;
    }
  };
  return {
    add: ({ pk, rk }, text) => {
      rows += 1;
      // Keys contain no control characters, so the line breaks separate the three parts.
      plus(hash('sha256', `${pk}\n${rk}\n${text}`, 'buffer'));
    },
    join: (other) => {
      rows += other.rows;
      plus(Buffer.from(other.digest, 'hex'));
    },
    counted: () => ({ rows, digest: [...sum].map((word) => word.toString(16).padStart(8, '0')).join('') }),
  };
};

/**
 * Returns the properties of a row as a text, sorted by name, so that the order in which a store returns them does not
 * matter.
 */
export const canonicalText = (values: Values): string =>
  JSON.stringify(
    Object.keys(values)
      .sort()
      .map((name) => [name, values[name]]),
  );

export const addRow = (tally: Tally, row: Row): void => {
  tally.add(row, canonicalText(row.values));
};

export const isSame = (a: CountedRow, b: CountedRow): boolean => a.rows === b.rows && a.digest === b.digest;
