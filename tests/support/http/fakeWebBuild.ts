import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const buildSecret = 'FILE-OUTSIDE-THE-BUILD';
export const indexPage = '<!doctype html><title>Rollcall</title>';
export const script = `export const words = ${JSON.stringify('long enough to be worth packing '.repeat(400))};`;
export const scriptPath = '/assets/index-BxY12_9z.js';
/** A file that loads later. Its name is only its hash (`chunkFileNames` in tab/vite.config.ts). */
export const chunkPath = '/assets/-xY12_9.js';

/** Creates a web build as Vite makes it, with additional files around and inside it that must never be served. */
export const makeBuild = (): { readonly root: string; readonly dir: string } => {
  const root = mkdtempSync(join(tmpdir(), 'rollcall-build-'));
  const dir = join(root, 'pub');
  for (const folder of ['assets', '.hidden']) mkdirSync(join(dir, folder), { recursive: true });
  mkdirSync(join(root, 'pub2'));
  mkdirSync(join(root, '.data'));
  mkdirSync(join(root, 'node_modules/zod'), { recursive: true });
  writeFileSync(join(dir, 'index.html'), indexPage);
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const file of [scriptPath, chunkPath]) writeFileSync(join(dir, file), script);
  writeFileSync(join(dir, `${scriptPath}.br`), brotliCompressSync(script));
  writeFileSync(join(dir, `${scriptPath}.gz`), gzipSync(script));
  const hidden = [
    'pub/.env',
    'pub/.hidden/secret.js',
    'pub/assets/.secret.js',
    'secret.txt',
    'pub2/s.txt',
    'package.json',
    '.env',
  ];
  for (const file of [...hidden, '.data/rollcall.db', 'node_modules/zod/package.json'])
    writeFileSync(join(root, file), buildSecret);
  return { root, dir };
};
