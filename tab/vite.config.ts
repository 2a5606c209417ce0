import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './build/catalogue.ts';
import { leanFluent } from './build/leanFluent.ts';
import { precompress } from './build/precompress.ts';
import { together } from './build/togetherChunks.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
// But for what of them only some screens use.
const lateParts =
  'MenuButton|useOn|trigger|virtualParent|priorityQueue|bundleIcon|sizedIcons|useAnimationFrame|useTimeout|useBrowserTimer';
const inFluent = (...names: readonly string[]): RegExp =>
  new RegExp(`node_modules[\\\\/]@fluentui[\\\\/]react-(?:${names.join('|')})[\\\\/](?!.*(?:${lateParts}))`);
const router = (entry: string): string => here(`../node_modules/react-router/dist/production/${entry}.mjs`);
const server = 'http://127.0.0.1:3978';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [catalogue(), leanFluent(), react(), precompress()],
  resolve: {
    // Its exports name the development build only, which carries warnings and their texts.
    alias: [
      { find: /^react-router$/, replacement: router('index') },
      { find: /^react-router\/dom$/, replacement: router('dom-export') },
    ],
  },
  json: { namedExports: false, stringify: true },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The polyfill is an inline script, which the content security policy refuses; every supported browser has it built in.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every page carries the list of what may be loaded later: names would cost sign-in half a kilobyte, and the eighth letter 0.15 kB. The manifest has the names.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes only with its packages, so it stays in the browser's cache over our releases.
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
            },
            // What every screen has, sign-in included, in one file instead of twenty.
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
            ...together(),
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/email': server, '/support': server, '/healthz': server } },
});
