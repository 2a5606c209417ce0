import { parse } from 'csv-parse/sync';
import { csvOf, safeCsvText, withoutFormula } from './csvText.ts';

describe('text that no spreadsheet calculates', () => {
  it.each([
    '=1+1',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '- a bullet',
    ' =1+1',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\u00a0=1+1',
    '\u200b=1+1',
    '\u202e=1+1',
    '\ufeff=1+1',
    '\u0000=1+1',
    '\u2800=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '﹦1',
    '﹢1',
    '﹣1',
    '﹫A1',
    '−1+1',
    '+1-2',
    '-1e5+1',
  ])('guards %j', (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
  });

  it.each(['', 'Tests', 'a=b', '1-2', '-5', '+49', '-1.5', '-1,5', '(see =A1)', '\u200bword', '"=1"', '#hash', "'=1"])(
    'leaves %j as it is',
    (text) => {
      expect(withoutFormula(text)).toBe(text);
    },
  );
});

it('writes quotes, separators, line breaks and numbers that a reader parses unchanged', () => {
  expect(csvOf([['a"b', 'c,d;e'], ['line\nbreak', 1.5], []])).toBe('\ufeff"a""b","c,d;e"\r\n"line\nbreak",1.5\r\n\r\n');
});

it('guards a formula behind a leading quote', () => {
  expect(csvOf([['="x"']])).toBe('\ufeff"\'=""x"""\r\n');
});

/**
 * The cells of the file in a spreadsheet with this list separator, which is the semicolon in German, French and Spanish.
 * A quotation mark in the middle of a cell is then an ordinary character, and two at its beginning are an empty text.
 */
const cellsOf = (file: string, delimiter: string): string[] =>
  parse(file.replace(/(?<=[;\t\n]\s*)""/g, ''), {
    ...{ bom: true, delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
  }).flat();

describe('a text in a file of commas', () => {
  it.each([
    "Deploy;=cmd|'/c calc'!A1;done",
    'Deploy;@SUM(1+1);done',
    "Deploy;+1+cmd|'/c calc'!A1;done",
    'Deploy;-2+3+HYPERLINK(A1);done',
    "Deploy;- cmd|'/c calc'!A1;done",
    'Deploy;- HYPERLINK(A1);done',
    'Deploy\t=1+1\tdone',
    'Deploy\n=1+1;done',
    'Deploy\r=1+1;done',
    'Deploy; =1+1;done',
    'Deploy;\u200b=1+1',
    'Deploy;\uff1d1+1;done',
    'Deploy;"=1+1;done',
    'Deploy;=1;=2',
    '\n=1+1',
    ';=1+1',
    '- a;=1+1',
    "a;- cmd\t|'/c calc'!A1",
    'a;-1\t*HYPERLINK(A1)',
  ])('has no formula in a spreadsheet with another separator: %j', (text) => {
    const file = csvOf([['Ann', text, 'Bob']]);
    for (const separator of [';', '\t', ','])
      for (const inCell of cellsOf(file, separator)) expect(inCell.trim()).not.toMatch(/^[\u200b\s]*[=@+\-\uff1d]/u);
  });

  it.each([
    'Fixed:\n- login\n- logout',
    'Plan:\n+ login, then logout\n\u2212 nothing',
    'Call\n+49 (30) 123-45',
    'From 3;-2;+5',
    'a;b;c',
    'x = y; z - 1',
    '1;-2',
    'if (a == b) {\n  c = d;\n}',
    'see "=A1"; done',
  ])('stays as it is without a formula: %j', (text) => {
    expect(safeCsvText(text)).toBe(text);
  });

  it('gets one apostrophe for each formula', () => {
    expect(safeCsvText('=1;=2\n"@SUM(A1)')).toBe("'=1;'=2\n\"'@SUM(A1)");
  });

  it('takes time in proportion to its length: one of a million signs ends within the limit of a test', () => {
    const text = `\n${'-'.repeat(1_000_000)}x`;
    expect(safeCsvText(text)).toBe(`'\n'${text.slice(1)}`);
  });
});
