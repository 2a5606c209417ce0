import { read } from '@e965/xlsx';
import { createSumCollector } from '../../../bot/src/domain/timesheets/collectTimeSums.ts';
import { openPdf } from '../../../bot/src/gateways/pdfDocumentAndFonts.ts';
import { exportColumns } from '../../../bot/src/services/timesheets/exportColumns.ts';
import type { ExportColumn, ExportRow } from '../../../bot/src/services/timesheets/exportColumns.ts';
import { sheetTexts } from '../../../bot/src/services/timesheets/exportLabels.ts';
import { sheetPdf } from '../../../bot/src/services/timesheets/sheetPdf.ts';
import { sheetWorkbook } from '../../../bot/src/services/timesheets/sheetWorkbook.ts';
import type { PersonSection } from '../../../bot/src/services/timesheets/groupExportByPerson.ts';
import { csvPieces } from '../../../bot/src/services/timesheets/timesheetCsv.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { overlaps, recordPdfDrawing } from '../../support/files/recordPdfDrawing.ts';
import type { DrawnPdf } from '../../support/files/recordPdfDrawing.ts';
import { pdfFonts } from '../../support/files/pdfFonts.ts';

// Tests the layout of an exported timesheet: headings, columns and pages.
// tests/api/timesheets/exportedFilesReadByIndependentPrograms.test.ts reads finished files.

afterEach(() => {
  jest.restoreAllMocks();
});

const [from, to] = [aDate('2026-11-01'), aDate('2026-11-30')];

const batches = async function* (rows: readonly ExportRow[] = []) {
  await Promise.resolve();
  yield rows;
};

const sourceIn = (locale: string, teamName = 'Platform') => ({
  ...{ format: 'PDF' as const, teamName, from, to, locale, batches: () => batches() },
});

const textsIn = (locale: string, teamName?: string) => sheetTexts(sourceIn(locale, teamName), translateFor(locale));

const aRow = (change: Partial<ExportRow> = {}): ExportRow => ({
  ...{ date: aDate('2026-11-16'), memberId: aMemberId('ann'), user: 'Ann', email: '', weekState: 'OPEN' },
  ...{ meeting: 'Stand-up', task: 'Review', minutes: 90 },
  ...change,
});

const sectionOf = (user: string, rows: readonly ExportRow[]): PersonSection => ({
  memberId: aMemberId(user),
  user,
  rows,
  minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
});

const sumsOf = (sections: readonly PersonSection[]) => {
  const sums = createSumCollector();
  for (const row of sections.flatMap(({ rows }) => rows)) sums.add(row);
  return sums.sums();
};

describe('the texts around the rows', () => {
  it('are the headings in the language of the requester, with the team and the dates', () => {
    const { columns, ...around } = textsIn('en');
    expect(Object.entries(columns).map(([key, { head }]) => [key, head])).toEqual([
      ...[
        ['date', 'Date'],
        ['user', 'User'],
        ['meeting', 'Report'],
        ['task', 'Task'],
        ['hours', 'Hours'],
        ['minutes', 'Minutes'],
        ['email', 'Email'],
        ['memberId', 'User ID'],
        ['week', 'Week'],
      ],
    ]);
    expect(columns['week']?.choices).toEqual({
      ...{ OPEN: 'Open', SUBMITTED: 'Waiting for approval', APPROVED: 'Approved', SENT_BACK: 'Sent back' },
    });
    expect(around).toEqual({
      ...{ title: 'Timesheet', subtitle: 'Platform, 2026-11-01 to 2026-11-30', user: 'User' },
      ...{ total: 'Total', byPerson: 'By person' },
      gaps: 'Signs in brackets are letters that no font of this installation has.',
      ...{ locale: 'en', isRightToLeft: false },
    });
  });

  it('are laid out from the right where the language is written so', () => {
    expect(textsIn('ar-EG')).toMatchObject({ locale: 'ar-EG', isRightToLeft: true });
  });
});

describe('the workbook', () => {
  const sections = [sectionOf('Ann', [aRow(), aRow({ meeting: null, minutes: 30 })]), sectionOf('', [aRow()])];

  const open = async (texts = textsIn('en')) => {
    const file = await sheetWorkbook(sections, sumsOf(sections), texts, { at: 0 });
    const book = read(file, { type: 'buffer', cellNF: true, cellStyles: true, bookFiles: true });
    const files = (book as unknown as { readonly files: Readonly<Record<string, { readonly content: Buffer }>> }).files;
    const raw = (name: string): string => Buffer.from(files[name]?.content ?? []).toString('utf8');
    const sheet = (index: number) => book.Sheets[book.SheetNames[index] ?? ''] ?? {};
    return { book, raw, sheet };
  };

  it('has columns as wide as their usual texts', async () => {
    const { raw } = await open();
    const widths = (file: string): readonly string[] =>
      [...raw(file).matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => width ?? '');
    expect(widths('xl/worksheets/sheet1.xml')).toEqual(['12', '24', '24', '60', '10', '10']);
    expect(widths('xl/worksheets/sheet2.xml')).toEqual(['30', '10', '10']);
  });

  it.each(['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'])(
    'keeps the headings of %s in view',
    async (file) => {
      const { raw } = await open();
      expect(raw(file)).toMatch(/<pane [^>]*ySplit="1"/);
      expect(raw(file)).not.toContain('rightToLeft="1"');
    },
  );

  it('begins at the right where the language is written so', async () => {
    const { raw } = await open(textsIn('ar-EG'));
    expect(raw('xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"');
    expect(raw('xl/worksheets/sheet2.xml')).toContain('rightToLeft="1"');
  });

  it('writes days as dates, hours with two decimals and minutes as whole numbers', async () => {
    const { sheet } = await open();
    const formats = (index: number, cells: readonly string[]): readonly unknown[] =>
      cells.map((cell) => (sheet(index)[cell] as { readonly z?: string } | undefined)?.z);
    expect(formats(0, ['A2', 'E2', 'F2', 'E5', 'F5'])).toEqual(['yyyy-mm-dd', '0.00', '0', '0.00', '0']);
    expect(formats(1, ['B2', 'C2', 'B4', 'C4'])).toEqual(['0.00', '0', '0.00', '0']);
  });

  it('prints headings and totals in bold, and nothing else', async () => {
    const { raw } = await open();
    const fonts = [...raw('xl/styles.xml').matchAll(/<font>.*?<\/font>/g)].map(([font]) => font.includes('<b/>'));
    const formats = /<cellXfs.*<\/cellXfs>/.exec(raw('xl/styles.xml'))?.[0] ?? '';
    const isBold = [...formats.matchAll(/<xf [^>]*?fontId="(\d+)"|<xf /g)].map(([, font]) => fonts[Number(font)]);
    const boldCells = (file: string): readonly string[] =>
      [...raw(file).matchAll(/<c r="([A-Z]+\d+)"[^>]*? s="(\d+)"/g)].flatMap(([, cell = '', style]) =>
        isBold[Number(style)] === true ? [cell] : [],
      );
    expect(boldCells('xl/worksheets/sheet1.xml')).toEqual([
      ...['A1', 'B1', 'C1', 'D1', 'E1', 'F1'],
      ...['A5', 'E5', 'F5'],
    ]);
    expect(boldCells('xl/worksheets/sheet2.xml')).toEqual(['A1', 'B1', 'C1', 'A4', 'B4', 'C4']);
  });

  it('leaves the cell of a missing report and of a missing name empty', async () => {
    const { sheet } = await open();
    expect([sheet(0)['C3'], sheet(1)['A3']]).toEqual([undefined, undefined]);
    expect(sheet(0)['C2']).toMatchObject({ v: 'Stand-up' });
  });

  it('names its sheets without characters that no sheet name may have, and in at most 31 characters', async () => {
    const texts = { ...textsIn('en'), title: 'A\\b/c?d*e[f]g:h', byPerson: 'x'.repeat(40) };
    expect((await open(texts)).book.SheetNames).toEqual(['A b c d e f g h', 'x'.repeat(31)]);
  });
});

describe('the document', () => {
  const draw = async (sections: readonly PersonSection[], texts = textsIn('en')) => {
    const drawn = recordPdfDrawing();
    const file = await sheetPdf(sections, sumsOf(sections), texts, { fonts: pdfFonts(), at: 0 });
    const faults = [
      ...overlaps(drawn),
      ...drawn.texts.filter(({ left, right, top }) => left < 50 || right > 545.1 || top < 50 || top > 768),
      ...drawn.rules.filter((rule) => rule.from !== 50 || rule.to !== 545),
    ];
    return { ...drawn, file, faults, pages: pagesOf(drawn) };
  };
  /** Returns the texts of each page as lines from left to right, with their heights. */
  const pagesOf = ({ texts }: DrawnPdf): readonly (readonly string[])[] =>
    [...new Set(texts.map(({ page }) => page))].map((number) => {
      const onPage = texts.filter(({ page }) => page === number);
      return [...new Set(onPage.map(({ top }) => top))].map((height) => {
        const line = onPage
          .filter(({ top }) => top === height)
          .toSorted((drawnText, other) => drawnText.left - other.left);
        return `${height}: ${line.map(({ text }) => text).join(' | ')}`;
      });
    });
  const head = 'Date | Report | Task | Hours';
  const rowsOf = (count: number, change: Partial<ExportRow> = {}): readonly ExportRow[] =>
    Array.from({ length: count }, () => aRow(change));
  const row = '2026-11-16 | Stand-up | Review | 1.50';
  const twoLines = 'A task of so many words that it does not fit on one line of its column';

  it('has a section for each person with rows and sum, and the total at the end', async () => {
    const { pages, rules, faults } = await draw([
      sectionOf('Ann', [aRow(), aRow({ meeting: null, task: 'Alone', minutes: 20 })]),
      sectionOf('Cy', [aRow({ date: aDate('2026-11-17'), minutes: 60 })]),
    ]);
    expect(pages).toEqual([
      [
        ...['50: Timesheet', '78: Platform, 2026-11-01 to 2026-11-30'],
        ...['104: Ann', `121: ${head}`, `139: ${row}`, '153: 2026-11-16 | Alone | 0.33', '171: Total | 1.83'],
        ...['197: Cy', `214: ${head}`, '232: 2026-11-17 | Stand-up | Review | 1.00', '250: Total | 1.00'],
        '280: Total | 2.83',
      ],
    ]);
    expect(rules.map(({ y }) => y)).toEqual([135, 167, 228, 246, 276]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['de', '1,50'],
    ['fr', '1,50'],
    ['es', '1,50'],
    ['ja', '1.50'],
    ['ar', '1.50'],
    ['es-MX', '1.50'],
  ])('writes hours and totals in the number format of the requester (%s)', async (locale, hours) => {
    const { texts } = await draw([sectionOf('Ann', [aRow()])], textsIn(locale));
    expect(texts.map(({ text }) => text).filter((text) => /^\d+[.,]\d+$/.test(text))).toEqual([hours, hours, hours]);
  });

  it('writes the title, the names, the headings and the totals in bold', async () => {
    const { texts } = await draw([sectionOf('Ann', [aRow()])]);
    const { widthOf } = await openPdf(pdfFonts(), { title: '', language: 'en', at: 0 });
    const boldTexts = texts.filter(({ text, left, right, size }) => {
      const isWide = right - left > widthOf(text, { size }) + 0.01;
      return isWide && right - left < widthOf(text, { size, isBold: true }) + 0.01;
    });
    expect(boldTexts.map(({ text, size }) => `${text} ${size}`)).toEqual([
      ...['Timesheet 18', 'Ann 12', 'Date 9', 'Report 9', 'Task 9', 'Hours 9'],
      ...['Total 9', '1.50 9', 'Total 9', '1.50 9'],
    ]);
  });

  it('wraps long texts within their columns, with day and hours on the first line only', async () => {
    const meeting = 'A report whose name needs two lines';
    const { pages, texts, faults } = await draw([sectionOf('Ann', [aRow({ task: twoLines, meeting }), aRow()])]);
    expect(pages[0]?.slice(4, 7)).toEqual([
      '139: 2026-11-16 | A report whose name | A task of so many words that it does not fit on one line | 1.50',
      '151: needs two lines | of its column',
      `165: ${row}`,
    ]);
    expect(texts.filter(({ left, right }) => left === 120 && right > 225)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('leaves the task empty beside the further lines of a report', async () => {
    const { pages } = await draw([sectionOf('Ann', [aRow({ meeting: 'A report whose name needs two lines' })])]);
    expect(pages[0]?.slice(4, 6)).toEqual([
      '139: 2026-11-16 | A report whose name | Review | 1.50',
      expect.stringMatching(/^151: needs two lines( \| )?$/),
    ]);
  });

  it('wraps a long name of a team and of a person', async () => {
    const long = 'A name of very many words '.repeat(6).trim();
    const { pages, faults } = await draw([sectionOf(long, [aRow()])], textsIn('en', long));
    expect(pages[0]?.slice(0, 6)).toEqual([
      '50: Timesheet',
      expect.stringMatching(/^78: A name/),
      expect.stringMatching(/^90: /),
      expect.stringMatching(/^116: A name/),
      expect.stringMatching(/^133: /),
      expect.stringMatching(/^150: /),
    ]);
    expect(faults).toEqual([]);
  });

  it('fills a page to its last line, and repeats the headings on the next one', async () => {
    const rows = [...rowsOf(40), ...rowsOf(2, { task: twoLines }), ...rowsOf(2)];
    const { pages, faults } = await draw([sectionOf(`${'Wide '.repeat(18)}name`, rows)]);
    expect(pages[0]?.slice(-1)).toEqual([`768: ${row}`]);
    expect(pages[1]).toEqual([`50: ${head}`, `68: ${row}`, '86: Total | 66.00', '116: Total | 66.00']);
    expect(faults).toEqual([]);
  });

  it('breaks a long row between two pages and repeats neither its day nor its hours', async () => {
    const { pages, faults } = await draw([
      sectionOf('Ann', [
        ...rowsOf(44),
        aRow({ task: `${twoLines}, and ends on a third line of it that fits no more` }),
      ]),
    ]);
    expect(pages[0]?.slice(-2)).toEqual([
      '755: 2026-11-16 | Stand-up | A task of so many words that it does not fit on one line | 1.50',
      '767: of its column, and ends on a third line of it that fits no',
    ]);
    expect(pages[1]?.slice(0, 2)).toEqual([`50: ${head}`, '68: more']);
    expect(faults).toEqual([]);
  });

  it.each([
    ['keeps a sum at the end of a page that has room for two lines', 44, 0, '759: Total | 66.00'],
    ['moves a sum to the next page, without headings, if the page has less room', 45, 1, '54: Total | 67.50'],
  ] as const)('%s', async (_rule, count, page, sum) => {
    const { pages, faults } = await draw([sectionOf('Ann', rowsOf(count))]);
    expect(pages[page]).toContain(sum);
    expect(pages[1]?.join()).not.toContain('Date');
    expect(faults).toEqual([]);
  });

  it.each([
    ['begins a section at the end of a page that has room for five lines', 39, 0, '715: Cy'],
    ['begins a section on the next page if the page has less room', 40, 1, '50: Cy'],
  ] as const)('%s', async (_rule, count, page, name) => {
    const { pages, faults } = await draw([sectionOf('Ann', rowsOf(count)), sectionOf('Cy', rowsOf(1))]);
    expect(pages[page]).toContain(name);
    expect(pages.flat().filter((line) => line.endsWith('Cy'))).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('explains numbers in brackets only if a letter had no font', async () => {
    const sign = textsIn('en').gaps;
    const plain = await draw([sectionOf('Ann', [aRow()])]);
    expect(plain.texts.map(({ text }) => text)).not.toContain(sign);
    jest.restoreAllMocks();
    const gaps = await draw([sectionOf('東京', [aRow()])]);
    expect(gaps.texts.at(-1)).toMatchObject({ text: sign, left: 50, size: 8 });
    expect(gaps.faults).toEqual([]);
  });

  it('names the timesheet, its team and its days as the title of the file', async () => {
    const { file } = await draw([]);
    expect(file.toString('latin1')).toContain('(Timesheet Platform, 2026-11-01 to 2026-11-30)');
    expect(file.toString('latin1')).toContain('/Lang (en)');
  });
});

describe('a column that is added to the table', () => {
  const formats = { csv: true, xlsx: { width: 15 }, pdf: { width: 50 } } as const;
  const more: readonly ExportColumn[] = [
    {
      ...{ key: 'letters', label: 'timesheet.task', type: 'TEXT', value: ({ task }) => `${task.length} letters` },
      formats,
    },
    {
      ...{ key: 'state', label: 'sheetFile.week', type: 'CHOICE', value: ({ weekState }) => weekState, formats },
      choices: { OPEN: 'timesheet.stateOPEN' },
    },
    {
      ...{ key: 'quarters', label: 'sheetFile.title', type: 'NUMBER', decimals: 1, formats },
      ...{ value: ({ minutes }) => minutes / 15, total: ({ minutes }) => minutes / 15 },
    },
  ];
  const columns = [...exportColumns, ...more];
  const texts = sheetTexts(sourceIn('en'), translateFor('en'), columns);
  const sections = [sectionOf('Ann', [aRow(), aRow({ minutes: 30 })])];

  it('is in a CSV file', async () => {
    let csv = '';
    const source = { batches: () => batches(sections[0]?.rows) };
    for await (const piece of csvPieces(source, translateFor('en'), columns)) csv += piece;
    const ends = csv.split('\r\n').map((line) => line.split(',').slice(-3).join());
    expect(ends.slice(0, 2)).toEqual(['"Task","Week","Timesheet"', '"6 letters","Open",6']);
  });

  it('is on both sheets of a workbook, with its width and its total', async () => {
    const file = await sheetWorkbook(sections, sumsOf(sections), texts, { at: 0, columns });
    const { Sheets, SheetNames } = read(file, { type: 'buffer', cellNF: true });
    const valueIn = (sheet: number, cell: string) =>
      (Sheets[SheetNames[sheet] ?? '']?.[cell] as { readonly v?: unknown } | undefined)?.v;
    expect(['G1', 'H1', 'I1'].map((cell) => valueIn(0, cell))).toEqual(['Task', 'Week', 'Timesheet']);
    expect(['G2', 'H2', 'I2'].map((cell) => valueIn(0, cell))).toEqual(['6 letters', 'Open', 6]);
    expect(['G4', 'H4', 'I4'].map((cell) => valueIn(0, cell))).toEqual([undefined, undefined, 8]);
    expect(['D1', 'D2', 'D3'].map((cell) => valueIn(1, cell))).toEqual(['Timesheet', 8, 8]);
  });

  it('is in a document, where the task has the rest of the width', async () => {
    const drawn = recordPdfDrawing();
    await sheetPdf(sections, sumsOf(sections), texts, {
      fonts: pdfFonts(),
      at: 0,
      columns: [...exportColumns.slice(0, 5), ...more],
    });
    const leftOf = (top: number) => drawn.texts.filter((text) => text.top === top).map(({ text }) => text);
    expect(leftOf(121)).toEqual(['Date', 'Report', 'Task', 'Hours', 'Task', 'Week', 'Timesheet']);
    expect(leftOf(139).toSorted()).toEqual(['1.50', '2026-11-16', '6 letters', '6.0', 'Open', 'Review', 'Stand-up']);
    expect(leftOf(171)).toEqual(['Total', '2.00', '8.0']);
    expect(drawn.texts.filter(({ left, right }) => left < 50 || right > 545.1)).toEqual([]);
    expect(overlaps(drawn)).toEqual([]);
  });
});
