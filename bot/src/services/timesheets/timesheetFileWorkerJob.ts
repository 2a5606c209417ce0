import type { ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type { ExportRow } from './exportColumns.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { SheetLinks } from '../files/exportedTextLinks.ts';
import { sheetWorkbook } from './sheetWorkbook.ts';
import type { FileJob } from '../files/runExportFileWorker.ts';
import { groupExportByPerson } from './groupExportByPerson.ts';

export interface SheetJob extends FileJob {
  readonly kind: 'TIMESHEET';
  readonly format: Exclude<ExportFormat, 'CSV'>;
  readonly texts: SheetTexts;
  readonly links: SheetLinks;
}

/**
 * Builds the XLSX or PDF file of a timesheet in a worker thread. The code for PDF files is large, so it is loaded only
 * for a PDF.
 */
export const buildTimesheetFileInWorker = async (
  { format, texts, fonts, at, links }: SheetJob,
  batches: () => AsyncGenerator<readonly ExportRow[]>,
): Promise<Buffer> => {
  const { sections, sums } = await groupExportByPerson({ locale: texts.locale, batches });
  if (format === 'XLSX') return sheetWorkbook(sections, sums, texts, { links, at });
  const [{ sheetPdf }, { createPdfFonts }] = await Promise.all([
    import('./sheetPdf.ts'),
    import('../../gateways/pdfDocumentAndFonts.ts'),
  ]);
  return sheetPdf(sections, sums, texts, { fonts: createPdfFonts(fonts)(), at, links });
};
