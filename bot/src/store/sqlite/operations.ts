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

const write = (verb: Verb, key: Key, expected: string, etag: string, text: string): string[] => [
  verb,
  key.pk,
  key.rk,
  expected,
  etag,
  text,
];

const textOf = (row: Row): string => JSON.stringify(row.values);

export const rowOperation = (
  verb: Exclude<Verb, 'delete' | 'drop'>,
  table: Table,
  row: Row,
  etags: { readonly expected?: Etag; readonly next: Etag },
): Operation => [table, '0', ...write(verb, row, etags.expected === undefined ? '' : askedFor(etags.expected), etags.next, textOf(row))];

export const deleteOperation = (table: Table, key: Key, expected: Etag): Operation => [
  table,
  '0',
  ...write('delete', key, askedFor(expected), '', ''),
];

const stepWrite = (step: Step, next: () => Etag): string[] =>
  step.do === 'delete'
    ? write('drop', step.key, '', '', '')
    : write(step.do, step.row, 'etag' in step ? askedFor(step.etag) : '', next(), textOf(step.row));

export const stepsOperation = (table: Table, steps: readonly Step[], next: () => Etag): Operation => [
  table,
  String(steps.length),
  ...steps.flatMap((step) => stepWrite(step, next)),
];
