import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToWorker } from '../services/files/runExportFileWorker.ts';
import type { FileItem, RollupJob } from '../services/rollup/files/rollupFileModel.ts';
import type { SheetJob } from '../services/timesheets/timesheetFileWorkerJob.ts';
import type { ExportRow } from '../services/timesheets/exportColumns.ts';

// A thread that creates one file and then ends. Creating a workbook or a document takes seconds and would block the
// replies of the server if the main thread did it. A failure ends the thread with an error, which the main thread
// reports.

const port = parentPort;
if (port === null) throw new Error('This program runs only in a worker thread.');
const job = workerData as SheetJob | RollupJob;

/** Yields the batches of rows as the main thread sends them. */
const batchesOf = async function* <Row>(): AsyncGenerator<readonly Row[]> {
  for await (const [{ batches }] of on(port, 'message') as AsyncIterable<[ToWorker]>) {
    if (batches === undefined) return;
    yield* batches as readonly (readonly Row[])[];
  }
};

const createFile = async (): Promise<Buffer> => {
  if (job.kind === 'TIMESHEET') {
    const { buildTimesheetFileInWorker: makeTimesheetFile } =
      await import('../services/timesheets/timesheetFileWorkerJob.ts');
    return makeTimesheetFile(job, batchesOf<ExportRow>);
  }
  const { buildRollupFileInWorker: makeRollupFile } =
    await import('../services/rollup/files/buildRollupFileInWorker.ts');
  return makeRollupFile(job, batchesOf<FileItem>);
};

const bytes = new Uint8Array(await createFile());
port.postMessage(bytes, [bytes.buffer]);
port.close();
