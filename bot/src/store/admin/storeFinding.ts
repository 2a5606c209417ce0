import { hashKey } from '../../domain/core/keyHashing.ts';
import type { Key, Table } from '../tableStore.ts';
import { kindOf } from './kindOfRow.ts';
import { isWellFormed } from './checkKeyForm.ts';

/** Something in the store that no sequence of calls and crashes may leave behind. */
export interface Finding {
  readonly table: Table;
  readonly key: Key;
  /** Names kinds, states and figures; never what people wrote. */
  readonly what: string;
}

export type FindingReport = (table: Table, row: Key, what: string) => void;

/** Keys contain ids, dates and hashes. A malformed key may contain anything, so only its hash is printed. */
const shown = (table: Table, { pk, rk }: Key): string =>
  isWellFormed(table, { pk, rk }) ? `${pk} ${rk}` : `#${hashKey(`${pk} ${rk}`)}`;

export const findingLine = ({ table, key, what }: Finding): string =>
  `${table} ${kindOf(table, key)?.name ?? 'unknown'} ${shown(table, key)}: ${what}`;
