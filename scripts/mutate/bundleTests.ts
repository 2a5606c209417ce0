import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

const setupFiles = ['failOnConsole', 'testTimeLimit', 'freezeParsedRows'].map(
  (name) => `tests/support/setup/${name}.ts`,
);

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
 * Bundles each test with the sources that it uses into one script, so that testing a change only evaluates that script.
 * Packages stay external, because the test process loads them once.
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
        // A script outside the project cannot resolve packages, so every import calls the `require` that the script
        // receives.
        supported: { 'dynamic-import': false },
        ...{ bundle: true, platform: 'node', format: 'cjs', target: 'es2023', packages: 'external' },
        ...{ outfile, logLevel: 'error', plugins: [instrumentedSources(contents)] },
      });
      return outfile;
    }),
  );
