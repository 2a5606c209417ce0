import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../bot/src/main.ts';
import { loadEnvFile } from './lib/envFile.ts';

loadEnvFile();

/**
 * Beside the bundle, the worker thread's program is a bundle too. From the sources, the thread needs the TypeScript
 * loader of this process.
 */
const here = fileURLToPath(import.meta.url);
const sheetWorker = here.endsWith('.ts')
  ? { file: path.resolve('scripts/lib/sourceWorker.mjs'), program: path.resolve('bot/src/workers/sheetFileWorker.ts') }
  : { file: path.join(path.dirname(here), 'sheetFile.js') };

/** An artefact contains its fonts and pages beside the bundle. */
const beside = (name: string): string | undefined => {
  const place = path.join(path.dirname(here), name);
  return existsSync(place) ? place : undefined;
};
const [fontFolder, webDir] = [beside('fonts'), beside('web')];

process.exitCode = await serve(process.env, {
  sheetWorker,
  ...(fontFolder === undefined ? {} : { fontFolder }),
  ...(webDir === undefined ? {} : { webDir }),
});
