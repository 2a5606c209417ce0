import { existsSync, readFileSync } from 'node:fs';

// The tests near a source file: the test beside it, and those that tests.json names for it. Other tests would notice a change as well,
// but a rule belongs into a test that somebody who changes the file would look for.

const table = JSON.parse(readFileSync(new URL('tests.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

const besideOf = (file: string): string => file.replace(/\.tsx?$/, '.test.ts');

/** A key of the table ends with a star where it names every file that begins so. */
const isNamedBy = (key: string, file: string): boolean =>
  key.endsWith('*') ? file.startsWith(key.slice(0, -1)) : file === key;

const namedFor = (file: string): readonly string[] =>
  Object.entries(table)
    .filter(([key]) => isNamedBy(key, file))
    .flatMap(([, tests]) => tests);

export const chooseTests = (files: readonly string[]): readonly string[] =>
  [...new Set(files.flatMap((file) => [besideOf(file), ...namedFor(file)]))].filter((test) => existsSync(test)).sort();
