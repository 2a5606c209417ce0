import type { Feature, Image } from 'write-excel-file/node';

/** The library declares this type only inside its Image type, so it is taken from there. */
type FileContent = Image['content'];

/** A cell with a link. Row and column begin with 0. */
export interface CellLink {
  readonly row: number;
  readonly column: number;
  readonly url: string;
}

/** Maximum number of links in a workbook. Spreadsheet programs refuse a sheet with more than 65,530. */
export const maxCellLinks = 10_000;

/** Maximum length of the URL of a link. Excel repairs a workbook with a longer one, and removes the link. */
export const maxCellUrlLength = 2_079;

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const idOf = (index: number): string => `rId-links-${index + 1}`;
const addressOf = ({ row, column }: CellLink): string => `${String.fromCharCode(65 + column)}${row + 1}`;

/**
 * Returns the part of the workbook library that adds real hyperlinks to one sheet, by default the first (ECMA-376 part 1, CT_Hyperlink). The
 * cells keep their texts, so that no formula is needed.
 */
export const workbookHyperlinks = (links: readonly CellLink[], sheet = 0): Feature<FileContent> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (content, _options, { sheetIndex }) => {
          if (sheetIndex !== sheet || links.length === 0) return content;
          const elements = links.map(
            (link, index) => `<hyperlink xmlns:r="${relation}" ref="${addressOf(link)}" r:id="${idOf(index)}"/>`,
          );
          return content.replace('</sheetData>', () => `</sheetData><hyperlinks>${elements.join('')}</hyperlinks>`);
        },
      },
      'xl/worksheets/_rels/sheet{id}.xml.rels': {
        insert: (_options, { sheetIndex }) =>
          sheetIndex === sheet
            ? links
                .map(
                  ({ url }, index) =>
                    `<Relationship Id="${idOf(index)}" Type="${relation}/hyperlink" Target="${attribute(url)}" TargetMode="External"/>`,
                )
                .join('')
            : '',
      },
    },
  },
});
