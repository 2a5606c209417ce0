import { parentPort, workerData } from 'node:worker_threads';
import { makeTimesheetFile } from '../services/timesheets/makeTimesheetFile.ts';
import type { SheetJob } from '../services/timesheets/makeTimesheetFile.ts';
import type { RowBatch, ToWorker } from '../services/files/sheetWorker.ts';
import type { ExportRow } from '../services/timesheets/exportColumns.ts';

// A thread that creates one file and then ends. Creating a workbook or a document takes seconds and would block the
// replies of the server in the main thread.

const job = workerData as SheetJob;
const batches: RowBatch[] = [];

parentPort?.on('message', (message: ToWorker) => {
  if (message.batches !== undefined) {
    batches.push(...message.batches);
    return;
  }
  // A failure ends the thread with an error. The main thread receives that error and reports it.
  void makeTimesheetFile(job, batches as readonly (readonly ExportRow[])[]).then((file) => {
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
    parentPort?.close();
  });
});
