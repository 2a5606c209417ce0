import { spawnSync } from 'node:child_process';
import { readDependants } from '../changed/importGraph.ts';
import { chooseTestsNearChange } from '../changed/chooseTestsNearChange.ts';
import { jestProgram } from '../lib/jestCommand.ts';
import { gitLines, listRepositoryFiles, readTextFiles } from '../lib/listAndReadRepositoryFiles.ts';
import { chooseTests } from '../mutate/chooseTests.ts';

// npm run test:changed [-- --since REF] [-- --all]: runs the tests near the files that changed since this branch left
// main, in about a minute. It names the near tests that take longer. `--all` runs every near test, whatever the time.
// `npm test` remains the proof.

const words = process.argv.slice(2);
const quickProjects = ['app', 'bot', 'tab', 'store', 'generated'];
/**
 * Limit of the run in seconds of processor time. Jest runs two test files side by side, so that a run takes 30 to 45 s
 * on an idle machine.
 */
const coreSeconds = 60;
/**
 * Matches files that can affect every test, such as package.json. If one of them changed, the program asks the
 * developer to run `npm test`.
 */
const concernsAll = /^(?:package(?:-lock)?\.json|jest\.config\.js|tsconfig\.json)$/;

const findBase = (): string => {
  if (words.includes('--since')) return words[words.indexOf('--since') + 1] ?? 'HEAD';
  const main = ['main', 'origin/main'].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { stdio: 'ignore' }).status === 0,
  );
  return main === undefined ? 'HEAD' : (gitLines('merge-base', 'HEAD', main)[0] ?? 'HEAD');
};

const runJest = (tests: readonly string[]): number => {
  const options = ['--maxWorkers=2', '--selectProjects', ...quickProjects, '--runTestsByPath', ...tests];
  // A zone far from UTC reveals code that reads the machine's zone by mistake.
  const env = { TZ: 'Pacific/Chatham', ...process.env };
  return spawnSync(process.execPath, [jestProgram, ...options], { stdio: 'inherit', env }).status ?? 1;
};

const base = findBase();
const changed = [
  ...gitLines('diff', '--name-only', '--diff-filter=d', base),
  ...gitLines('ls-files', '--others', '--exclude-standard'),
];
const files = listRepositoryFiles();
const isCode = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);
const { chosen, left, tooLong, reaching } = chooseTestsNearChange({
  ...{ changed, files, dependants: readDependants(readTextFiles(files.filter(isCode)), new Set(files)) },
  named: new Set(chooseTests(changed)),
  seconds: words.includes('--all') ? Infinity : coreSeconds,
});
const count = `${changed.length} changed files since ${base.slice(0, 10)}: runs the ${chosen.length} nearest of ${reaching} tests that reach them`;
process.stdout.write(`${count}; ${left.length} near ones wait for --all, the others for npm test.\n`);
if (tooLong.length > 0)
  process.stdout.write(`Near as well, but too long for a minute, so only --all runs them: ${tooLong.join(', ')}\n`);
if (changed.some((file) => concernsAll.test(file)))
  process.stdout.write('The change concerns every test: run npm test.\n');
process.exitCode = chosen.length === 0 ? 0 : runJest(chosen);
