import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../bot/src/main.ts';
import { loadEnvFile } from '../lib/loadEnvFile.ts';

loadEnvFile();

/**
 * A bundled server starts the bundled program of the worker thread beside it. From the sources, the thread needs the
 * TypeScript loader of this process.
 */
const here = fileURLToPath(import.meta.url);
const sheetWorker = here.endsWith('.ts')
  ? {
      file: path.resolve('scripts/lib/typescriptWorker.mjs'),
      program: path.resolve('bot/src/workers/exportFileWorker.ts'),
    }
  : { file: path.join(path.dirname(here), 'sheetFile.js') };

/**
 * Returns the path of a file or folder beside the program, such as the fonts and pages of an artefact; undefined if
 * there is none.
 */
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
