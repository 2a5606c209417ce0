import { escapeSpreadsheetText } from '../../domain/timesheets/escapeSpreadsheetText.ts';

// Cells of a workbook (ECMA-376 part 1, SpreadsheetML). Texts are stored with the text type, so that none of them becomes a formula.

/** XML of a cell after its address; null for an empty cell. */
export type Cell = string | null;

export const numberFormats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm', '[h]:mm', '0', '0.0', '0.00', '0.######'] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** The styles of cells in the order of their numbers. `workbookParts.ts` writes them into the file. */
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
/** Number of the day 1970-01-01 in a spreadsheet. */
const firstDay = 25_569;

const dateCells = (format: NumberFormat): ((instant: string) => Cell) => {
  const cell = numberCells(format);
  return (instant) => cell(firstDay + Date.parse(instant) / dayMs);
};
const [days, times] = [dateCells('yyyy-mm-dd'), dateCells('yyyy-mm-dd hh:mm')];

/** Returns a date cell. Spreadsheets have no time zones, so the cell shows the written day. */
export const dayCell = (date: string): Cell => days(`${date}T00:00:00Z`);

/** Returns a cell with a local time (yyyy-MM-ddTHH:mm). Spreadsheets have no time zones, so the cell shows the written time. */
export const timeCell = (time: string): Cell => times(`${time}:00Z`);
