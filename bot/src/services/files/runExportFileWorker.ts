import { Worker } from 'node:worker_threads';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { PdfFontFiles } from '../../gateways/pdfDocumentAndFonts.ts';

/**
 * The data that a worker thread needs besides the rows. Each kind of file adds its own fields. All values must be
 * plain, because they are copied to the thread.
 */
export interface FileJob {
  /** Selects the program that builds the file (`workers/exportFileWorker.ts`). */
  readonly kind: 'TIMESHEET' | 'ROLLUP';
  readonly fonts: PdfFontFiles;
  /** Creation time that is written into the file, in epoch ms. */
  readonly at: number;
}

/** A batch of rows as plain values. The program for the kind of the job knows their type. */
export type RowBatch = readonly unknown[];

/** A message to the worker: batches of rows; without `batches`, the message means that no batch follows. */
export interface ToWorker {
  readonly batches?: readonly RowBatch[];
}

/**
 * The script that the worker thread starts. If the server runs from source, `file` is a loader and `program` is the
 * TypeScript file that it loads.
 */
export interface WorkerEntry {
  readonly file: string;
  readonly program?: string;
}

const deadlineMs = 120_000;
/** Number of rows in a message. It is small, so that copying a message to the thread blocks the server only briefly. */
const rowsAtOnce = 1_000;
const atOnce = 2;
/**
 * Limits the young generation of the thread's heap. The thread creates many short-lived objects, for which V8 would
 * otherwise let it grow to 48 MB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

export interface SheetWorker {
  /**
   * Returns the file, built in a worker thread so that the server's other work continues. At most two files are built
   * at a time. Throws UNAVAILABLE if a file takes longer than two minutes.
   */
  make(job: FileJob, batches: () => AsyncGenerator<RowBatch>): Promise<Uint8Array>;
}

const send = async (worker: Worker, batches: AsyncGenerator<RowBatch>): Promise<void> => {
  let waiting: RowBatch[] = [];
  let rows = 0;
  for await (const batch of batches) {
    waiting.push(batch);
    rows += batch.length;
    if (rows < rowsAtOnce) continue;
    worker.postMessage({ batches: waiting } satisfies ToWorker);
    waiting = [];
    rows = 0;
  }
  worker.postMessage({ batches: waiting } satisfies ToWorker);
  worker.postMessage({} satisfies ToWorker);
};

const makeOne = (
  { file, program }: WorkerEntry,
  job: FileJob,
  batches: () => AsyncGenerator<RowBatch>,
): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: { ...job, program }, resourceLimits });
    const fail = (cause: unknown): void => {
      clearTimeout(deadline);
      void worker.terminate();
      reject(cause instanceof Error ? cause : new Error(String(cause)));
    };
    const deadline = setTimeout(() => {
      fail(new AppError('UNAVAILABLE'));
    }, deadlineMs);
    worker.once('message', (bytes: Uint8Array) => {
      clearTimeout(deadline);
      resolve(bytes);
    });
    worker.once('error', fail);
    // If the thread has already delivered the file, this call has no effect, because a promise settles only once.
    worker.once('exit', (code) => {
      fail(new Error(`The thread ended with ${code}`));
    });
    send(worker, batches()).catch(fail);
  });

export const createExportFileWorker = (entry: WorkerEntry): SheetWorker => {
  const threads = createSemaphore(atOnce);
  return { make: (job, batches) => threads.run(() => makeOne(entry, job, batches)) };
};
