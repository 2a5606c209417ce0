import path from 'node:path';
import type { WorkerEntry } from '../../../bot/src/services/files/sheetWorker.ts';

/** Starts the worker threads for exported files from their TypeScript sources. */
export const sheetWorkerFromSource: WorkerEntry = {
  file: path.resolve('scripts/lib/sourceWorker.mjs'),
  program: path.resolve('bot/src/workers/sheetFileWorker.ts'),
};
