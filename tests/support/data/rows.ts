import { tables } from '../../../bot/src/store/port.ts';
import type { StoredRow, Table, TableAdmin } from '../../../bot/src/store/port.ts';

/** Every row of a table, or those whose row key begins so. */
export const rowsOf = async (admin: TableAdmin, table: Table, rkBegins = ''): Promise<StoredRow[]> => {
  const rows: StoredRow[] = [];
  let continuation: string | undefined;
  do {
    const page = await admin.scanAll(table, continuation === undefined ? {} : { continuation });
    rows.push(...page.rows);
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows.filter((row) => row.rk.startsWith(rkBegins));
};

/** Everything the store holds with its versions: equal before and after = nothing was written. */
export const everything = async (admin: TableAdmin): Promise<string[]> => {
  const all: string[] = [];
  for (const table of tables)
    for (const row of await rowsOf(admin, table)) all.push(`${table} ${row.pk} ${row.rk} ${row.etag}`);
  return all.sort();
};
