import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { splitTextCatalogue } from './build/splitTextCatalogue.ts';
import { precomputeFluentThemesAndTokens } from './build/precomputeFluentThemesAndTokens.ts';
import { precompress } from './build/precompress.ts';
import { groupFirstPageChunks } from './build/groupFirstPageChunks.ts';
import { startIntlEarly } from './build/startIntlEarly.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
// Names of modules in Fluent's packages that only some screens use. The common chunk `ui` leaves them out.
const lateParts =
  'MenuButton|useOn|trigger|virtualParent|priorityQueue|bundleIcon|sizedIcons|useAnimationFrame|useTimeout|useBrowserTimer';
const inFluent = (...names: readonly string[]): RegExp =>
  new RegExp(`node_modules[\\\\/]@fluentui[\\\\/]react-(?:${names.join('|')})[\\\\/](?!.*(?:${lateParts}))`);
const server = 'http://127.0.0.1:3978';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [splitTextCatalogue(), precomputeFluentThemesAndTokens(), react(), startIntlEarly(), precompress()],
  json: { namedExports: false, stringify: true },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Leaves out Vite's polyfill: it is an inline script, which the content security policy refuses, and every
    // supported browser has the function built in.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every page contains the list of all chunks that may load later, so short file names make every page smaller.
        // Hashes without names save half a kilobyte on the sign-in page; seven letters instead of eight save 0.15 kB.
        // The manifest maps names to files.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // This chunk changes only when one of these packages changes, so browsers keep it in their cache across our
            // releases.
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|regexparam|scheduler)[\\/]/,
            },
            // The components that every screen uses, including sign-in, in one file instead of twenty.
            {
              name: 'ui',
              test: inFluent(
                'button',
                'field',
                'icons/lib/utils',
                'input',
                'jsx-runtime',
                'label',
                'provider',
                'shared-contexts',
                'theme',
                'utilities',
              ),
            },
            { name: 'ui', test: /node_modules[\\/](?:@griffel|keyborg)[\\/]/ },
            ...groupFirstPageChunks(),
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/email': server, '/support': server, '/healthz': server } },
});
