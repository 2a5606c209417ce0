import { parentPort, workerData } from 'node:worker_threads';
import { createPdfFonts } from '../gateways/pdfText.ts';
import { sheetPdf } from '../services/sheetPdf.ts';
import { sheetWorkbook } from '../services/sheetWorkbook.ts';
import type { SheetJob, ToWorker } from '../services/sheetWorker.ts';
import { sectionsOf } from '../services/timesheetExport.ts';
import type { ExportRow } from '../services/timesheetExport.ts';

// A thread of its own that makes one file and ends: laying out a workbook or a document takes seconds, in which the server answers nobody.

const { format, texts, fonts, at } = workerData as SheetJob;
const lots: (readonly ExportRow[])[] = [];

const fileOf = async (): Promise<Buffer> => {
  const all = async function* (): AsyncGenerator<readonly ExportRow[]> {
    await Promise.resolve();
    yield* lots;
  };
  const { sections, sums } = await sectionsOf({ locale: texts.locale, lots: all });
  return format === 'XLSX'
    ? sheetWorkbook(sections, sums, texts)
    : sheetPdf(sections, sums, texts, { fonts: createPdfFonts(fonts)(), at });
};

parentPort?.on('message', (message: ToWorker) => {
  if (message.lots !== undefined) {
    lots.push(...message.lots);
    return;
  }
  // What fails ends the thread with an error, which its owner hears.
  void fileOf().then((file) => {
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
    parentPort?.close();
  });
});
