import { jsonOf, textOf } from '../support/files/readAndFillToolkitFiles.ts';

interface Row {
  readonly row: number;
  readonly what: string;
  readonly proofs: readonly (readonly [file: string, test: string])[];
}

const rows = jsonOf<readonly Row[]>('tests/teams/checklist.json');
const every = rows.flatMap(({ row, proofs }) => proofs.map(([file, test]) => ({ row, file, test })));

describe('the checklist of Teams', () => {
  it('has its 58 rows in order, each with a test', () => {
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 58 }, (_none, index) => index + 1));
    expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  });

  it.each(every)('$row is proved by an existing test: $file, $test', ({ file, test }) => {
    const quoted = [`'${test.replaceAll("'", "\\'")}'`, `"${test}"`, `\`${test}\``];
    // The title is the first argument of `it(`, or of the call after `it.each(…)`, on any line.
    const text = textOf(file).replace(/\(\s+/g, '(');
    expect(quoted.filter((title) => text.includes(`(${title}`))).toHaveLength(1);
  });

  it('equals the page of the documentation', () => {
    const page = textOf('docs/teams-checklist.md');
    for (const { row, what } of rows)
      expect(page).toMatch(new RegExp(`^\\|\\s+${row} \\|[^|]+\\| ${what.replace(/[$()?.*+]/g, '\\$&')} +\\|`, 'm'));
    for (const { file, test } of every) expect(page).toContain(`[${test.replaceAll('|', '\\|')}](../${file})`);
  });
});
