import { read } from '@e965/xlsx';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { createSumCollector } from '../../../bot/src/domain/timesheets/collectTimeSums.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { sheetTexts } from '../../../bot/src/services/timesheets/exportLabels.ts';
import { sheetWorkbook } from '../../../bot/src/services/timesheets/sheetWorkbook.ts';
import { anyCharacter } from '../../support/data/anyCharacter.ts';

const [from, to] = [aDate('2026-11-01'), aDate('2026-11-30')];
const texts = sheetTexts(
  {
    ...{ format: 'XLSX', teamName: 'Platform', from, to, locale: 'en' },
    batches: async function* () {
      await Promise.resolve();
      yield [];
    },
  },
  translateFor('en'),
);

/**
 * Returns a workbook with one row for each task. The text `everywhere` is also the name of the report and of the
 * person.
 */
const workbookOf = (tasks: readonly string[], everywhere?: string, at = 0): Promise<Buffer> => {
  const user = everywhere ?? 'Ann';
  const member = { memberId: aMemberId('ann'), user };
  const rows = tasks.map((task) => ({
    ...{ ...member, email: '', weekState: 'OPEN' as const, date: from },
    ...{ meeting: everywhere ?? 'Stand-up', task, minutes: 60 },
  }));
  const sums = createSumCollector();
  for (const row of rows) sums.add(row);
  return sheetWorkbook([{ ...member, rows, minutes: tasks.length * 60 }], sums.sums(), texts, { at });
};

/** Reads the tasks with two independent programs, neither of which wrote the file. */
const tasksIn = async (file: Buffer, count: number): Promise<[unknown[], unknown[]]> => {
  const [first] = await readXlsxFile(file, { trim: false });
  const sheet = read(file, { type: 'buffer', raw: true, dense: true }).Sheets[texts.title];
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  return [
    rows.map((index) => first?.data[index]?.[3] ?? ''),
    rows.map((index) => {
      const cell = sheet?.['!data']?.[index]?.[3];
      if (cell?.f !== undefined) throw new Error('A text became a formula.');
      return cell?.v ?? '';
    }),
  ];
};

const expectTheSame = async (tasks: readonly string[]): Promise<void> => {
  const wellFormed = tasks.map((task) => task.toWellFormed());
  const [first, other] = await tasksIn(await workbookOf(tasks), tasks.length);
  expect(first).toEqual(wellFormed);
  // The second reader replaces the line ends of each text, so the test makes them equal before the comparison.
  const oneLineEnd = (texts: readonly unknown[]) => texts.map((text) => String(text).replace(/\r+\n|\r/g, '\n'));
  expect(oneLineEnd(other)).toEqual(oneLineEnd(wellFormed));
};

const inherited = Object.getOwnPropertyNames(Object.prototype);
const escapes = [
  ...['_x0041_', '_x0041_x0042_', '__x0041_', '_x005F_x0041_', '_X0041_', '_x004_', '_x0041', '_x0041\u0001'],
  ...['_\u0001', '\u0001x0041_', '_x000d_', '_xzzzz_'],
];
const controls = Array.from({ length: 0xa0 }, (_, code) => `a${String.fromCharCode(code)}b`);
const nonCharacters = ['\ufffd', '\ufffe', '\uffff', '\ufdd0', '\ufdef', '\u{1fffe}x', '\u{10ffff}é'];
const surrogates = ['\ud800', 'a\udc00b', '\udc00\ud800', '😀\ud83d'];
const formulas = ['=1+1', '+1', '-1', '@cmd', '\t=1', '\r=1', '\n=1', '＝1', "'=1", '{=1}', '=HYPERLINK("http://x")'];
const plain = ['0', '00042', '1e5', 'TRUE', '#N/A', 'null', '2026-11-23', ' ', '  a ', 'a\r\nb', '<b>&amp;', '"', '🧑‍🚀'];

it.each([
  ['names that every plain object inherits', inherited],
  ['texts that look like an escape of the format', escapes],
  ['control characters', controls],
  ['characters that Unicode reserves', nonCharacters],
  ['lone surrogates, as the replacement character', surrogates],
  ['texts that look like formulas', formulas],
  ['numbers, dates, spaces and markup', plain],
  ['the longest text that a cell takes', ['ß'.repeat(32_767), '\u0001'.repeat(32_767), '_x0041_'.repeat(4_681)]],
])('keeps %s in the workbook', async (_name, tasks) => {
  await expectTheSame(tasks);
});

it('cuts a text that no cell can hold, and cuts no character in two', async () => {
  const [first, other] = await tasksIn(await workbookOf([`a${'😀'.repeat(17_000)}`]), 1);
  expect(first).toEqual([`a${'😀'.repeat(16_383)}`]);
  expect(other).toEqual(first);
});

it.each(inherited)('keeps the name %s as the name of a person and of a report', async (name) => {
  const sheets = await readXlsxFile(await workbookOf([name], name));
  expect(sheets[0]?.data[1]?.slice(1, 4)).toEqual([name, name, name]);
  expect(sheets[1]?.data[1]?.[0]).toBe(name);
});

it('keeps every string unchanged in the workbook', async () => {
  const unit = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...inherited, ...escapes, ...nonCharacters, ...formulas, '_', 'x', '00'),
  );
  const text = fc.array(unit, { maxLength: 5 }).map((parts) => parts.join(''));
  await fc.assert(fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 60 }), expectTheSame), {
    ...{ numRuns: 60, seed: 51 },
  });
}, 60_000);

it('has the stated creation time in each file of its archive', async () => {
  const at = Date.UTC(2026, 10, 20, 9, 30);
  const file = await workbookOf(['a'], undefined, at);
  const times: number[] = [];
  // The central directory has a header for each file: a fixed part, the name, then the time in seconds after 5 bytes.
  for (let from = file.indexOf('PK\u0001\u0002'); from >= 0; from = file.indexOf('PK\u0001\u0002', from + 1))
    times.push(file.readUInt32LE(from + 46 + file.readUInt16LE(from + 28) + 5) * 1000);
  expect(times).toEqual(Array.from({ length: 7 }, () => at));
});

describe('the links of a workbook', () => {
  const ben = aMemberId('ben');
  const links = {
    links: {
      patterns: [{ prefix: 'ABC-', url: 'https://jira.test/browse/{key}?a=1&b={number}' }],
      mentions: [{ name: 'Ben', memberId: ben }],
    },
    publicUrl: 'https://rollcall.test',
  };

  const withLinks = async (tasks: readonly string[]) => {
    const member = { memberId: aMemberId('ann'), user: 'ABC-9' };
    const rows = tasks.map((task) => ({
      ...{ ...member, email: '', weekState: 'OPEN' as const, date: from, meeting: 'ABC-8', task, minutes: 60 },
    }));
    const sums = createSumCollector();
    for (const row of rows) sums.add(row);
    const section = { ...member, rows, minutes: 60 * tasks.length };
    const file = await sheetWorkbook([section], sums.sums(), texts, { at: 0, links });
    const sheet = read(file, { type: 'buffer', raw: true, dense: true }).Sheets[texts.title];
    return { file, sheet, cells: tasks.map((_, index) => sheet?.['!data']?.[index + 1]?.[3]) };
  };

  it('are real hyperlinks of cells whose texts stay texts', async () => {
    const tasks = ['=HYPERLINK("https://evil.test")', 'Did ABC-1 and ABC-2', 'nothing', 'See https://contoso.test/"x'];
    const { file, sheet, cells } = await withLinks(tasks);
    expect(cells.map((cell) => cell?.v)).toEqual(tasks);
    expect(cells.map((cell) => cell?.f)).toEqual(tasks.map(() => undefined));
    expect(cells.map((cell) => cell?.l?.Target)).toEqual([
      'https://evil.test/',
      'https://jira.test/browse/ABC-1?a=1&b=1',
      undefined,
      'https://contoso.test/',
    ]);
    expect(sheet?.['!data']?.[1]?.[1]?.l).toBeUndefined();
    expect((await tasksIn(file, tasks.length))[0]).toEqual(tasks);
  });

  it('lead from a mention to the page of the person', async () => {
    const { cells } = await withLinks(['Paired with @Ben', 'Paired with @Zoe', 'ABC-1 with @Ben']);
    expect(cells.map((cell) => cell?.l?.Target)).toEqual([
      ...[`https://rollcall.test/reports/person/${ben}`, undefined, 'https://jira.test/browse/ABC-1?a=1&b=1'],
    ]);
  });

  it('are left out if Excel refuses their encoded URL, and the next link of the text takes their place', async () => {
    const most = `https://contoso.test/${'é'.repeat(343)}`;
    expect(new URL(most).href).toHaveLength(2_079);
    const tooLong = `${most}x`;
    const tasks = [most, tooLong, `${tooLong} and ABC-1`];
    const { cells } = await withLinks(tasks);
    expect(cells.map((cell) => cell?.v)).toEqual(tasks);
    expect(cells.map((cell) => cell?.l?.Target)).toEqual([
      ...[new URL(most).href, undefined, 'https://jira.test/browse/ABC-1?a=1&b=1'],
    ]);
  });

  it('are fewer than Excel accepts on a sheet, and the texts after them stay', async () => {
    const tasks = Array.from({ length: 10_001 }, (_, index) => `ABC-${index + 1}`);
    const { cells } = await withLinks(tasks);
    expect(cells.filter((cell) => cell?.l !== undefined)).toHaveLength(10_000);
    expect(cells.at(-1)).toMatchObject({ v: 'ABC-10001' });
    expect(cells.at(-1)?.l).toBeUndefined();
  });
});
