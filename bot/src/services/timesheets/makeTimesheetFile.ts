import type { ExportFormat } from '#contracts/timesheets/timesheet.ts';
import { createPdfFonts } from '../../gateways/pdfDocument.ts';
import type { ExportRow } from './exportColumns.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { SheetLinks } from '../files/sheetLinks.ts';
import { sheetPdf } from './sheetPdf.ts';
import { sheetWorkbook } from './sheetWorkbook.ts';
import type { FileJob } from '../files/sheetWorker.ts';
import { sectionsOf } from './timesheetExport.ts';

export interface SheetJob extends FileJob {
  readonly kind: 'TIMESHEET';
  readonly format: Exclude<ExportFormat, 'CSV'>;
  readonly texts: SheetTexts;
  readonly links: SheetLinks;
}

/** Builds the file of a timesheet in a worker thread. */
export const makeTimesheetFile = async (
  { format, texts, fonts, at, links }: SheetJob,
  batches: readonly (readonly ExportRow[])[],
): Promise<Buffer> => {
  const all = async function* (): AsyncGenerator<readonly ExportRow[]> {
    await Promise.resolve();
    yield* batches;
  };
  const { sections, sums } = await sectionsOf({ locale: texts.locale, batches: all });
  return format === 'XLSX'
    ? sheetWorkbook(sections, sums, texts, { links })
    : sheetPdf(sections, sums, texts, { fonts: createPdfFonts(fonts)(), at, links });
};
