import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import type { Key, Table } from '../tableStorePort.ts';
import { kindOf } from './kindOfRow.ts';
import { isWellFormed } from './checkKeyFormAndFields.ts';

/** An inconsistency in the store that no sequence of calls and crashes may cause. */
export interface Finding {
  readonly table: Table;
  readonly key: Key;
  /** Description of the fault. It contains kinds, states and figures, but no text that people wrote. */
  readonly what: string;
}

export type FindingReport = (table: Table, row: Key, what: string) => void;

/**
 * Returns the key as text; for a malformed key, the hash of the key. A valid key contains only ids, dates and hashes,
 * but a malformed key may contain anything.
 */
const shown = (table: Table, { pk, rk }: Key): string =>
  isWellFormed(table, { pk, rk }) ? `${pk} ${rk}` : `#${hashKey(`${pk} ${rk}`)}`;

export const findingLine = ({ table, key, what }: Finding): string =>
  `${table} ${kindOf(table, key)?.name ?? 'unknown'} ${shown(table, key)}: ${what}`;
