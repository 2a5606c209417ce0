import { cellStyles, numberFormats, xmlText } from './workbookCells.ts';

// The small files of a workbook (ECMA-376 parts 1 and 2): content types, relationships, the list of sheets and the
// styles.

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Relation {
  readonly type: 'officeDocument' | 'worksheet' | 'styles' | 'hyperlink';
  readonly target: string;
}

/**
 * Returns the relationships of a part of the workbook. Their ids are `rId1`, `rId2` and so on, in the order of
 * `relations`.
 */
export const relationsXml = (relations: readonly Relation[]): string => {
  const elements = relations.map(({ type, target }, index) => {
    const mode = type === 'hyperlink' ? ' TargetMode="External"' : '';
    return `<Relationship Id="rId${index + 1}" Type="${relationNamespace}/${type}" Target="${xmlText(target)}"${mode}/>`;
  });
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${elements.join('')}</Relationships>`;
};

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

const contentTypesXml = (sheets: number): string => {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...numbersTo(sheets).map((number) => [`/xl/worksheets/sheet${number}.xml`, 'worksheet']),
  ];
  const types = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${sheetType}.${type}+xml"/>`);
  return (
    `${xmlHead}<Types xmlns="${packageNamespace}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`
  );
};

const workbookXml = (names: readonly string[]): string => {
  const sheets = names.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return (
    `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}">` +
    `<bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`
  );
};

/** Id of the first own number format. Smaller ids belong to the formats that every spreadsheet program has. */
const firstFormatId = 164;

const listXml = (name: string, elements: readonly string[]): string =>
  `<${name} count="${elements.length}">${elements.join('')}</${name}>`;

const stylesXml = (): string => {
  const fontXml = '<sz val="11"/><name val="Calibri"/><family val="2"/><scheme val="minor"/>';
  const formats = numberFormats.map(
    (format, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${xmlText(format)}"/>`,
  );
  const styles = cellStyles.map(({ format, isBold }) => {
    const id = format === null ? 0 : firstFormatId + numberFormats.indexOf(format);
    const applied = `${format === null ? '' : ' applyNumberFormat="1"'}${isBold ? ' applyFont="1"' : ''}`;
    return `<xf numFmtId="${id}" fontId="${isBold ? 1 : 0}" fillId="0" borderId="0" xfId="0"${applied}/>`;
  });
  return [
    `${xmlHead}<styleSheet xmlns="${mainNamespace}">`,
    listXml('numFmts', formats),
    listXml('fonts', [`<font>${fontXml}</font>`, `<font><b/>${fontXml}</font>`]),
    listXml('fills', [
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
    ]),
    listXml('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
    listXml('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    listXml('cellXfs', styles),
    listXml('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    '</styleSheet>',
  ].join('');
};

/** Returns the names and contents of the files of a workbook, without its sheets. */
export const workbookParts = (sheetNames: readonly string[]): readonly (readonly [name: string, xml: string])[] => [
  ['[Content_Types].xml', contentTypesXml(sheetNames.length)],
  ['_rels/.rels', relationsXml([{ type: 'officeDocument', target: 'xl/workbook.xml' }])],
  ['xl/workbook.xml', workbookXml(sheetNames)],
  [
    'xl/_rels/workbook.xml.rels',
    relationsXml([
      ...sheetNames.map((_, index) => ({ type: 'worksheet' as const, target: `worksheets/sheet${index + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
    ]),
  ],
  ['xl/styles.xml', stylesXml()],
];
