import { existsSync, readFileSync } from 'node:fs';

// Returns the tests near a source file: the test beside it and those that tests.json lists for it. Other tests may
// notice a change too, but a developer looks for the rules of a file in these tests.

const table = JSON.parse(readFileSync(new URL('tests.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

const besideOf = (file: string): string => file.replace(/\.tsx?$/, '.test.ts');

/** True if the key of the table matches the file. A key that ends with a star matches every file with that prefix. */
const isNamedBy = (key: string, file: string): boolean =>
  key.endsWith('*') ? file.startsWith(key.slice(0, -1)) : file === key;

const namedFor = (file: string): readonly string[] =>
  Object.entries(table)
    .filter(([key]) => isNamedBy(key, file))
    .flatMap(([, tests]) => tests);

export const chooseTests = (files: readonly string[]): readonly string[] =>
  [...new Set(files.flatMap((file) => [besideOf(file), ...namedFor(file)]))].filter((test) => existsSync(test)).sort();
