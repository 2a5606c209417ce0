import { buffer } from 'node:stream/consumers';
import type { Cell } from './workbookCells.ts';
import { mainNamespace, relationNamespace, relationsXml, workbookParts, xmlHead } from './workbookParts.ts';
import { zipOf } from './zipFile.ts';
import type { ZipEntry } from './zipFile.ts';

// Writes a workbook row by row into its ZIP archive, so that only the compressed file is in memory.

/** A cell with a link. Row and column begin with 0. */
export interface CellLink {
  readonly row: number;
  readonly column: number;
  readonly url: string;
}

/**
 * Maximum number of links in a workbook. It is far below the 65,530 links of a sheet beyond which spreadsheet programs
 * refuse the file.
 */
export const maxCellLinks = 10_000;

/** Maximum length of a link's URL. For a longer URL, Excel reports a damaged workbook and removes the link. */
export const maxCellUrlLength = 2_079;

export interface WorkbookSheet {
  readonly name: string;
  /** Width of each column in characters. */
  readonly widths: readonly number[];
  readonly rows: Iterable<readonly Cell[]>;
  /** True if the first row contains headings, which stay visible when the sheet is scrolled. */
  readonly hasHeadings: boolean;
  /**
   * The links of the sheet. They are stored outside the cells, so that the cells keep their texts and need no formula
   * (ECMA-376 part 1, CT_Hyperlink).
   */
  readonly links: readonly CellLink[];
}

interface WorkbookStyle {
  readonly isRightToLeft: boolean;
  /** Creation time that is written into the file, in epoch ms. */
  readonly at: number;
}

/** Returns a valid name for a sheet. Sheet names have at most 31 characters, and some characters are not allowed. */
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

/** Returns the letters of the column with this index, which begins with 0: A to Z, then AA, AB and so on. */
const columnName = (index: number): string =>
  `${index < 26 ? '' : columnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

const headings = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';

const sheetHead = (
  { widths, hasHeadings }: WorkbookSheet,
  { isRightToLeft, isFirst }: { readonly isRightToLeft: boolean; readonly isFirst: boolean },
): string => {
  const view = `${isRightToLeft ? ' rightToLeft="1"' : ''}${isFirst ? ' tabSelected="1"' : ''}`;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${relationNamespace}">` +
    `<sheetViews><sheetView${view} workbookViewId="0">${hasHeadings ? headings : ''}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
};

const hyperlinks = (links: readonly CellLink[]): string => {
  const elements = links.map(
    ({ row, column }, index) => `<hyperlink ref="${columnName(column)}${row + 1}" r:id="rId${index + 1}"/>`,
  );
  return links.length === 0 ? '' : `<hyperlinks>${elements.join('')}</hyperlinks>`;
};

/**
 * Minimum number of characters in a piece of a sheet, except the last piece. Each piece is compressed before the next
 * is built.
 */
const pieceLength = 16_384;

const sheetPieces = function* (sheet: WorkbookSheet, head: string): Generator<string> {
  const starts = sheet.widths.map((_, index) => `<c r="${columnName(index)}`);
  let piece = head;
  let number = 0;
  for (const cells of sheet.rows) {
    number += 1;
    piece += `<row r="${number}">`;
    for (const [index, cell] of cells.entries()) if (cell !== null) piece += `${starts[index]}${number}" ${cell}`;
    piece += '</row>';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData>${hyperlinks(sheet.links)}</worksheet>`;
};

export const writeWorkbook = (
  sheets: readonly WorkbookSheet[],
  { isRightToLeft, at }: WorkbookStyle,
): Promise<Buffer> => {
  const parts = workbookParts(sheets.map(({ name }) => sheetName(name)));
  const entries = [
    ...parts.map(([name, xml]): ZipEntry => ({ name, text: () => [xml] })),
    ...sheets.flatMap((sheet, index): ZipEntry[] => {
      const head = sheetHead(sheet, { isRightToLeft, isFirst: index === 0 });
      const targets = sheet.links.map(({ url }) => ({ type: 'hyperlink' as const, target: url }));
      const file = `sheet${index + 1}.xml`;
      return [
        { name: `xl/worksheets/${file}`, text: () => sheetPieces(sheet, head) },
        ...(targets.length === 0
          ? []
          : [{ name: `xl/worksheets/_rels/${file}.rels`, text: () => [relationsXml(targets)] }]),
      ];
    }),
  ];
  return buffer(zipOf(entries, at));
};
