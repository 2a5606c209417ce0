import { Readable } from 'node:stream';
import type { FileJob, RowBatch, SheetWorker } from './runExportFileWorker.ts';

/** Content types of downloaded files, and the extensions of their names, without the dot. */
export const fileTypes = {
  CSV: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
  MARKDOWN: { contentType: 'text/markdown; charset=utf-8', extension: 'md' },
  XLSX: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  PDF: { contentType: 'application/pdf', extension: 'pdf' },
} as const;

/** Returns a stream of text that is sent while it is written. */
export const streamedFile = (pieces: AsyncGenerator<string>): Readable => Readable.from(pieces, { objectMode: false });

/**
 * Returns a stream of a file that is first built as a whole in a worker thread, so that the server's other work
 * continues.
 */
export const wholeFile = (worker: SheetWorker, job: FileJob, batches: () => AsyncGenerator<RowBatch>): Readable => {
  const file = async function* (): AsyncGenerator<Uint8Array> {
    yield await worker.make(job, batches);
  };
  return Readable.from(file(), { objectMode: false });
};
