import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';

// The bot SDK is CommonJS and calls require(), which an ES module does not have. The banner uses `var`, because a
// bundled module may declare its own __dirname.
const requireBanner = [
  "import { createRequire as makeRequire } from 'node:module';",
  'const require = makeRequire(import.meta.url);',
  "import { fileURLToPath as toPath } from 'node:url';",
  'var __filename = toPath(import.meta.url);',
  "var __dirname = toPath(new URL('.', import.meta.url));",
].join('');

export interface Bundling {
  readonly packages?: readonly string[];
  readonly isMinified?: boolean;
  /** Plugins that resolve the native packages; without them these packages are not bundled. */
  readonly plugins?: Plugin[];
  /**
   * Imported modules at which `bundleProgram` divides the program into several files. Node parses one file after the
   * other, and the process keeps the memory that its largest file needs while Node parses it.
   */
  readonly parts?: readonly string[];
}

const forNode = ({ packages = [], isMinified = false, plugins }: Bundling): BuildOptions => ({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // The native drivers cannot be bundled and stay packages; dtrace-provider is optional to restify.
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

/** JSON files with at least this many characters, blanks between values not counted, stay separate files. */
const largeJson = 20_000;

/**
 * Returns a plugin that writes large JSON files beside the program. Node parses them several times faster than the same
 * values in a program, and keeps less memory.
 */
const jsonBeside = (outDir: string, name: string): Plugin => ({
  name: 'json-beside',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]bot[\\/]src[\\/].*\.json$/ }, ({ path: file }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
      if (text.length < largeJson) return undefined;
      const written = `${name}-${path.basename(file)}`;
      mkdirSync(outDir, { recursive: true });
      writeFileSync(path.join(outDir, written), text);
      const contents = `import { readFileSync } from 'node:fs';
        export default JSON.parse(readFileSync(new URL('./${written}', import.meta.url), 'utf8'));`;
      return { contents, loader: 'js' };
    });
  },
});

/**
 * Leaves out zod's error messages in fifty languages. The import of `z` would include them, but the product has its
 * own texts.
 */
const withoutZodLocales: Plugin = {
  name: 'without-zod-locales',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export {};',
      loader: 'js',
    }));
  },
};

/**
 * Writes the characters outside ASCII as escapes, because esbuild leaves them in regular expressions, and one such
 * character makes V8 keep two bytes for each character of the file.
 *
 * @throws {Error} if an escape would change the program: in a text of `String.raw`, or after a backslash.
 */
const inAscii = (code: string): string => {
  const [unsafe] = /String\.raw`[^`]*[\u0080-\uFFFF]|(?<!\\)(?:\\\\)*\\[\u0080-\uFFFF]/.exec(code) ?? [];
  if (unsafe !== undefined) throw new Error(`Write the last character as an escape: ${unsafe}`);
  return code.replace(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

/**
 * Bundles a program that starts often. Its lazy imports become separate files (`name-….js`) and whitespace is removed,
 * because Node keeps the whole file in memory. Names are not minified: stack traces stay readable, and the calls that
 * would restore the names of classes cost more than the shorter file saves.
 */
export const bundleProgram = async (entry: string, outDir: string, name: string, how: Bundling = {}): Promise<void> => {
  if (existsSync(outDir))
    for (const file of readdirSync(outDir))
      if (file.startsWith(`${name}-`) && /\.js(?:on)?$/.test(file)) rmSync(path.join(outDir, file));
  const common = forNode(how);
  const parts = new Map((how.parts ?? []).map((module, index) => [`${name}-part${index}`, module]));
  const { outputFiles } = await bundle({
    ...common,
    plugins: [...(common.plugins ?? []), jsonBeside(outDir, name), withoutZodLocales],
    ...{ entryPoints: { [name]: entry, ...Object.fromEntries(parts) }, outdir: outDir },
    ...{ splitting: true, chunkNames: `${name}-[name]-[hash]`, minifyWhitespace: true, minifySyntax: true },
    write: false,
  });
  mkdirSync(outDir, { recursive: true });
  // The program and its parts share their code in further files. No file imports the entry file of a part, so these
  // entry files are not written.
  for (const file of outputFiles.filter(({ path: written }) => !parts.has(path.basename(written, '.js'))))
    writeFileSync(file.path, file.path.endsWith('.js') ? inAscii(file.text) : file.contents);
};

/** Bundles a program without top-level `await` into one CommonJS file, of which Node can cache the compiled code. */
export const bundleScript = async (entry: string, outfile: string, how: Bundling = {}): Promise<void> => {
  const common = forNode(how);
  const { outputFiles } = await bundle({
    ...common,
    plugins: [...(common.plugins ?? []), jsonBeside(path.dirname(outfile), path.basename(outfile)), withoutZodLocales],
    ...{ entryPoints: [entry], outfile, format: 'cjs', minifyWhitespace: true, minifySyntax: true },
    banner: { js: "var importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'importMetaUrl' },
    write: false,
  });
  mkdirSync(path.dirname(outfile), { recursive: true });
  for (const file of outputFiles) writeFileSync(file.path, inAscii(file.text));
};

/**
 * Packages of which the tests bundle none: they load them seldom, and esbuild would need twice the time for a server.
 * An ES module would import them at its start.
 */
const packagesOfAzure = ['@azure/identity', '@azure/monitor-opentelemetry', '@azure/storage-blob'];

const [entry, outfile] = process.argv[1]?.endsWith('bundleNodePrograms.ts') === true ? process.argv.slice(2) : [];
if (entry !== undefined && outfile !== undefined)
  await (outfile.endsWith('.cjs')
    ? bundleScript(entry, outfile, { packages: packagesOfAzure })
    : bundleForNode(entry, outfile));
