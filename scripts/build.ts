import { build as bundle } from 'esbuild';
import { build as buildVite } from 'vite';
import { isStale } from './freshness.ts';

/** The production entry; needs only its native packages beside it. */
export const serverFile = 'dist/server.js';
export const webDir = 'tab/dist';

// The SDK's CommonJS asks for require(). The native drivers cannot be bundled and stay packages; dtrace-provider is optional to restify.
const requireBanner = [
  "import { createRequire as makeRequire } from 'node:module';",
  'const require = makeRequire(import.meta.url);',
  "import { fileURLToPath as toPath } from 'node:url';",
  'const __filename = toPath(import.meta.url);',
  "const __dirname = toPath(new URL('.', import.meta.url));",
].join('');

export const buildServer = async (): Promise<void> => {
  await bundle({
    entryPoints: ['scripts/serve.ts'],
    outfile: serverFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql', '@node-rs/argon2', 'dtrace-provider'],
    banner: { js: requireBanner },
    logLevel: 'error',
    legalComments: 'none',
  });
};

export const buildWeb = async (): Promise<void> => {
  // Vite declares the whole process to be production; what is started from here afterwards is not.
  const { NODE_ENV } = process.env;
  try {
    await buildVite({ configFile: 'tab/vite.config.ts', logLevel: 'warn' });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
};

/** Builds what is missing or older than its sources. */
export const buildStale = async (): Promise<void> => {
  const shared = ['bot/src/contracts', 'package-lock.json'];
  if (isStale(`${webDir}/index.html`, ['tab/src', 'tab/index.html', 'tab/vite.config.ts', 'tab/public', ...shared]))
    await buildWeb();
  if (isStale(serverFile, ['bot/src', 'scripts/serve.ts', ...shared])) await buildServer();
};

if (process.argv[1]?.endsWith('build.ts') === true) {
  await buildWeb();
  await buildServer();
}
