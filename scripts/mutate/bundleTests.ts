import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

const setupFiles = ['failOnConsole', 'patience', 'sealedRows'].map((name) => `tests/support/setup/${name}.ts`);

const instrumentedSources = (contents: ReadonlyMap<string, string>): Plugin => ({
  name: 'instrumented-sources',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const source = contents.get(path);
      return source === undefined ? undefined : { contents: source, loader: 'tsx' };
    });
  },
});

/**
 * Writes each test with the sources that it uses into one script, so that a change costs only the evaluation of that script. Packages
 * stay outside: the test process loads them once.
 */
export const bundleTests = async (
  tests: readonly string[],
  contents: ReadonlyMap<string, string>,
  folder: string,
): Promise<readonly string[]> =>
  Promise.all(
    tests.map(async (test, index) => {
      const outfile = join(folder, `${index}.cjs`);
      await build({
        stdin: {
          contents: [...setupFiles, test].map((file) => `import ${JSON.stringify(resolve(file))};`).join('\n'),
          resolveDir: process.cwd(),
        },
        // A script outside the project finds no package by itself: every import goes through the `require` it is given.
        supported: { 'dynamic-import': false },
        ...{ bundle: true, platform: 'node', format: 'cjs', target: 'es2023', packages: 'external' },
        ...{ outfile, logLevel: 'error', plugins: [instrumentedSources(contents)] },
      });
      return outfile;
    }),
  );
