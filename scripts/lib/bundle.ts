import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';

// The SDK is CommonJS and needs require(). The banner uses `var`, because a bundled module may declare its own
// __dirname. The native drivers cannot be bundled and stay packages; dtrace-provider is optional to restify.
const requireBanner = [
  "import { createRequire as makeRequire } from 'node:module';",
  'const require = makeRequire(import.meta.url);',
  "import { fileURLToPath as toPath } from 'node:url';",
  'var __filename = toPath(import.meta.url);',
  "var __dirname = toPath(new URL('.', import.meta.url));",
].join('');

interface Bundling {
  readonly packages?: readonly string[];
  readonly isMinified?: boolean;
  /** Plugins that resolve the native packages; without them these packages are not bundled. */
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
  // Logs and SDKs identify an error by its class name, so the minifier must keep names.
  keepNames: isMinified,
  banner: { js: requireBanner },
  logLevel: 'error',
  legalComments: 'none',
});

/** Bundles a program into one file that Node runs with only its native packages beside it. */
export const bundleForNode = async (entry: string, outfile: string, how: Bundling = {}): Promise<void> => {
  await bundle({ ...forNode(how), entryPoints: [entry], outfile });
};

/**
 * Bundles a program that starts often. Its lazy imports become separate files (`name-….js`) and whitespace is removed,
 * because Node reads the whole file before the first line runs and keeps it in memory. Names are not minified, so stack
 * traces stay readable.
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

/** Bundles a program without top-level `await` into one CommonJS file, of which Node can cache the compiled code. */
export const bundleScript = async (entry: string, outfile: string): Promise<void> => {
  await bundle({
    ...forNode({}),
    ...{ entryPoints: [entry], outfile, format: 'cjs', minifyWhitespace: true, minifySyntax: true },
    banner: { js: "var importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'importMetaUrl' },
  });
};

const [entry, outfile] = process.argv[1]?.endsWith('bundle.ts') === true ? process.argv.slice(2) : [];
if (entry !== undefined && outfile !== undefined)
  await (outfile.endsWith('.cjs') ? bundleScript : bundleForNode)(entry, outfile);
