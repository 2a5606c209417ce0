import path from 'node:path';
import type { WorkerEntry } from '../../../bot/src/services/timesheets/sheetWorker.ts';

/** Starts the worker threads that create files from the TypeScript sources. */
export const sheetWorkerFromSource: WorkerEntry = {
  file: path.resolve('scripts/lib/sourceWorker.mjs'),
  program: path.resolve('bot/src/workers/sheetFileWorker.ts'),
};
