import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../bot/src/main.ts';

// What the environment says already wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');

/** Beside the bundle its threads' program is bundled as well; from the sources it needs what runs this file, too. */
const here = fileURLToPath(import.meta.url);
const sheetWorker = here.endsWith('.ts')
  ? { file: path.resolve('scripts/sourceWorker.mjs'), program: path.resolve('bot/src/workers/sheetFile.ts') }
  : { file: path.join(path.dirname(here), 'sheetFile.js') };

process.exitCode = await serve(process.env, { sheetWorker });
