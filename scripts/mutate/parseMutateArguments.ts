import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface MutateOptions {
  readonly files: readonly string[];
  /** Line range "from-to", allowed with a single file; null = whole files. */
  readonly lines: string | null;
  /** Paths of tests. Empty = the tests near the files. */
  readonly tests: readonly string[];
  /** Minimum percentage of changes in each folder that a test must notice. */
  readonly threshold: number;
}

export const usageText = [
  'npm run mutate -- FILE|FOLDER... [--tests a.test.ts,b.test.ts] [--lines 10-40] [--threshold 85]',
  'Changes each source file in small steps and lists the changes that no test notices.',
].join('\n');

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !/(\.test\.tsx?|\.d\.ts)$/.test(file);

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const filesUnder = (path: string): readonly string[] =>
  isFolder(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .sort()
    : [path];

const wholeNumber = (text: string | undefined, from: number, to: number): number | undefined => {
  const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
};

/** Returns undefined if the command line is wrong, for example without a source file or with an unknown option. */
export const parseMutateArguments = (words: readonly string[]): MutateOptions | undefined => {
  const paths: string[] = [];
  const named = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('--')) paths.push(word);
    else {
      named.set(word.slice(2), words[index + 1] ?? '');
      index += 1;
    }
  }
  const files = paths.flatMap(filesUnder).filter(isSource);
  const threshold = wholeNumber(named.get('threshold') ?? '85', 0, 100);
  const lines = named.get('lines') ?? null;
  const tests = (named.get('tests') ?? '').split(',').filter((test) => test !== '');
  const areOptionsKnown = [...named.keys()].every((name) => ['tests', 'lines', 'threshold'].includes(name));
  const areLinesRight = lines === null || (/^\d+-\d+$/.test(lines) && files.length === 1);
  const areFilesThere = files.length > 0 && [...files, ...tests].every(isFile);
  if (threshold === undefined || !areOptionsKnown || !areLinesRight || !areFilesThere) return undefined;
  return { files, lines, tests, threshold };
};
