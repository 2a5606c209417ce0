import { hashKey } from '../../domain/core/hashing.ts';
import type { Key, Table } from '../port.ts';
import { kindOf } from './kindOf.ts';
import { isWellFormed } from './keyForms.ts';

/** Something in the store that no sequence of calls and crashes may leave behind. */
export interface Finding {
  readonly table: Table;
  readonly key: Key;
  /** Names kinds, states and figures; never what people wrote. */
  readonly what: string;
}

export type Report = (table: Table, row: Key, what: string) => void;

/** Keys contain ids, dates and hashes. A malformed key may contain anything, so only its hash is printed. */
const shown = (table: Table, { pk, rk }: Key): string =>
  isWellFormed(table, { pk, rk }) ? `${pk} ${rk}` : `#${hashKey(`${pk} ${rk}`)}`;

export const lineOf = ({ table, key, what }: Finding): string =>
  `${table} ${kindOf(table, key)?.name ?? 'unknown'} ${shown(table, key)}: ${what}`;
