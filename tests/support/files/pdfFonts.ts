import path from 'node:path';
import { createPdfFonts } from '../../../bot/src/gateways/pdfDocumentAndFonts.ts';
import type { PdfFontFiles } from '../../../bot/src/gateways/pdfDocumentAndFonts.ts';

const fontFile = (name: string): string => path.resolve('node_modules/dejavu-fonts-ttf/ttf', name);

export const fontFiles: PdfFontFiles = {
  regular: fontFile('DejaVuSans.ttf'),
  bold: fontFile('DejaVuSans-Bold.ttf'),
  more: [],
};

/** The fonts of the PDF documents, loaded at the first use. */
export const pdfFonts = createPdfFonts(fontFiles);
