import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decode, encode } from '../../bot/src/store/rowCodec.ts';
import { tables } from '../../bot/src/store/tableStorePort.ts';
import type { Row, Table } from '../../bot/src/store/tableStorePort.ts';
import { allKinds, kindOf } from '../../bot/src/store/admin/kindOfRow.ts';

// Tests that rows of earlier versions stay readable. `v` is the format version of a row's kind: all rows of
// format-1.jsonl and question-types.jsonl have `v` 1, and rows of format-2.jsonl have `v` 1 or 2.
const folder = path.join('tests', 'store', 'fixtures');

interface FixtureRow extends Row {
  readonly table: Table;
  readonly kind: string;
}

const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as FixtureRow);

describe('rows written by earlier versions', () => {
  it('contain every existing kind of row', () => {
    const present = new Set(rows.map((row) => row.kind));
    expect(allKinds.map((kind) => kind.name).filter((name) => !present.has(name))).toEqual([]);
    expect(new Set(rows.map((row) => row.table))).toEqual(new Set(tables));
  });

  it('are distinguished by their keys alone', () => {
    expect(rows.map((row) => kindOf(row.table, row)?.name)).toEqual(rows.map((row) => row.kind));
  });

  const read = (row: FixtureRow) => {
    const format = kindOf(row.table, row);
    if (format === undefined) throw new Error(`No kind of row has the key ${row.rk}.`);
    return { format, record: decode(format, row.values) };
  };

  it.each(rows.map((row) => [row.kind, row.rk, row] as const))('%s %s is read in any format', (_kind, _rk, row) => {
    const { format, record } = read(row);
    expect(decode(format, encode(format, record))).toEqual(record);
  });

  it('rows written by earlier versions of the current format are written back unchanged', () => {
    const current = rows.filter((row) => row.values['v'] === read(row).format.version);
    const written = current.map((row) => encode(read(row).format, read(row).record));
    expect(written).toEqual(current.map((row) => row.values));
    expect(current).not.toHaveLength(0);
  });
});
