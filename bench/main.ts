// npm run bench [-- NAME … | --quick] [--processes N] [--profile]: runs the benchmarks of benchmarks/ and prints one table. Each
// file is bundled like the product and runs in N processes of its own, one after the other, on the Node binary of
// BENCH_NODE or else on the current one. Missed targets do not change the exit code.
import { execFileSync, fork } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseBenchArguments, usageText } from '../scripts/bench/parseBenchArguments.ts';
import { medianRowsOfProcesses } from '../scripts/bench/medianRowsOfProcesses.ts';
import { buildStale } from '../scripts/package/build.ts';
import { bundleForNode } from '../scripts/lib/bundleNodePrograms.ts';
import type { Row } from './benchmarkTypesAndFigureFormats.ts';
import { formatResultTable } from './formatResultTable.ts';

const here = import.meta.dirname;
const outDir = 'dist/bench';
const execPath = process.env['BENCH_NODE'] ?? process.execPath;

/** Returns the source files of a folder and of the folders in it by their names without ending, sorted by name. */
const programsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(path.join(here, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file): readonly [string, string] => [path.basename(file, '.ts'), path.join(here, folder, file)])
      .sort(([first], [other]) => (first < other ? -1 : 1)),
  );

/** Bundles a source file and returns the path of the bundle. */
const bundled = async (source: string): Promise<string> => {
  const outfile = path.resolve(outDir, `${path.basename(source, '.ts')}.js`);
  // The screens (*.tsx) are not bundled: one benchmark reads their file names from the source text of the route table's
  // functions, and bundling would remove these names.
  await bundleForNode(source, outfile, { packages: ['playwright-core', '*.tsx'] });
  return outfile;
};

const failed = (name: string, why: string): Row => ({ what: name, figure: why, target: 'runs', isMet: false });

/** Runs a benchmark file in a new process. Returns its rows, or a text with the exit code if it sent no rows. */
const runOnce = async (program: string, file: string): Promise<readonly Row[] | string> => {
  // With an empty `execArgv`, the child process does not inherit this process's TypeScript loader and so runs only the
  // bundle.
  const child = fork(program, [file], { execArgv: [], execPath });
  let rows: readonly Row[] | undefined;
  child.on('message', (message) => {
    rows = message as readonly Row[];
  });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return rows ?? `ended with ${code ?? 'a signal'}`;
};

/** Returns the medians of one benchmark file. If a process fails, the result is one row with its exit code. */
const measure = async (source: string, processes: number): Promise<readonly Row[]> => {
  const name = path.basename(source, '.ts');
  const program = await bundled(path.join(here, 'runBenchmarkInChild.ts'));
  const file = await bundled(source);
  const runs: (readonly Row[])[] = [];
  for (let run = 1; run <= processes; run += 1) {
    process.stderr.write(`${name}${processes === 1 ? '' : `, process ${run} of ${processes}`} …\n`);
    const rows = await runOnce(program, file);
    if (typeof rows === 'string') return [failed(name, rows)];
    runs.push(rows);
  }
  return medianRowsOfProcesses(runs);
};

/** The benchmarks that `--quick` runs: a selection that takes less than two minutes altogether. */
const quick = [
  'nextOccurrence',
  'idleHeartbeat',
  'authenticatedGet',
  'httpAnswers',
  'dailyReport',
  'dailySummary',
  'startup',
  'webBytes',
];

const main = async (): Promise<void> => {
  const known = programsIn('benchmarks');
  const options = parseBenchArguments(process.argv.slice(2));
  const asked = [...(options?.names ?? []), ...(options?.isQuick === true ? quick : [])];
  const unknown = asked.filter((name) => !known.has(name));
  if (options === undefined || unknown.length > 0) {
    const reason = options === undefined ? usageText : `There is no ${unknown.join(', ')}.`;
    process.stderr.write(`${reason} There are: ${[...known.keys()].join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  // The processes of the benchmarks inherit the variable.
  if (options.isProfiled) process.env['BENCH_PROFILE'] = '1';
  await buildStale();
  // A bundle of an earlier version would hide that a file was renamed.
  rmSync(outDir, { recursive: true, force: true });
  for (const source of programsIn('processes').values()) await bundled(source);
  const rows: Row[] = [];
  for (const name of asked.length === 0 ? known.keys() : asked)
    rows.push(...(await measure(known.get(name) ?? '', options.processes)));
  process.stdout.write(
    `\n${formatResultTable(rows, execFileSync(execPath, ['--version'], { encoding: 'utf8' }).trim())}\n`,
  );
  if (options.processes > 1) process.stdout.write(`Each number is the median of ${options.processes} processes.\n`);
};

await main();
