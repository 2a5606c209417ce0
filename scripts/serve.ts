import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../bot/src/main.ts';

// What the environment says already wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');

/** Beside the bundle the programs of its threads are bundled as well; from the sources they need what runs this file, too. */
const here = fileURLToPath(import.meta.url);
const threadOf = (name: string) =>
  here.endsWith('.ts')
    ? { file: path.resolve('scripts/sourceWorker.mjs'), program: path.resolve(`bot/src/workers/${name}.ts`) }
    : { file: path.join(path.dirname(here), `${name}.js`) };

/** An artefact has its fonts and pages beside the bundle. */
const beside = (name: string): string | undefined => {
  const place = path.join(path.dirname(here), name);
  return existsSync(place) ? place : undefined;
};
const [fontFolder, webDir] = [beside('fonts'), beside('web')];

process.exitCode = await serve(process.env, {
  sheetWorker: threadOf('sheetFile'),
  storeWriter: threadOf('storeWriter'),
  ...(fontFolder === undefined ? {} : { fontFolder }),
  ...(webDir === undefined ? {} : { webDir }),
});
