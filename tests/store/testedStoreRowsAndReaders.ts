import { randomBytes } from 'node:crypto';
import type {
  Page,
  PageRequest,
  Range,
  Row,
  StoredRow,
  TableAdmin,
  TableStore,
  Values,
} from '../../bot/src/store/tableStorePort.ts';

export type AdminStore = TableStore & { readonly admin: TableAdmin };

/**
 * The store engine under test. If `emulator` is true, the engine uses an emulator, which differs from the real service
 * in known ways.
 */
export interface Subject {
  readonly store: () => AdminStore;
  /** Another store on the same data, which the test must close. */
  readonly reopen: () => Promise<AdminStore>;
  readonly emulator: boolean;
}

const run = randomBytes(5).toString('hex');
let partitions = 0;

/** Returns a partition key that no other test uses, even if tests run repeatedly on a real account. */
export const aPartition = (): string => {
  partitions += 1;
  return `${run}|${partitions}`;
};

export const aRow = (pk: string, rk: string, values: Values = { v: 1 }): Row => ({ pk, rk, values });

export const numbered = (pk: string, count: number, values: Values = { v: 1 }): Row[] =>
  Array.from({ length: count }, (_, index) => aRow(pk, String(index).padStart(6, '0'), values));

export const everything: Range = { from: '', to: '~' };

export const readPages = async (
  store: TableStore,
  pk: string,
  range: Range = everything,
  request: PageRequest = {},
): Promise<Page[]> => {
  const pages: Page[] = [];
  let continuation: string | undefined;
  do {
    const page: Page = await store.scan('Team', pk, range, {
      ...request,
      ...(continuation !== undefined && { continuation }),
    });
    pages.push(page);
    continuation = page.continuation;
  } while (continuation !== undefined);
  return pages;
};

export const readRows = async (
  store: TableStore,
  pk: string,
  range?: Range,
  request?: PageRequest,
): Promise<StoredRow[]> => (await readPages(store, pk, range, request)).flatMap((page) => page.rows);

export const rowKeys = async (store: TableStore, pk: string, range?: Range): Promise<string[]> =>
  (await readRows(store, pk, range)).map((row) => row.rk);

export const refusal = (fault: string) => expect.objectContaining({ name: 'StoreError', fault }) as unknown;

/** Returns the number of successful calls, and fails if another call failed with anything but a conflict. */
export const winners = (outcomes: readonly PromiseSettledResult<unknown>[]): number => {
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown);
  expect(lost).toEqual(lost.map(() => refusal('CONFLICT')));
  return outcomes.length - lost.length;
};
