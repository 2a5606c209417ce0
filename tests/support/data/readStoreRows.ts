import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { PageRequest, StoredRow, Table, TableAdmin } from '../../../bot/src/store/tableStorePort.ts';

const scanRows = async (admin: TableAdmin, table: Table, request: PageRequest): Promise<StoredRow[]> => {
  const rows: StoredRow[] = [];
  let continuation: string | undefined;
  do {
    const page = await admin.scanAll(table, continuation === undefined ? request : { ...request, continuation });
    rows.push(...page.rows);
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows;
};

export const rowsOf = async (admin: TableAdmin, table: Table, rkBegins = ''): Promise<StoredRow[]> =>
  (await scanRows(admin, table, {})).filter((row) => row.rk.startsWith(rkBegins));

/** Returns every row with its version. If the result is equal before and after a call, the call wrote nothing. */
export const everything = async (admin: TableAdmin): Promise<string[]> => {
  const all: string[] = [];
  for (const table of tables)
    for (const row of await scanRows(admin, table, { keysOnly: true }))
      all.push(`${table} ${row.pk} ${row.rk} ${row.etag}`);
  return all.sort();
};
