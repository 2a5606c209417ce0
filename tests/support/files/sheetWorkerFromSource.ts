import path from 'node:path';
import type { WorkerEntry } from '../../../bot/src/services/timesheets/sheetWorker.ts';

/** The threads that make files, from the sources. */
export const sheetWorkerFromSource: WorkerEntry = {
  file: path.resolve('scripts/sourceWorker.mjs'),
  program: path.resolve('bot/src/workers/sheetFileWorker.ts'),
};
