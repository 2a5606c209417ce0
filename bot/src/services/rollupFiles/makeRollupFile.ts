import { createPdfFonts } from '../../gateways/pdfDocument.ts';
import type { FileItem, RollupJob } from './rollupFileModel.ts';
import { rollupPdf } from './rollupPdf.ts';
import { rollupWorkbook } from './rollupWorkbook.ts';

/** Builds the file of a roll-up in a worker thread. */
export const makeRollupFile = (
  { format, head, links, texts, fonts, at }: RollupJob,
  batches: readonly (readonly FileItem[])[],
): Promise<Buffer> => {
  const items = batches.flat();
  return format === 'XLSX'
    ? rollupWorkbook({ head, items, links }, texts)
    : rollupPdf({ head, links, texts }, items, { fonts: createPdfFonts(fonts)(), at });
};
