import path from 'node:path';
import { createPdfFonts } from '../../../bot/src/gateways/pdfDocument.ts';

const fontFile = (name: string): string => path.resolve('node_modules/dejavu-fonts-ttf/ttf', name);

/** The fonts that documents are drawn with, read when the first one is drawn. */
export const pdfFonts = createPdfFonts({
  regular: fontFile('DejaVuSans.ttf'),
  bold: fontFile('DejaVuSans-Bold.ttf'),
  more: [],
});
