import type { Pdf, TextStyle } from '../../gateways/pdfDocumentAndFonts.ts';
import type { LineLink } from './exportedTextLinks.ts';
import { rightToLeftCharacters } from './rightToLeftCharacters.ts';

/**
 * Returns the distance of a link from the left end of its line, and its width, in points. A line with right-to-left
 * text is drawn in visual order, which may move the link within the line, so the link covers the whole line.
 */
export const pdfLinkArea = (
  pdf: Pick<Pdf, 'widthOf'>,
  line: string,
  { from, to }: Pick<LineLink, 'from' | 'to'>,
  style: TextStyle,
): { readonly before: number; readonly width: number } =>
  rightToLeftCharacters.test(line)
    ? { before: 0, width: pdf.widthOf(line, style) }
    : { before: pdf.widthOf(line.slice(0, from), style), width: pdf.widthOf(line.slice(from, to), style) };
