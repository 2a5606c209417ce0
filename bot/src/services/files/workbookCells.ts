import { escapeSpreadsheetText } from '../../domain/timesheets/escapeXlsxCellText.ts';

// Cells of a workbook (ECMA-376 part 1, SpreadsheetML). Texts are stored with the type text, so that no text becomes a
// formula.

/** XML of a cell without its opening `<c r="A1"`; null for an empty cell. */
export type Cell = string | null;

export const numberFormats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm', '[h]:mm', '0', '0.0', '0.00', '0.######'] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** The styles of cells. The index of a style is its number in the file; `workbookParts.ts` writes them. */
export const cellStyles: readonly { readonly format: NumberFormat | null; readonly isBold: boolean }[] = [
  null,
  ...numberFormats,
].flatMap((format) => [
  { format, isBold: false },
  { format, isBold: true },
]);

const styleOf = (format: NumberFormat | null, isBold: boolean): number =>
  cellStyles.findIndex((style) => style.format === format && style.isBold === isBold);

/** Escapes a text for the content and the attributes of an XML element. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const plain = /^[^&<>"]*$/;

const inlineText = (text: string): string => {
  const written = escapeSpreadsheetText(text);
  // Without the attribute `xml:space`, spreadsheet programs remove spaces around a text.
  const space = written.trim() === written ? '' : ' xml:space="preserve"';
  return `t="inlineStr"><is><t${space}>${plain.test(written) ? written : xmlText(written)}</t></is></c>`;
};

const headStyle = styleOf(null, true);

export const headCell = (text: string): Cell => `s="${headStyle}" ${inlineText(text)}`;
export const textCell = (text: string): Cell => (text === '' ? null : inlineText(text));

/** Returns a function that writes numbers of one format. */
export const numberCells = (format: NumberFormat, isBold = false): ((value: number) => Cell) => {
  const start = `s="${styleOf(format, isBold)}"><v>`;
  return (value) => `${start}${value}</v></c>`;
};

const dayMs = 86_400_000;
/** The number of the day 1970-01-01. Spreadsheets store a date as a number of days. */
const firstDay = 25_569;

const dateCells = (format: NumberFormat): ((instant: string) => Cell) => {
  const cell = numberCells(format);
  return (instant) => cell(firstDay + Date.parse(instant) / dayMs);
};
const [days, times] = [dateCells('yyyy-mm-dd'), dateCells('yyyy-mm-dd hh:mm')];

/** Returns a cell with a date (yyyy-MM-dd). Spreadsheets have no time zones, so the cell shows exactly this date. */
export const dayCell = (date: string): Cell => days(`${date}T00:00:00Z`);

/**
 * Returns a cell with a local time (yyyy-MM-ddTHH:mm). Spreadsheets have no time zones, so the cell shows exactly this
 * time.
 */
export const timeCell = (time: string): Cell => times(`${time}:00Z`);
