import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildStale } from '../package/build.ts';
import { ensureChromium } from '../lib/ensureChromium.ts';
import { jestProgram } from '../lib/jestCommand.ts';
import { writeFormatted } from '../lib/writeOutputFile.ts';

// Prints the requirements of Teams with their tests and the results. Runs the tests of all rows, or of the rows `-- 1
// 24` (first and last). `-- --results FOLDER` reads the results of earlier runs (TEST_RESULTS=FOLDER) instead. `--
// --write` writes the table without results to docs/teams-checklist.md.

interface Row {
  readonly row: number;
  readonly part: string;
  readonly what: string;
  readonly proofs: readonly (readonly [file: string, test: string])[];
}

const page = 'docs/teams-checklist.md';
const [first = 1, last = 58] = process.argv.slice(2).map(Number).filter(Number.isInteger);
const all = JSON.parse(readFileSync('tests/teams/checklist.json', 'utf8')) as readonly Row[];
const rows = all.filter(({ row }) => row >= first && row <= last);

const document = (): string => {
  const lines = rows.map(({ row, part, what, proofs }) => {
    const tests = proofs.map(([file, test]) => `[${test.replaceAll('|', '\\|')}](../${file})`).join('<br>');
    return `| ${row} | ${part} | ${what} | ${tests} |`;
  });
  return [
    '# Requirements of Teams and their tests',
    '',
    'No row needs a tenant. `npm run checklist` runs the tests of this table, the long ones too, and prints it with their results;',
    '`npm run checklist -- 1 24` does so for these rows. After `TEST_RESULTS=FOLDER npm test` and `TEST_RESULTS=FOLDER npm run test:long`,',
    '`npm run checklist -- --results FOLDER` prints the table without running the tests again. [deploy.md](deploy.md) lists the checks',
    'that need a real tenant. `npm run checklist -- --write` generates this page from `tests/teams/checklist.json`.',
    '',
    '| # | Area | Requirement | Tests |',
    '| --: | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
};

interface JestResult {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      /**
       * Titles of the blocks around the test. In a group of files (scripts/lib/writeTestGroups.ts), the first is the
       * path of the file.
       */
      readonly ancestorTitles: readonly string[];
      readonly status: string;
    }[];
  }[];
}

/**
 * True if the pattern matches the title of a test. The titles of parameterised tests contain placeholders: `%s`,
 * `$name`.
 */
const isTitle = (pattern: string, title: string): boolean => {
  const parts = pattern.split(/%[a-z#]|\$[\w.]+/i).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`, 'u').test(title);
};

const runTests = (): JestResult => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-checklist-'));
  const output = path.join(folder, 'results.json');
  const files = [...new Set(rows.flatMap(({ proofs }) => proofs.map(([file]) => file)))];
  const options = ['--runInBand', '--json', `--outputFile=${output}`, '--runTestsByPath'];
  spawnSync(process.execPath, [jestProgram, ...options, ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROMIUM_PATH: ensureChromium() },
  });
  const result = JSON.parse(readFileSync(output, 'utf8')) as JestResult;
  rmSync(folder, { recursive: true, force: true });
  return result;
};

const readResults = (folder: string): JestResult => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const runs = files.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as JestResult);
  return { testResults: runs.flatMap((run) => run.testResults) };
};

const resultOf = ({ testResults }: JestResult, { proofs }: Row): { passed: number; failed: number } => {
  const matches = proofs.map(([file, test]) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(
        ({ title, ancestorTitles }) => (name.endsWith(file) || ancestorTitles[0] === file) && isTitle(test, title),
      ),
    ),
  );
  const all = matches.flat();
  const passed = all.filter(({ status }) => status === 'passed').length;
  // A test of the list that did not run counts as failed.
  return { passed, failed: all.length - passed + matches.filter((tests) => tests.length === 0).length };
};

const printTable = (results: JestResult): number => {
  let wrong = 0;
  for (const row of rows) {
    const { passed, failed } = resultOf(results, row);
    if (failed > 0) wrong += 1;
    const verdict = failed === 0 ? `passed (${passed})` : `FAILED (${failed} of ${passed + failed})`;
    process.stdout.write(`${String(row.row).padStart(2)}  ${verdict.padEnd(18)}  ${row.what}\n`);
    for (const [file, test] of row.proofs) process.stdout.write(`${' '.repeat(24)}${file}: ${test}\n`);
  }
  process.stdout.write(`${rows.length - wrong} of ${rows.length} rows proved\n`);
  return wrong;
};

if (process.argv.includes('--write')) {
  writeFormatted(page, document());
} else {
  const index = process.argv.indexOf('--results');
  if (index < 0) await buildStale();
  process.exitCode = printTable(index < 0 ? runTests() : readResults(process.argv[index + 1] ?? '.')) === 0 ? 0 : 1;
}
