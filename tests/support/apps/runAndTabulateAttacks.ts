/** One attack: its description, the endpoints that it tries, and the required result. */
export interface Attack {
  readonly name: string;
  readonly endpoints: string;
  readonly expected: string;
  readonly run: (tried: Tried) => Promise<void>;
}

/** Called for each attempt, with its description and whether the product withstood it. */
export type Tried = (name: string, isHeld: boolean) => void;

export interface Outcome extends Attack {
  readonly tries: number;
  /** Descriptions of the attempts that the product did not withstand. */
  readonly failures: readonly string[];
}

export const attempt = async (attack: Attack): Promise<Outcome> => {
  let tries = 0;
  const failures: string[] = [];
  await attack.run((name, isHeld) => {
    tries += 1;
    if (!isHeld) failures.push(name);
  });
  return { ...attack, tries, failures };
};

/** Returns the outcomes as a table: attack, endpoints, required result, attempts, failures. */
export const tableOf = (outcomes: readonly Outcome[]): string => {
  const head = ['attack', 'endpoints', 'expected', 'tries', 'failures'];
  const rows = outcomes.map(({ name, endpoints, expected, tries, failures }) => [
    ...[name, endpoints, expected],
    ...[String(tries), String(failures.length)],
  ]);
  const sum = (of: (outcome: Outcome) => number): string =>
    String(outcomes.reduce((all, outcome) => all + of(outcome), 0));
  rows.push([
    `${outcomes.length} attacks`,
    '',
    '',
    sum((outcome) => outcome.tries),
    sum((outcome) => outcome.failures.length),
  ]);
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => (index < 3 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};
