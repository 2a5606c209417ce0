import { csvOf, withoutFormula } from './csvText.ts';

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
