import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './build/catalogue.ts';
import { precompress } from './build/precompress.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:3978';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [catalogue(), react(), precompress()],
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
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/support': server } },
});
