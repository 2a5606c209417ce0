// npm run bench [-- NAME … | --quick]: runs the benchmarks of rows/ and prints one table. Each file is bundled like the product
// and runs in its own process, on the Node binary of BENCH_NODE or else on the current one. A missed target is printed
// and fails nothing.
import { execFileSync, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildStale } from '../scripts/build.ts';
import { bundleForNode } from '../scripts/lib/bundle.ts';
import type { Row } from './row.ts';
import { tableOf } from './table.ts';

const here = import.meta.dirname;
const outDir = 'dist/bench';
const execPath = process.env['BENCH_NODE'] ?? process.execPath;

const namesIn = (folder: string): string[] =>
  readdirSync(path.join(here, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort();

const bundled = async (folder: string, name: string): Promise<string> => {
  const outfile = path.resolve(outDir, `${name}.js`);
  // The screens (*.tsx) stay external: one benchmark reads their file names from the text of the route table's
  // functions, and bundling would remove these names.
  await bundleForNode(path.join(here, folder, `${name}.ts`), outfile, { packages: ['playwright-core', '*.tsx'] });
  return outfile;
};

const failed = (name: string, why: string): Row => ({ what: name, figure: why, target: 'runs', isMet: false });

/** Returns the rows of one benchmark file. If its process fails, the result is one row with the exit code. */
const measure = async (name: string): Promise<readonly Row[]> => {
  const program = await bundled('.', 'child');
  // With empty execArgv the child does not inherit this runner's TypeScript loader, so it runs only the bundle.
  const child = fork(program, [await bundled('rows', name)], { execArgv: [], execPath });
  let rows: readonly Row[] | undefined;
  child.on('message', (message) => {
    rows = message as readonly Row[];
  });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return rows ?? [failed(name, `ended with ${code ?? 'a signal'}`)];
};

/** Benchmarks of `--quick`: one of each subject, chosen so that all of them together end within two minutes. */
const quick = [
  'nextOccurrence',
  'idleHeartbeat',
  'authenticatedGet',
  'dailyReport',
  'dailySummary',
  'startup',
  'webBytes',
];

const given = process.argv.slice(2);
const asked = given.flatMap((name) => (name === '--quick' ? quick : [name]));
const known = namesIn('rows');
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${known.join(', ')}\n`);
  process.exitCode = 2;
} else {
  await buildStale();
  for (const part of namesIn('processes')) await bundled('processes', part);
  const rows: Row[] = [];
  for (const name of asked.length === 0 ? known : asked) {
    process.stderr.write(`${name} …\n`);
    rows.push(...(await measure(name)));
  }
  process.stdout.write(`\n${tableOf(rows, execFileSync(execPath, ['--version'], { encoding: 'utf8' }).trim())}\n`);
}
