import path from 'node:path';
import type { WorkerEntry } from '../../../bot/src/services/files/runExportFileWorker.ts';
import { programFile } from './startProgram.ts';

/** Starts the worker threads for exported files from a bundle, which takes a sixth of the processor time of the sources. */
export const bundledSheetWorker: WorkerEntry = {
  get file() {
    return path.resolve(programFile('bot/src/workers/exportFileWorker.ts'));
  },
};
