import { parentPort, workerData } from 'node:worker_threads';
import type { RowBatch, ToWorker } from '../services/files/sheetWorker.ts';
import { makeRollupFile } from '../services/rollupFiles/makeRollupFile.ts';
import type { FileItem, RollupJob } from '../services/rollupFiles/rollupFileModel.ts';
import { makeTimesheetFile } from '../services/timesheets/makeTimesheetFile.ts';
import type { SheetJob } from '../services/timesheets/makeTimesheetFile.ts';
import type { ExportRow } from '../services/timesheets/exportColumns.ts';

// A thread that creates one file and then ends. Creating a workbook or a document takes seconds and would block the
// replies of the server in the main thread.

const job = workerData as SheetJob | RollupJob;
const batches: RowBatch[] = [];

const fileOf = (): Promise<Buffer> =>
  job.kind === 'TIMESHEET'
    ? makeTimesheetFile(job, batches as readonly (readonly ExportRow[])[])
    : makeRollupFile(job, batches as readonly (readonly FileItem[])[]);

parentPort?.on('message', (message: ToWorker) => {
  if (message.batches !== undefined) {
    batches.push(...message.batches);
    return;
  }
  // A failure ends the thread with an error. The main thread receives that error and reports it.
  void fileOf().then((file) => {
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
    parentPort?.close();
  });
});
