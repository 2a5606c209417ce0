import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';

// The SDK's CommonJS asks for require(). A bundled module may declare a __dirname of its own, hence var. The native drivers cannot be bundled and stay packages; dtrace-provider is optional to restify.
const requireBanner = [
  "import { createRequire as makeRequire } from 'node:module';",
  'const require = makeRequire(import.meta.url);',
  "import { fileURLToPath as toPath } from 'node:url';",
  'var __filename = toPath(import.meta.url);',
  "var __dirname = toPath(new URL('.', import.meta.url));",
].join('');

interface Bundling {
  /** Packages that stay packages. */
  readonly packages?: readonly string[];
  readonly isMinified?: boolean;
  /** What resolves the native packages; without it they stay packages. */
  readonly plugins?: Plugin[];
}

const forNode = ({ packages = [], isMinified = false, plugins }: Bundling): BuildOptions => ({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: [...(plugins === undefined ? ['libsql', '@node-rs/argon2'] : []), 'dtrace-provider', ...packages],
  plugins: plugins ?? [],
  minify: isMinified,
  // Errors are told by the name of their class, in logs and by the SDKs.
  keepNames: isMinified,
  banner: { js: requireBanner },
  logLevel: 'error',
  legalComments: 'none',
});

/** One file that Node runs by itself, beside its native packages. */
export const bundleForNode = async (entry: string, outfile: string, how: Bundling = {}): Promise<void> => {
  await bundle({ ...forNode(how), entryPoints: [entry], outfile });
};

/**
 * A program that is started often: what it imports late lies in files beside it (`name-….js`), and blanks are left out, since
 * the whole text is read before the first line runs and stays in memory. Unminified, names stay, so that a stack can be read.
 */
export const bundleProgram = async (entry: string, outDir: string, name: string, how: Bundling = {}): Promise<void> => {
  if (existsSync(outDir))
    for (const file of readdirSync(outDir))
      if (file.startsWith(`${name}-`) && file.endsWith('.js')) rmSync(path.join(outDir, file));
  await bundle({
    ...forNode(how),
    ...{ entryPoints: { [name]: entry }, outdir: outDir },
    ...{ splitting: true, chunkNames: `${name}-[name]-[hash]`, minifyWhitespace: true, minifySyntax: true },
  });
};

const [entry, outfile] = process.argv[1]?.endsWith('bundle.ts') === true ? process.argv.slice(2) : [];
if (entry !== undefined && outfile !== undefined) await bundleForNode(entry, outfile);
