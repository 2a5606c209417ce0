import { buffer } from 'node:stream/consumers';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import { openPdf } from '../../gateways/pdfDocumentAndFonts.ts';
import type { Pdf, PdfFonts, TextStyle } from '../../gateways/pdfDocumentAndFonts.ts';
import type { TimeSums } from '../../domain/timesheets/collectTimeSums.ts';
import { exportColumns, hasTotal, textsOf } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, ExportRow } from './exportColumns.ts';
import { pdfLinkArea } from '../files/pdfLinkArea.ts';
import { linksInLines, noSheetLinks } from '../files/exportedTextLinks.ts';
import type { LineLink, SheetLinks } from '../files/exportedTextLinks.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { PersonSection } from './groupExportByPerson.ts';

// Writes a timesheet as a PDF: a section for each person with rows and sum, and the total at the end.

const left = 50;
const right = 545;
const bottom = 780;
const gap = 10;
const plain: TextStyle = { size: 9 };
const bold: TextStyle = { size: 9, isBold: true };
const lineHeight = 12;

interface PlacedColumn {
  readonly column: ExportColumn;
  readonly texts: ColumnTexts;
  /** Position of the column's left edge in points; for a column of numbers, of its right edge. */
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Formats the column's numbers in the language of the requester, with the decimals of the column. */
  readonly number: Intl.NumberFormat;
}

const numberFormat = (column: ExportColumn, { locale }: SheetTexts): Intl.NumberFormat => {
  const decimals = column.type === 'NUMBER' ? column.decimals : 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return new Intl.NumberFormat(formatLocale(locale), digits);
};

interface Drawing {
  readonly pdf: Pdf;
  readonly texts: SheetTexts;
  readonly columns: readonly PlacedColumn[];
  readonly links: SheetLinks;
  y: number;
}

/**
 * Returns the columns with their positions, side by side. The column with the width `REST` gets the width that the
 * others leave.
 */
const placeColumns = (columns: readonly ExportColumn[], texts: SheetTexts): readonly PlacedColumn[] => {
  const drawn = columns.flatMap((column) => (column.formats.pdf ? [{ column, width: column.formats.pdf.width }] : []));
  const fixed = drawn.reduce((sum, { width }) => sum + gap + (width === 'REST' ? 0 : width), -gap);
  let next = left;
  return drawn.map((item): PlacedColumn => {
    const { column } = item;
    const width = item.width === 'REST' ? right - left - fixed : item.width;
    const align = column.type === 'NUMBER' ? 'right' : 'left';
    const x = align === 'left' ? next : next + width;
    next += width + gap;
    return { column, texts: textsOf(texts.columns, column), x, width, align, number: numberFormat(column, texts) };
  });
};

const textOf = ({ column, texts, number }: PlacedColumn, row: ExportRow): string => {
  if (column.type === 'NUMBER') return number.format(column.value(row));
  return column.type === 'CHOICE' ? (texts.choices[column.value(row)] ?? '') : column.value(row);
};

/** True if a cell of the column may need several lines. Dates, codes and numbers always fit on one line. */
const isWrapped = ({ column: { type } }: PlacedColumn): boolean =>
  type === 'TEXT' || type === 'NAME' || type === 'CHOICE';

const rule = ({ pdf, y }: Drawing): void => {
  pdf.page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999999').stroke();
};

const drawHead = (drawing: Drawing): void => {
  const { pdf, columns } = drawing;
  for (const { texts, x, align } of columns) pdf.draw(texts.head, { x, y: drawing.y, align }, bold);
  drawing.y += lineHeight + 2;
  rule(drawing);
  drawing.y += 4;
};

/**
 * Makes room for this many lines, if necessary by adding a page. On a new page, `again` draws the heading again; null =
 * no heading is repeated.
 */
const makeRoom = (drawing: Drawing, lines: number, again: (() => void) | null): void => {
  if (drawing.y + lines * lineHeight <= bottom) return;
  drawing.pdf.page.addPage();
  drawing.y = 50;
  again?.();
};

/**
 * Returns the links in the lines of a TEXT column. Other columns have none, because names and codes are not searched
 * for links.
 */
const linksOf = (
  { links }: Drawing,
  row: ExportRow,
  placed: PlacedColumn,
  lines: readonly string[],
): readonly LineLink[] => (placed.column.type === 'TEXT' ? linksInLines(links, textOf(placed, row), lines) : []);

const drawLink = ({ pdf, y }: Drawing, { x }: PlacedColumn, line: string, link: LineLink): void => {
  const { before, width } = pdfLinkArea(pdf, line, link, plain);
  pdf.page.link(x + before, y, width, lineHeight, link.url);
};

const drawRow = (drawing: Drawing, row: ExportRow): void => {
  const { pdf, columns } = drawing;
  const wrapped = columns.filter(isWrapped);
  const lines = wrapped.map((column) => pdf.wrap(textOf(column, row), column.width, plain));
  const links = wrapped.map((column, index) => linksOf(drawing, row, column, lines[index] ?? []));
  const height = Math.max(1, ...lines.map(({ length }) => length));
  for (let position = 0; position < height; position += 1) {
    makeRoom(drawing, 1, () => {
      drawHead(drawing);
    });
    for (const column of position === 0 ? columns : [])
      if (!isWrapped(column)) pdf.draw(textOf(column, row), { x: column.x, y: drawing.y, align: column.align }, plain);
    for (const [index, column] of wrapped.entries()) {
      const line = lines[index]?.[position] ?? '';
      pdf.draw(line, { x: column.x, y: drawing.y, align: column.align }, plain);
      for (const link of links[index] ?? []) if (link.line === position) drawLink(drawing, column, line, link);
    }
    drawing.y += lineHeight;
  }
  drawing.y += 2;
};

const drawSum = (drawing: Drawing, label: string, minutes: number): void => {
  makeRoom(drawing, 2, null);
  rule(drawing);
  drawing.y += 4;
  drawing.pdf.draw(label, { x: left, y: drawing.y }, bold);
  for (const { column, x, align, number } of drawing.columns)
    if (hasTotal(column)) drawing.pdf.draw(number.format(column.total({ minutes })), { x, y: drawing.y, align }, bold);
  drawing.y += lineHeight + 14;
};

const drawSection = (drawing: Drawing, { user, rows, minutes }: PersonSection): void => {
  const { pdf, texts } = drawing;
  makeRoom(drawing, 5, null);
  for (const line of pdf.wrap(user, right - left, { size: 12, isBold: true })) {
    pdf.draw(line, { x: left, y: drawing.y }, { size: 12, isBold: true });
    drawing.y += 17;
  }
  drawHead(drawing);
  for (const row of rows) drawRow(drawing, row);
  drawSum(drawing, texts.total, minutes);
};

interface PdfChoices {
  readonly fonts: PdfFonts;
  readonly at: number;
  readonly columns?: readonly ExportColumn[];
  readonly links?: SheetLinks;
}

export const sheetPdf = async (
  sections: readonly PersonSection[],
  { minutes }: TimeSums,
  texts: SheetTexts,
  { fonts, at, columns = exportColumns, links = noSheetLinks }: PdfChoices,
): Promise<Buffer> => {
  const pdf = await openPdf(fonts, { title: `${texts.title} ${texts.subtitle}`, language: texts.locale, at });
  const drawing: Drawing = { pdf, texts, columns: placeColumns(columns, texts), links, y: 50 };
  pdf.draw(texts.title, { x: left, y: drawing.y }, { size: 18, isBold: true });
  drawing.y += 28;
  for (const line of pdf.wrap(texts.subtitle, right - left, plain)) {
    pdf.draw(line, { x: left, y: drawing.y }, plain);
    drawing.y += lineHeight;
  }
  drawing.y += 14;
  for (const section of sections) drawSection(drawing, section);
  drawSum(drawing, texts.total, minutes);
  if (pdf.hasGaps()) pdf.draw(texts.gaps, { x: left, y: drawing.y }, { size: 8, color: '#555555' });
  // Reading must begin before the document ends, because without a reader the end of the document would never complete.
  const bytes = buffer(pdf.page);
  pdf.end();
  return bytes;
};
