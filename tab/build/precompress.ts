import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const isText = /\.(?:js|css|html|svg|json)$/;

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  // Compression saves too little for a file below 1 kB, so such a file gets no compressed copies.
  if (bytes.length < 1024) return;
  const [small, medium] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, medium)]);
};

/**
 * Writes a compressed `.br` and `.gz` copy beside every text file of the build that has at least 1 kB, so that the
 * server need not compress a file for each request.
 */
export const precompress = (): Plugin => {
  let outDir = '';
  return {
    name: 'rollcall-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((it) => it.isFile() && isText.test(it.name))
        .map((it) => join(it.parentPath, it.name));
      for (const file of files) await compress(file);
    },
  };
};
