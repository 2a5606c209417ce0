import { parentPort, workerData } from 'node:worker_threads';
import { createPdfFonts } from '../gateways/pdfDocument.ts';
import { sheetPdf } from '../services/timesheets/sheetPdf.ts';
import { sheetWorkbook } from '../services/timesheets/sheetWorkbook.ts';
import type { SheetJob, ToWorker } from '../services/timesheets/sheetWorker.ts';
import { sectionsOf } from '../services/timesheets/timesheetExport.ts';
import type { ExportRow } from '../services/timesheets/exportColumns.ts';

// A thread that creates one file and then ends. Creating a workbook or a document takes seconds and would block the
// replies of the server in the main thread.

const { format, texts, fonts, at, links } = workerData as SheetJob;
const batches: (readonly ExportRow[])[] = [];

const fileOf = async (): Promise<Buffer> => {
  const all = async function* (): AsyncGenerator<readonly ExportRow[]> {
    await Promise.resolve();
    yield* batches;
  };
  const { sections, sums } = await sectionsOf({ locale: texts.locale, batches: all });
  return format === 'XLSX'
    ? sheetWorkbook(sections, sums, texts, { links })
    : sheetPdf(sections, sums, texts, { fonts: createPdfFonts(fonts)(), at, links });
};

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
