// Writes as data: what a thread of its own can be told, and what it answers.
import type { Etag, Key, Row, Step, StoreFault, Table } from '../port.ts';

/** `drop` deletes whatever the version is; `put` makes or replaces the row. */
export type Verb = 'insert' | 'replace' | 'merge' | 'touch' | 'put' | 'delete' | 'drop';

/** Fields of one write: verb, pk, rk, the version asked for, the version it gets, and the values as JSON. */
export const fieldsEach = 6;

/**
 * A call's writes, one after the other: table, how many steps a transaction has (0: a write that is none), and `fieldsEach`
 * texts each. Texts in one flat array are what is put together and copied to another thread at the least expense.
 */
export type Operation = readonly string[];

/** A refusal of one operation; its neighbours of the group are committed all the same. */
export interface Refusal {
  /** Which operation of the group. */
  readonly at: number;
  /** null: no fault the port knows, such as a row that is no JSON. */
  readonly fault: StoreFault | null;
  readonly message: string;
  readonly step: number | undefined;
}

/** The texts of a group's operations, one operation after the other. */
export type Group = readonly string[];

/** No row has an empty version. What is asked for may come from anywhere, and NUL parts the texts of a group. */
const askedFor = (etag: Etag): string => (etag.includes('\0') ? '' : etag);

const textOf = (row: Row): string => JSON.stringify(row.values);

/** `expected`: null where no version is asked for. */
export const rowOperation = (
  verb: Exclude<Verb, 'delete' | 'drop'>,
  table: Table,
  row: Row,
  { expected, next }: { readonly expected: Etag | null; readonly next: Etag },
): Operation => [table, '0', verb, row.pk, row.rk, expected === null ? '' : askedFor(expected), next, textOf(row)];

export const deleteOperation = (table: Table, key: Key, expected: Etag): Operation => [
  table,
  '0',
  'delete',
  key.pk,
  key.rk,
  askedFor(expected),
  '',
  '',
];

export const stepsOperation = (table: Table, steps: readonly Step[], next: () => Etag): Operation => {
  const texts: string[] = [table, String(steps.length)];
  for (const step of steps)
    if (step.do === 'delete') texts.push('drop', step.key.pk, step.key.rk, '', '', '');
    else {
      const { pk, rk } = step.row;
      texts.push(step.do, pk, rk, 'etag' in step ? askedFor(step.etag) : '', next(), textOf(step.row));
    }
  return texts;
};
