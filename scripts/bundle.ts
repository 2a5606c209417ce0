import { build as bundle } from 'esbuild';

// The SDK's CommonJS asks for require(). A bundled module may declare a __dirname of its own, hence var. The native drivers cannot be bundled and stay packages; dtrace-provider is optional to restify.
const requireBanner = [
  "import { createRequire as makeRequire } from 'node:module';",
  'const require = makeRequire(import.meta.url);',
  "import { fileURLToPath as toPath } from 'node:url';",
  'var __filename = toPath(import.meta.url);',
  "var __dirname = toPath(new URL('.', import.meta.url));",
].join('');

/** One file that Node runs by itself, beside its native packages. */
export const bundleForNode = async (
  entry: string,
  outfile: string,
  morePackages: readonly string[] = [],
): Promise<void> => {
  await bundle({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql', '@node-rs/argon2', 'dtrace-provider', ...morePackages],
    banner: { js: requireBanner },
    logLevel: 'error',
    legalComments: 'none',
  });
};

const [entry, outfile] = process.argv[1]?.endsWith('bundle.ts') === true ? process.argv.slice(2) : [];
if (entry !== undefined && outfile !== undefined) await bundleForNode(entry, outfile);
