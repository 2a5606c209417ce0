import { createHash } from 'node:crypto';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mapLimit } from '../concurrency/mapLimit.ts';
import { placedTables } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import type { WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { transactionBatches } from '../store/checkRowsAndBatchTransactions.ts';
import { isChangedRow } from '../store/tables/doubtfulConflictError.ts';
import { rowLimits } from '../store/tableStorePort.ts';
import type { Etag, Range, Row, Step, StoredRow, Table } from '../store/tableStorePort.ts';
import { canonicalText, createTally, isSame } from './tableChecksum.ts';
import type { CountedRow } from './tableChecksum.ts';

// Makes the rows of an organisation in one storage account equal to those in another. Each pass compares both accounts,
// and may be repeated at any time. It changes a row of the target only if no other process has changed it since it was
// compared.

export interface CopyDeps {
  readonly source: WholeStore;
  readonly target: WholeStore;
  /**
   * Called before each page and each batch of writes, to renew the right of this process to work on the move
   * (`MoveLease.alive`). Throws if the process has lost this right.
   */
  readonly alive: () => Promise<void>;
  /** Called after a conflict in the target. Throws if another process has taken over the move (`MoveLease.confirm`). */
  readonly confirm: () => Promise<void>;
}

export interface OrganisationCopy {
  /** Compares both accounts and writes the differences to the target. Returns their number; 0 = both were equal. */
  pass(): Promise<number>;
  /**
   * Returns the number and the hash of the rows in the target. Call it only after a pass that returned 0: partitions
   * that differed are not counted.
   */
  counted(): CountedRow;
}

/**
 * Range of the partition keys of an organisation: its id, and its id with `|` and further parts. `}` is the character
 * after `|`.
 */
export const partitionsOf = (orgId: OrgId): Range => ({ from: orgId, to: `${orgId}}` });
/**
 * Range of exactly one partition: a space is the lowest character of keys, so no other key is between `pk` and `pk`
 * with a space.
 */
const onlyPartition = (pk: string): Range => ({ from: pk, to: `${pk} ` });

export const rowsOfPartitions = async function* (
  { admin }: WholeStore,
  table: Table,
  request: { readonly partitions: Range; readonly keysOnly?: boolean },
  alive: () => Promise<void>,
): AsyncGenerator<StoredRow> {
  let continuation: string | undefined;
  do {
    await alive();
    const page = await admin.scanAll(table, { ...request, ...(continuation === undefined ? {} : { continuation }) });
    yield* page.rows;
    continuation = page.continuation;
  } while (continuation !== undefined);
};

const hashVersions = () => {
  const hash = createHash('sha256');
  return {
    add: ({ rk, etag }: StoredRow): void => void hash.update(`${rk}\n${etag}\n`),
    digest: (): string => hash.digest('hex'),
  };
};

/** Collects the differences of a partition and writes them in batches. Throws a conflict if a row of the target changed. */
const createWriter = ({ target, alive }: CopyDeps, table: Table) => {
  let puts: Row[] = [];
  /** Etags in the target of the rows in `puts`. A row without one is inserted. */
  const etags = new Map<string, Etag>();
  const stepOf = (row: Row): Step => {
    const etag = etags.get(row.rk);
    return etag === undefined ? { do: 'insert', row } : { do: 'replace', row, etag };
  };
  const flush = async (): Promise<void> => {
    // `alive` is called before each batch. A batch is one request, so no write begins long after that check.
    for (const batch of transactionBatches(puts)) {
      await alive();
      await target.transact(table, batch[0]?.pk ?? '', batch.map(stepOf));
    }
    puts = [];
    etags.clear();
  };
  return {
    put: async ({ pk, rk, values }: Row, etag: Etag | undefined): Promise<void> => {
      puts.push({ pk, rk, values });
      if (etag !== undefined) etags.set(rk, etag);
      if (puts.length >= rowLimits.transactionRows) await flush();
    },
    /** Deletes one row by its etag. A step of a transaction could not depend on it, and such rows are few. */
    remove: async ({ pk, rk, etag }: StoredRow): Promise<void> => {
      await alive();
      await target.delete(table, { pk, rk }, etag);
    },
    flush,
  };
};

interface Compared {
  readonly differing: number;
  /** Hash of the keys and etags in the source, by which the next pass detects changes. */
  readonly versions: string;
  readonly source: CountedRow;
  readonly target: CountedRow;
}

/** Reads a partition in both accounts in the order of its keys, and writes the differences to the target. */
const comparePartition = async (deps: CopyDeps, table: Table, pk: string): Promise<Compared> => {
  const request = { partitions: onlyPartition(pk) };
  const sourceRows = rowsOfPartitions(deps.source, table, request, deps.alive);
  const targetRows = rowsOfPartitions(deps.target, table, request, deps.alive);
  const [source, target, versions] = [createTally(), createTally(), hashVersions()];
  const writer = createWriter(deps, table);
  let differing = 0;
  let [left, right] = [await sourceRows.next(), await targetRows.next()];
  while (left.done !== true || right.done !== true) {
    const takesLeft = left.done !== true && (right.done === true || left.value.rk <= right.value.rk);
    const takesRight = right.done !== true && (left.done === true || right.value.rk <= left.value.rk);
    const text = takesLeft && left.done !== true ? canonicalText(left.value.values) : undefined;
    const otherText = takesRight && right.done !== true ? canonicalText(right.value.values) : undefined;
    if (text !== otherText) differing += 1;
    if (takesLeft && left.done !== true) {
      versions.add(left.value);
      source.add(left.value, text ?? '');
      const replaced = takesRight && right.done !== true ? right.value.etag : undefined;
      if (text !== otherText) await writer.put(left.value, replaced);
    }
    if (takesRight && right.done !== true) {
      target.add(right.value, otherText ?? '');
      if (!takesLeft) await writer.remove(right.value);
    }
    if (takesLeft) left = await sourceRows.next();
    if (takesRight) right = await targetRows.next();
  }
  await writer.flush();
  return { differing, versions: versions.digest(), source: source.counted(), target: target.counted() };
};

/**
 * Compares a partition and writes the differences. Returns undefined if a row of the target changed meanwhile, so that
 * the partition must be compared again.
 */
const tryPartition = async (deps: CopyDeps, table: Table, pk: string): Promise<Compared | undefined> => {
  try {
    return await comparePartition(deps, table, pk);
  } catch (error) {
    if (!isChangedRow(error)) throw error;
    await deps.confirm();
    return undefined;
  }
};

/** Returns, for each partition key of the organisation in the table, a hash of the row keys and etags. */
const versionsOf = async (
  store: WholeStore,
  table: Table,
  orgId: OrgId,
  alive: () => Promise<void>,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  let pk = '';
  let versions = hashVersions();
  const end = (): void => {
    if (pk !== '') found.set(pk, versions.digest());
  };
  for await (const row of rowsOfPartitions(store, table, { partitions: partitionsOf(orgId), keysOnly: true }, alive)) {
    if (row.pk !== pk) {
      end();
      [pk, versions] = [row.pk, hashVersions()];
    }
    versions.add(row);
  }
  end();
  return found;
};

const partitionsAtOnce = 8;
/**
 * Returns the sum of the results. If a task fails, no further task begins, and the error is thrown after the running
 * tasks have ended, so that none of them writes later.
 */
const sumOf = async (pks: readonly string[], task: (pk: string) => Promise<number>): Promise<number> => {
  let sum = 0;
  const failures: unknown[] = [];
  await mapLimit(pks, partitionsAtOnce, async (pk) => {
    if (failures.length > 0) return;
    try {
      // With `sum += await task(pk)`, `sum` would be read before the wait, and the results of other tasks would be
      // lost.
      const result = await task(pk);
      sum += result;
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return sum;
};

const noVersions = hashVersions().digest();

export const copyOrganisation = (deps: CopyDeps, orgId: OrgId): OrganisationCopy => {
  /**
   * Partitions whose rows were equal in both accounts, by table and partition key. Only this process writes to the
   * target, so only changes in the source require another comparison.
   */
  const equal = new Map(placedTables.map((table) => [table, new Map<string, Compared>()] as const));
  /** Partitions that the target already had before this process began, from an interrupted copy. */
  const left = new Map<Table, ReadonlySet<string>>();

  const passTable = async (table: Table, known: Map<string, Compared>): Promise<number> => {
    const versions = await versionsOf(deps.source, table, orgId, deps.alive);
    const before = left.get(table) ?? new Set((await versionsOf(deps.target, table, orgId, deps.alive)).keys());
    left.set(table, before);
    const changed = [...new Set([...versions.keys(), ...before, ...known.keys()])].filter(
      (pk) => known.get(pk)?.versions !== (versions.get(pk) ?? noVersions),
    );
    const compare = async (pk: string): Promise<number> => {
      known.delete(pk);
      const compared = await tryPartition(deps, table, pk);
      if (compared === undefined) return 1;
      if (compared.differing > 0) return compared.differing;
      if (!isSame(compared.source, compared.target)) throw new Error(`${table} ${pk} differs without a differing row.`);
      known.set(pk, compared);
      return 0;
    };
    return sumOf(changed, compare);
  };

  return {
    pass: async () => {
      let differing = 0;
      for (const [table, known] of equal) differing += await passTable(table, known);
      return differing;
    },
    counted: () => {
      const tally = createTally();
      for (const known of equal.values()) for (const { target } of known.values()) tally.join(target);
      return tally.counted();
    },
  };
};
