interface MeasuredRow {
  readonly what: string;
  readonly figure: string;
  readonly baseline?: string;
  readonly ratio?: string;
  readonly isMet: boolean;
}

/** Matches a number with its unit of time, but not the digits of a name such as p99. */
const quantity = /(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?: m?s\b)?/g;

/** Returns the size of a quantity, with times in milliseconds: "1,594", "982 ms", "1.2 s". */
const sizeOf = (text: string): number => Number.parseFloat(text.replaceAll(',', '')) * (text.endsWith(' s') ? 1000 : 1);

const middleOf = (texts: readonly string[]): string =>
  [...texts].sort((a, b) => sizeOf(a) - sizeOf(b))[Math.floor(texts.length / 2)] ?? '';

/** Returns the first text with each of its numbers replaced by the median of the numbers at the same position. */
const medianText = (texts: readonly string[]): string => {
  const columns = texts.map((text) => text.match(quantity) ?? []);
  let position = -1;
  return (texts[0] ?? '').replaceAll(quantity, () => {
    position += 1;
    return middleOf(columns.map((column) => column[position] ?? ''));
  });
};

const medianRow = <T extends MeasuredRow>(rows: readonly T[], first: T): T => ({
  ...first,
  what: medianText(rows.map((row) => row.what)),
  figure: medianText(rows.map((row) => row.figure)),
  ...(first.baseline !== undefined && { baseline: medianText(rows.map((row) => row.baseline ?? '')) }),
  ...(first.ratio !== undefined && { ratio: medianText(rows.map((row) => row.ratio ?? '')) }),
  isMet: rows.filter((row) => row.isMet).length > rows.length / 2,
});

/**
 * Joins the rows that several processes measured with the same benchmark. Each number is the median over the processes,
 * so a ratio is the median of the ratios within each process. A target is met if most processes met it.
 *
 * @throws {RangeError} if the processes returned different numbers of rows.
 */
export const medianRowsOfProcesses = <T extends MeasuredRow>(runs: readonly (readonly T[])[]): readonly T[] => {
  const [first = []] = runs;
  if (runs.some((rows) => rows.length !== first.length)) throw new RangeError('The processes returned different rows.');
  return first.map((row, index) =>
    medianRow(
      runs.map((rows) => rows[index] ?? row),
      row,
    ),
  );
};
