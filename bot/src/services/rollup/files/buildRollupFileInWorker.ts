import type { FileItem, RollupJob } from './rollupFileModel.ts';
import { rollupWorkbook } from './rollupWorkbook.ts';

/**
 * Builds the XLSX or PDF file of a roll-up in a worker thread. The code for PDF files is large, so it is loaded only
 * for a PDF.
 */
export const buildRollupFileInWorker = async (
  { format, head, links, texts, fonts, at }: RollupJob,
  batches: () => AsyncGenerator<readonly FileItem[]>,
): Promise<Buffer> => {
  const items: FileItem[] = [];
  for await (const batch of batches()) items.push(...batch);
  if (format === 'XLSX') return rollupWorkbook({ head, items, links, at }, texts);
  const [{ rollupPdf }, { createPdfFonts }] = await Promise.all([
    import('./rollupPdf.ts'),
    import('../../../gateways/pdfDocumentAndFonts.ts'),
  ]);
  return rollupPdf({ head, links, texts }, items, { fonts: createPdfFonts(fonts)(), at });
};
